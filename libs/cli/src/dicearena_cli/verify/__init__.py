"""Checks an exported match: its promise, every throw, and every record against the rules."""
