"""The arrays of a corpus, to be asked: terms, filters, the best papers."""
