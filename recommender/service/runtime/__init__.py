"""What a running service holds: its server, threads, caches and settings."""
