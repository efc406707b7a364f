"""Bluffing games: Mäxchen, Bluff."""
