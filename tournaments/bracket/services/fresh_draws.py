"""Brackets that were drawn among losers (T4.2, T4.3), when corrections or late entries have changed who belongs there.

A bracket in which nobody has begun is set aside and drawn again automatically; one that has begun stays until a
director draws it again (ruling/services/redraw_rulings.py).
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services import stages
from tournaments.formats.base import RoundPlan
from tournaments.formats.fresh import belonging, entries_in, is_outdated
from tournaments.formats.protocol import FreshDraw
from tournaments.formats.registry import FORMATS
from tournaments.models import Override, Pairing, PairingMatch, Result, Slip, Stage, TableUse


def draws_of(stage: Stage) -> list[FreshDraw]:
    """The draws among losers of a stage, in order. One query, none where its format has none."""
    form = FORMATS[stage.format]
    if not form.fresh:
        return []
    rounds = stage.rounds.filter(voided_at=None).order_by("number")
    rows = rounds.values_list("number", "name_key", "from_end", "section")
    return list(form.fresh([RoundPlan(*row) for row in rows], stage.options))


def pairings_of(stage: Stage, draw: FreshDraw) -> set[int]:
    """The pairings that stand of this draw, and of those drawn from it."""
    standing = stage.pairings.filter(voided_at=None, round__section__in=draw.sections)
    return set(standing.values_list("pk", flat=True))


def set_outdated_aside(stage: Stage, decided: Iterable[Pairing], now: datetime) -> set[int]:
    """After these pairings were decided anew: set aside a bracket to which others belong now, unless it has begun.

    Returns the pairings that were set aside.
    """
    draws = draws_of(stage)
    reached = {pairing.round.number for pairing in decided} if draws else set()
    concerned = [d for d in draws if not reached.isdisjoint(d.after) and not _awaited(stage, d)]
    position = position_of(stage) if concerned else None
    for draw in concerned:
        if position is not None and is_outdated(position, draw, unless_known=True):
            standing = pairings_of(stage, draw)
            if not _was_touched(standing):
                return set_aside(stage, draw, now)
    return set()


def set_aside(stage: Stage, draw: FreshDraw, now: datetime) -> set[int]:
    """Set a bracket aside, so that its format draws it again when its losers are known."""
    gone = stages.set_aside(stage, pairings_of(stage, draw), now)
    stage.grow_after, stage.due_at = list(draw.after), None
    stage.save(update_fields=["grow_after", "due_at"])
    return gone


class OutdatedBracket(NamedTuple):
    """A bracket that stands although others belong to it by now: the entries in it, and those that belong to it."""

    draw: FreshDraw
    seated: list[int]
    belonging: list[int]


def outdated(stage: Stage) -> OutdatedBracket | None:
    """The first outdated bracket of a stage."""
    draws = [draw for draw in draws_of(stage) if pairings_of(stage, draw)]
    position = position_of(stage) if draws else None
    for draw in draws:
        if position is not None and is_outdated(position, draw, unless_known=False):
            return OutdatedBracket(draw, entries_in(position, draw), belonging(position, draw))
    return None


def _awaited(stage: Stage, draw: FreshDraw) -> bool:
    return stage.grow_after == list(draw.after)


def _was_touched(pairings: Collection[int]) -> bool:
    """Was a match of these ever begun or given a table, a result reported, a slot set by hand? Even if it was undone, so
    that asking again later gives the same answer."""
    of = {"pairing__in": pairings}
    return any(
        rows.exists()
        for rows in (
            PairingMatch.objects.filter(**of, match__started_at__isnull=False),
            Result.objects.filter(**of),
            Override.objects.filter(**of),
            Slip.objects.filter(**of, begun_at__isnull=False),
            TableUse.objects.filter(slip__pairing__in=pairings),
        )
    )
