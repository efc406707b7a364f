"""Start the dice service: ``python -m dicearena_dice``."""

from dicearena_bus import run

from dicearena_dice.service import main

if __name__ == "__main__":
    run(main, name="dice")
