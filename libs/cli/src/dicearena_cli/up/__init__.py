"""The whole house on this machine, without Docker.

``stack.running`` starts it for tests, measurements and ``dicearena up`` alike.
"""
