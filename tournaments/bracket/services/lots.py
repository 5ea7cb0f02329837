"""Ties across the last place that goes on are broken by lot; this records them as rulings of the site."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tournaments.models import Ruling, Tournament

LOT: Final = "lot"


def record_lots(
    tournament: Tournament, number: int, lots: Sequence[dict[str, list[int]]], now: datetime
) -> None:
    """Record who went on to that stage by lot, and who did not. The ruling changes nothing, so it is never undone."""
    after = {"stage": number, "lots": list(lots)}
    last = Ruling.objects.filter(tournament=tournament, verb=LOT).order_by("pk").last()
    if last is None or last.after != after:
        Ruling.objects.create(tournament=tournament, at=now, verb=LOT, after=after)
