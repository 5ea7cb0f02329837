"""The two sides of a match. Seats are letters, never colours: colours belong to the page."""

from __future__ import annotations

from typing import Final, Literal

Seat = Literal["A", "B"]

SEATS: Final[tuple[Seat, Seat]] = ("A", "B")


def other(seat: Seat) -> Seat:
    """The opponent of `seat`."""
    return "B" if seat == "A" else "A"
