"""Corpora on disk: checksummed arrays, records, generations."""
