"""Brackets drawn among losers (T4.2, T4.3) that stand although others belong to them: who is missing, who is too many.

For several tournaments at once, in one query where such a bracket stands, and two more where one is wrong.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

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
from tournaments.formats.fresh import misplaced
from tournaments.formats.protocol import FreshDraw, Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Round, Ruling, Slot, Tournament

KEPT = "keep_bracket"
"""The verb of the ruling that leaves a bracket as it is."""
OF_SLOT = (
    "pairing__round_id", "pairing_id", "pairing__key", "pairing__round__number",
    "pairing__advanced_id", "pairing__outcome", "pairing__winner_id", "pairing__loser_id",
    "source_kind", "source_pairing__key", "state", "entry_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WrongBracket:
    """A bracket of a stage with entries that are missing from it, and those that do not belong to it."""

    tournament: int
    stage: int
    section: str
    missing: tuple[int, ...]
    strangers: tuple[int, ...]
    names: Mapping[int, str]

    @property
    def mark(self) -> dict[str, Any]:
        """The bracket and the entries concerned, as stored by a ruling that leaves it as it is."""
        of = {"stage": self.stage, "section": self.section}
        return {**of, "missing": sorted(self.missing), "strangers": sorted(self.strangers)}

    @property
    def bracket(self) -> str:
        return section_name(self.section)

    @property
    def text(self) -> str:
        """One sentence for those who are missing, one for those who do not belong."""
        parts = (
            (self.missing, _("Missing from this bracket: %(names)s.")),
            (self.strangers, _("Should not be in this bracket: %(names)s.")),
        )
        return " ".join(text % {"names": listed(who, self.names)} for who, text in parts if who)


def find_wrong_brackets(
    drawn: Iterable[tuple[Tournament, Outline]], *, left_too: bool = False
) -> list[WrongBracket]:
    """The first wrong bracket of each stage; `left_too`: also those that a director leaves as they are."""
    standing = [
        (tournament, stage, draws)
        for tournament, parts in drawn
        for stage in parts.stages
        for draws in [_standing(stage)]
        if draws
    ]
    rows = _rows([head for _t, stage, draws in standing for head in _rounds(stage, draws)])
    wrong = [
        (
            tournament,
            WrongBracket(
                tournament.pk, stage.number, draw.sections[0], tuple(missing), tuple(strangers), {}
            ),
        )
        for tournament, stage, draws in standing
        for position in [_position(stage, rows)]
        for draw in draws
        for missing, strangers in [misplaced(position, draw)]
        if missing or strangers
    ]
    current = list(_without_left_entries(wrong)) if wrong else []
    tournaments = {bracket.tournament for bracket in current}
    left = _left_as_they_are(tournaments) if current and not left_too else []
    first: dict[tuple[int, int], WrongBracket] = {}
    for bracket in current:
        if (bracket.tournament, bracket.mark) not in left:
            first.setdefault((bracket.tournament, bracket.stage), bracket)
    return list(first.values())


def _left_as_they_are(tournaments: Collection[int]) -> list[tuple[int, Any]]:
    """The brackets that directors leave as they are, with the entries that were concerned then. One query."""
    rulings = Ruling.objects.filter(tournament__in=tournaments, verb=KEPT)
    return list(rulings.values_list("tournament_id", "after__kept"))


def _standing(stage: StageHead) -> list[FreshDraw]:
    """The draws among losers of this stage that have been made."""
    fresh = FORMATS[stage.rounds[0].row.stage.format].fresh
    drawn = {section.key for section in stage.sections}
    if fresh is None:
        return []
    draws = fresh([_plan(head.row) for head in stage.rounds], stage.options)
    return [draw for draw in draws if draw.sections[0] in drawn]


def _plan(row: Round) -> RoundPlan:
    return RoundPlan(row.number, row.name_key, row.from_end, row.section)


def _rounds(stage: StageHead, draws: Sequence[FreshDraw]) -> Iterator[int]:
    """The rounds that feed these draws, and their own."""
    numbers = {number for draw in draws for number in draw.after}
    sections = {draw.sections[0] for draw in draws}
    for head in stage.rounds:
        if head.number in numbers or head.row.section in sections:
            yield head.row.pk


def _rows(rounds: Collection[int]) -> dict[int, list[tuple[Any, ...]]]:
    """The slots of these rounds, by round. One query."""
    by_round: dict[int, list[tuple[Any, ...]]] = {}
    if rounds:
        slots = Slot.objects.filter(pairing__round__in=rounds, pairing__voided_at=None)
        for row in slots.order_by("pairing_id", "side").values_list(*OF_SLOT):
            by_round.setdefault(row[0], []).append(row[1:])
    return by_round


def _position(stage: StageHead, rows: Mapping[int, list[tuple[Any, ...]]]) -> Position:
    """A position with only what says who lost where and who is in which slot."""
    nodes: list[Node] = []
    decisions: dict[str, Decision] = {}
    for head in stage.rounds:
        slots = rows.get(head.row.pk, [])
        for first, second in zip(slots[::2], slots[1::2], strict=True):
            _pk, key, number, advanced, outcome, winner, loser, *_seat = first
            nodes.append(Node(key, number, (_source(*first[7:9]), _source(*second[7:9]))))
            occupants = (occupant_of(*first[-2:]), occupant_of(*second[-2:]))
            decisions[key] = decision_of(occupants, outcome, winner, loser, advanced=advanced)
    plans = tuple(_plan(head.row) for head in stage.rounds)
    return Position(Entrants(()), Blueprint(plans, tuple(nodes)), decisions)


def _source(kind: str, key: str | None) -> Source:
    return LoserOf(key) if kind == Slot.Source.LOSER and key else NoOne()


def _without_left_entries(
    wrong: Sequence[tuple[Tournament, WrongBracket]],
) -> Iterator[WrongBracket]:
    """The same without entries that have left, or whose player goes on as a later entry."""
    wanted = {pk for _t, bracket in wrong for pk in (*bracket.missing, *bracket.strangers)}
    entries = Entry.objects.filter(pk__in=wanted, status=Entry.Status.ACTIVE)
    names = {entry.pk: entry.title for entry in entries.select_related("player")}
    for tournament, bracket in wrong:
        there = names.keys() - superseded(tournament)
        left = replace(
            bracket,
            missing=tuple(pk for pk in bracket.missing if pk in there),
            strangers=tuple(pk for pk in bracket.strangers if pk in there),
            names=names,
        )
        if left.missing or left.strangers:
            yield left
