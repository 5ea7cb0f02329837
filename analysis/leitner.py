"""PURE. When a card of the training comes again: Leitner boxes.

Sebastian Leitner, "So lernt man lernen", Herder 1972. A right answer moves the card one box on, a wrong one moves it back to
the first box. Each box waits twice as long as the one before it; a card in the last box stays there.
"""

from datetime import date, timedelta

NEW = 0
"""The box of a card that was never answered."""
FIRST = 1
DAYS = (1, 2, 4, 8, 16, 32, 64)
"""How long a card waits in each box, from the first one."""
LAST = len(DAYS)


def box_after(box: int, *, is_right: bool) -> int:
    """The box of a card after an answer. A new card that is answered right skips the first box."""
    return min(max(box, FIRST) + 1, LAST) if is_right else FIRST


def due_after(box: int, today: date) -> date:
    """The day on which a card comes again that was put into this box today."""
    return today + timedelta(days=DAYS[box - 1])
