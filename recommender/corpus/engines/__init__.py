"""What searches a corpus instead of its arrays, and how it is given the papers."""
