"""One module per kind of generated file."""
