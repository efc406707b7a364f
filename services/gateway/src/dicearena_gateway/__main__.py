"""Start the gateway: ``python -m dicearena_gateway``."""

from dicearena_bus import run

from dicearena_gateway.service import main

if __name__ == "__main__":
    run(main, name="gateway")
