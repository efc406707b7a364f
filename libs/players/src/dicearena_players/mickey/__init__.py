"""Mickey: chances."""
