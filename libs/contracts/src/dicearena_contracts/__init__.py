"""Every message and subject of Dicearena."""
