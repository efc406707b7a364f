"""generated/openapi.json: the REST API as FastAPI describes it."""

from __future__ import annotations

import os

from generators.schemas import dump


def document() -> str:
    """The OpenAPI document."""
    os.environ.setdefault("DICEARENA_SESSION_KEY", "only-to-describe-the-api")
    from dicearena_gateway.app import make_app
    from dicearena_gateway.settings import GatewaySettings

    return dump(make_app(GatewaySettings(web_dist=None)).openapi())
