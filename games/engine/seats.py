"""The two seats of a match. They are never called by colour."""

from typing import Literal

Seat = Literal["A", "B"]


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return "B" if seat == "A" else "A"
