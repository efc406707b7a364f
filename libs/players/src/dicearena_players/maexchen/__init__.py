"""Mäxchen: an equilibrium of the round, how players differ from it, and the policies."""
