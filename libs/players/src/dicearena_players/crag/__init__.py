"""Crag: solver."""
