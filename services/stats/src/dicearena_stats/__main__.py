"""Start stats: ``python -m dicearena_stats`` (after ``python -m dicearena_stats.migrate``)."""

from dicearena_bus import run

from dicearena_stats.service import main

if __name__ == "__main__":
    run(main, name="stats")
