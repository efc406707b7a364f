"""A schema with two versions, as a service has it."""
