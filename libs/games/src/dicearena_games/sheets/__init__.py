"""Games in which everybody fills an own sheet."""
