"""How a corpus is ranked for a library: what is asked, found, held back, and why."""
