"""People, tables, seats, settings, chat."""
