"""Run the table host: ``python -m dicearena_rules --family bluff [--family boards]`` or ``--family all``."""

import argparse

from dicearena_bus import run
from dicearena_contracts.catalogue import Family
from dicearena_games.registry import families

from dicearena_rules.service import main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="dicearena_rules")
    parser.add_argument("--family", action="append", required=True, choices=["all", *map(str, families())])
    chosen = parser.parse_args().family
    hosted = families() if "all" in chosen else tuple(Family(name) for name in chosen)
    run(lambda stop: main(stop, hosted), name="rules")
