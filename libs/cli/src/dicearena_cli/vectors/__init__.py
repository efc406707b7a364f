"""Checked cases of the rules, run through the product's own rules."""
