"""Start the lobby: ``python -m dicearena_lobby`` (after ``python -m dicearena_lobby.migrate``)."""

from dicearena_bus import run

from dicearena_lobby.service import main

if __name__ == "__main__":
    run(main, name="lobby")
