"""A tie across the last place that goes on is broken by lot; here that is put on record, as a ruling of the site."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from tournaments.models import Ruling, Tournament

LOT: Final = "lot"


def record_lots(
    tournament: Tournament, number: int, lots: Sequence[dict[str, list[int]]], now: datetime
) -> None:
    """A line of the record: who went on to that stage by lot, and who did not. It changes nothing, so nobody undoes it."""
    after = {"stage": number, "lots": list(lots)}
    last = Ruling.objects.filter(tournament=tournament, verb=LOT).order_by("pk").last()
    if last is None or last.after != after:
        Ruling.objects.create(tournament=tournament, at=now, verb=LOT, after=after)
