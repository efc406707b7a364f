"""Run a bot worker: ``python -m dicearena_bots``. Any number may run."""

from dicearena_bus import run

from dicearena_bots.service import main

if __name__ == "__main__":
    run(main, name="bots")
