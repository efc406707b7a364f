"""Load over the real web socket against a real house on this machine."""
