"""Formats of two-letter tags that databases export: MEDLINE, Web of Science, EndNote's."""
