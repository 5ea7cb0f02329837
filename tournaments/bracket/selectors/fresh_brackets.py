"""Brackets drawn among losers (T4.2, T4.3) that stand although others belong to them: who is missing, who is too many.

Of several tournaments at once, in one query where such a bracket stands, and two more where one is wrong.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import ngettext

from tournaments.bracket.selectors.outline import Outline, StageHead
from tournaments.bracket.selectors.positions import decision_of, occupant_of
from tournaments.bracket.selectors.re_entries import superseded
from tournaments.core.round_names import section_name
from tournaments.core.tie_break_texts import listed
from tournaments.formats.base import (
    Blueprint,
    Decision,
    Entrants,
    LoserOf,
    Node,
    NoOne,
    RoundPlan,
    Source,
)
from tournaments.formats.fresh import amiss
from tournaments.formats.protocol import FreshDraw, Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Round, Ruling, Slot, Tournament

KEPT = "keep_bracket"
"""The verb of the ruling that leaves a bracket as it is."""
OF_SLOT = (
    "pairing__round_id", "pairing_id", "pairing__key", "pairing__round__number",
    "pairing__outcome", "pairing__winner_id", "pairing__loser_id",
    "source_kind", "source_pairing__key", "state", "entry_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wrong:
    """A bracket of a stage with entries that have no place in it and should, and those that have one and should not."""

    tournament: int
    stage: int
    section: str
    missing: tuple[int, ...]
    strangers: tuple[int, ...]
    names: Mapping[int, str]

    @property
    def mark(self) -> dict[str, Any]:
        """Which bracket it is and who is concerned, as a ruling keeps it that leaves it as it is."""
        of = {"stage": self.stage, "section": self.section}
        return {**of, "missing": sorted(self.missing), "strangers": sorted(self.strangers)}

    @property
    def bracket(self) -> str:
        return section_name(self.section)

    @property
    def text(self) -> str:
        """One sentence for those who are missing, one for those who do not belong."""
        told = (
            (
                self.missing,
                ngettext(
                    "%(names)s has lost and has no place in it.",
                    "%(names)s have lost and have no place in it.",
                    len(self.missing),
                ),
            ),
            (
                self.strangers,
                ngettext(
                    "%(names)s has a place in it and does not belong there.",
                    "%(names)s have a place in it and do not belong there.",
                    len(self.strangers),
                ),
            ),
        )
        return " ".join(text % {"names": listed(who, self.names)} for who, text in told if who)


def wrong_among(
    drawn: Iterable[tuple[Tournament, Outline]], *, left_too: bool = False
) -> list[Wrong]:
    """The first one of each stage; `left_too`: those as well that a director leaves as they are."""
    standing = [
        (tournament, stage, draws)
        for tournament, parts in drawn
        for stage in parts.stages
        for draws in [_standing(stage)]
        if draws
    ]
    rows = _rows([head for _t, stage, draws in standing for head in _rounds(stage, draws)])
    found = [
        (
            tournament,
            Wrong(
                tournament.pk, stage.number, draw.sections[0], tuple(missing), tuple(strangers), {}
            ),
        )
        for tournament, stage, draws in standing
        for position in [_position(stage, rows)]
        for draw in draws
        for missing, strangers in [amiss(position, draw)]
        if missing or strangers
    ]
    told = list(_without_who_left(found)) if found else []
    left = _left_as_they_are({one.tournament for one in told}) if told and not left_too else []
    first: dict[tuple[int, int], Wrong] = {}
    for one in told:
        if (one.tournament, one.mark) not in left:
            first.setdefault((one.tournament, one.stage), one)
    return list(first.values())


def _left_as_they_are(tournaments: Collection[int]) -> list[tuple[int, Any]]:
    """What directors have said that it stays, with those whom it concerned then. One query."""
    rulings = Ruling.objects.filter(tournament__in=tournaments, verb=KEPT)
    return list(rulings.values_list("tournament_id", "after__kept"))


def _standing(stage: StageHead) -> list[FreshDraw]:
    """Its brackets of this kind that are drawn."""
    fresh = FORMATS[stage.rounds[0].row.stage.format].fresh
    drawn = {section.key for section in stage.sections}
    if fresh is None:
        return []
    draws = fresh([_plan(head.row) for head in stage.rounds], stage.options)
    return [draw for draw in draws if draw.sections[0] in drawn]


def _plan(row: Round) -> RoundPlan:
    return RoundPlan(row.number, row.name_key, row.from_end, row.section)


def _rounds(stage: StageHead, draws: Sequence[FreshDraw]) -> Iterator[int]:
    """Those that feed them, and their own."""
    numbers = {number for draw in draws for number in draw.after}
    sections = {draw.sections[0] for draw in draws}
    for head in stage.rounds:
        if head.number in numbers or head.row.section in sections:
            yield head.row.pk


def _rows(rounds: Collection[int]) -> dict[int, list[tuple[Any, ...]]]:
    """The seats of these rounds, by round. One query."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    if rounds:
        seats = Slot.objects.filter(pairing__round__in=rounds, pairing__voided_at=None)
        for row in seats.order_by("pairing_id", "side").values_list(*OF_SLOT):
            found.setdefault(row[0], []).append(row[1:])
    return found


def _position(stage: StageHead, rows: Mapping[int, list[tuple[Any, ...]]]) -> Position:
    """As much of a stage as tells who lost where and who sits where."""
    nodes: list[Node] = []
    decisions: dict[str, Decision] = {}
    for head in stage.rounds:
        seats = rows.get(head.row.pk, [])
        for one, two in zip(seats[::2], seats[1::2], strict=True):
            _pk, key, number, outcome, winner, loser, *_seat = one
            nodes.append(Node(key, number, (_source(*one[6:8]), _source(*two[6:8]))))
            two_sit = (occupant_of(*one[-2:]), occupant_of(*two[-2:]))
            decisions[key] = decision_of(two_sit, outcome, winner, loser)
    plans = tuple(_plan(head.row) for head in stage.rounds)
    return Position(Entrants(()), Blueprint(plans, tuple(nodes)), decisions)


def _source(kind: str, key: str | None) -> Source:
    return LoserOf(key) if kind == Slot.Source.LOSER and key else NoOne()


def _without_who_left(found: Sequence[tuple[Tournament, Wrong]]) -> Iterator[Wrong]:
    """Who has left is neither missed nor too many; nor who plays on by a newer line."""
    wanted = {pk for _t, one in found for pk in (*one.missing, *one.strangers)}
    entries = Entry.objects.filter(pk__in=wanted, status=Entry.Status.ACTIVE)
    names = {one.pk: one.title for one in entries.select_related("player")}
    for tournament, one in found:
        there = names.keys() - superseded(tournament)
        left = replace(
            one,
            missing=tuple(pk for pk in one.missing if pk in there),
            strangers=tuple(pk for pk in one.strangers if pk in there),
            names=names,
        )
        if left.missing or left.strangers:
            yield left
