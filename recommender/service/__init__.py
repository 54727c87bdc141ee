"""The HTTP service: the contract of adapters/README.md, on the user's own computer."""
