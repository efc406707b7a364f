"""Failures of an append that the caller must tell apart; on the wire they are ordinary typed errors."""

from __future__ import annotations

from dicearena_contracts.errors import DicearenaError, ErrorCode


class Conflict(DicearenaError):  # noqa: N818
    """Somebody else wrote first: the expected sequence is not the subject's newest. Nothing was stored."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.CONFLICT)


class Unknown(DicearenaError):  # noqa: N818
    """No acknowledgement came: it may be stored, now or a little later, or not. Look at the tip before going on."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.TIMEOUT)
