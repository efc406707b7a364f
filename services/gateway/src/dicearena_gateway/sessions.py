"""Who somebody is: a guest's id and name in a signed cookie, so that no replica has to remember anybody."""

from __future__ import annotations

from typing import Final

from dicearena_contracts.lobby import Person
from itsdangerous import BadSignature, URLSafeTimedSerializer
from pydantic import ValidationError
from starlette.requests import cookie_parser
from starlette.responses import Response

COOKIE: Final = "dicearena"
MAX_AGE: Final = 400 * 24 * 3600
"""Seconds; what browsers keep a cookie at most."""


class Sessions:
    """Signs and reads the cookie."""

    def __init__(self, keys: list[str]) -> None:
        self._signer = URLSafeTimedSerializer(keys, salt="dicearena.session")

    def seal(self, person: Person) -> str:
        """The cookie's value for a person."""
        value = self._signer.dumps([person.id, person.name])
        return value if isinstance(value, str) else value.decode()

    def read(self, value: str | None) -> Person | None:
        """The person of a cookie's value; None where it is missing, forged, too old or not ours."""
        if not value or len(value) > 512:
            return None
        try:
            identity, name = self._signer.loads(value, max_age=MAX_AGE)
            return Person(id=identity, name=name)
        except (BadSignature, ValidationError, ValueError, TypeError):
            return None

    def of_header(self, header: str | None) -> Person | None:
        """The person of a whole Cookie header, among whatever cookies other servers of that address have set."""
        if not header:
            return None
        return self.read(cookie_parser(header).get(COOKIE))

    def put(self, response: Response, person: Person, *, secure: bool) -> None:
        """Set the cookie; ``secure`` only where the request came over https (a LAN address has none)."""
        response.set_cookie(
            COOKIE, self.seal(person), max_age=MAX_AGE, httponly=True, samesite="lax", secure=secure, path="/"
        )

    @staticmethod
    def drop(response: Response) -> None:
        """Forget the person."""
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
