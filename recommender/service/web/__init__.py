"""The page: templates, what they show, and its few files."""
