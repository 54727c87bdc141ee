"""Papers to the arrays of a corpus."""
