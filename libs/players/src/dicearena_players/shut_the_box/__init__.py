"""Shut the Box: the exact solution and the policies that play it."""
