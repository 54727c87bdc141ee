"""Text: what a person reads, whatever it was written in."""
