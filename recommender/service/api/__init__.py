"""The operations of the HTTP contract, one module a subject."""
