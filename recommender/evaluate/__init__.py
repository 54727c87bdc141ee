"""How good the ranking is: hide papers that a library has, rank, and look where they come."""
