"""The structure of a tournament so far: its stages, their brackets or groups, the rounds of each. Two queries.

No pairings: pages choose by this which part of the draw to read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count

from tournaments.bracket.selectors.names import Names, play_until, rounds_of
from tournaments.core.format_texts import format_name
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Round, Tournament

SMALL = 200  # pairings that a page shows at once


@dataclass(frozen=True, slots=True)
class RoundHead:
    """A round without its pairings; `undecided` says how many are still to be decided."""

    row: Round
    name: str
    full_name: str
    undecided: int

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def until(self) -> datetime | None:
        """By when it is to be played, as long as something in it is not decided."""
        return play_until(self.row) if self.undecided else None


@dataclass(frozen=True, slots=True)
class SectionHead:
    """A bracket or a group of a stage. The title is empty where it is the only one."""

    key: str
    title: str
    rounds: tuple[RoundHead, ...]


@dataclass(frozen=True, slots=True)
class StageHead:
    """A stage that is drawn. `counts` says how its standings are counted: knockout, points or lives."""

    id: int
    number: int
    title: str
    counts: str
    sections: tuple[SectionHead, ...]
    grow_after: list[int] | None
    due_at: datetime | None
    options: dict[str, object] = field(default_factory=dict)
    outdated: dict[str, list[int]] | None = None
    format: str = ""
    lots: list[dict[str, list[int]]] | None = None

    @property
    def rounds(self) -> tuple[RoundHead, ...]:
        """In the order in which they can be played."""
        heads = [head for section in self.sections for head in section.rounds]
        return tuple(sorted(heads, key=lambda head: head.number))

    @property
    def is_tree(self) -> bool:
        return self.counts == "knockout"

    @property
    def is_grouped(self) -> bool:
        return not self.is_tree and len(self.sections) > 1

    @property
    def is_over(self) -> bool:
        return self.grow_after is None and not any(head.undecided for head in self.rounds)

    @property
    def next_stage_due(self) -> bool:
        """Does the draw of the next stage wait for the director to publish it?"""
        return self.grow_after is None and self.due_at is not None

    def section(self, key: str | None) -> SectionHead:
        return next((section for section in self.sections if section.key == key), self.sections[0])


@dataclass(frozen=True, slots=True)
class Outline:
    """Stages in order; `later` are the names of those that are still to come."""

    stages: tuple[StageHead, ...]
    later: tuple[str, ...]
    names: Names

    def stage(self, number: int | None) -> StageHead | None:
        """The stage of that number, else the last that is drawn; None before the draw."""
        stage = next((stage for stage in self.stages if stage.number == number), None)
        return stage or (self.stages[-1] if self.stages else None)

    @property
    def has_drawing(self) -> bool:
        """Is there a tree or a group to look at, and not rounds alone?"""
        return any(stage.is_tree or stage.is_grouped for stage in self.stages)


def outline(tournament: Tournament) -> Outline:
    return outlines([tournament])[tournament.pk]


def outlines(tournaments: Sequence[Tournament]) -> dict[int, Outline]:
    """Of several tournaments, each by its id; two queries all the same."""
    rounds = rounds_of(*tournaments) if tournaments else []
    waiting = _undecided(tournaments) if rounds else {}
    of: dict[int, list[Round]] = {}
    for row in rounds:
        of.setdefault(row.stage.tournament_id, []).append(row)
    return {t.pk: _outline(t, of.get(t.pk, []), waiting) for t in tournaments}


def _outline(tournament: Tournament, rounds: list[Round], waiting: dict[int, int]) -> Outline:
    names = Names(rounds)
    by_stage: dict[int, list[Round]] = {}
    for row in rounds:
        by_stage.setdefault(row.stage.number, []).append(row)
    stages = tuple(_stage(stage_rounds, names, waiting) for stage_rounds in by_stage.values())
    later = tournament.agreed.get("later_stages") or []
    to_come = later[max(0, len(stages) - 1) :]
    return Outline(stages, tuple(format_name(stage["format"]) for stage in to_come), names)


def _undecided(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """How many pairings of each round are to be decided."""
    to_decide = Pairing.objects.filter(
        stage__tournament__in=tournaments, decided_at=None, voided_at=None
    )
    counted = to_decide.order_by().values("round_id").annotate(n=Count("pk"))
    return {row["round_id"]: row["n"] for row in counted}


def _stage(rounds: Iterable[Round], names: Names, waiting: dict[int, int]) -> StageHead:
    sections: dict[str, list[RoundHead]] = {}
    for row in rounds:
        head = RoundHead(row, names.round(row), names.full_round(row), waiting.get(row.pk, 0))
        sections.setdefault(row.section, []).append(head)
    stage = row.stage
    return StageHead(
        id=stage.pk,
        number=stage.number,
        title=format_name(stage.format),
        counts=FORMATS[stage.format].counts,
        sections=tuple(
            SectionHead(key, names.section(heads[0].row), tuple(heads))
            for key, heads in sections.items()
        ),
        grow_after=stage.grow_after,
        due_at=stage.due_at,
        options=stage.options,
        outdated=stage.outdated,
        format=stage.format,
        lots=stage.lots,
    )
