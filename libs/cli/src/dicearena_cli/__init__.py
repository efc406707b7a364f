"""The dicearena command."""
