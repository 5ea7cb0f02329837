"""The director's desk: matches that are open, round by round, and every round with how far it has come.

A page shows at most PER_PAGE pairings, however many there are; whatever is undecided comes first.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet

from tournaments.models import Pairing, PairingMatch, Slot, Tournament
from tournaments.permissions import Viewer
from tournaments.selectors.bracket import pairings_view
from tournaments.selectors.outline import Outline, RoundHead, StageHead
from tournaments.selectors.shapes import RoundRow

PER_PAGE = 60
EMPTY = (Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list of rounds: pairings between two, and how many of them are decided or being played."""

    head: RoundHead
    total: int
    done: int
    playing: int

    @property
    def id(self) -> int:
        return self.head.row.pk

    @property
    def is_over(self) -> bool:
        return not self.head.undecided


@dataclass(frozen=True, slots=True)
class SectionLines:
    """The rounds of a bracket or a group."""

    title: str
    lines: tuple[RoundLine, ...]

    @property
    def is_over(self) -> bool:
        return all(line.is_over for line in self.lines)


@dataclass(frozen=True, slots=True)
class StageLines:
    """A stage with its sections."""

    head: StageHead
    sections: tuple[SectionLines, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    """One page of matches, in their rounds; `chosen` is the round asked for, None where all that is open is shown."""

    rounds: tuple[RoundRow, ...]
    page: Page[Pairing]
    chosen: RoundHead | None
    open: int


def stage_lines(tournament: Tournament, parts: Outline) -> tuple[StageLines, ...]:
    """Every round that is drawn, by stage and section. Two queries besides the outline's."""
    counted = _counted(tournament)
    playing = _playing(tournament)
    none = (0, 0)

    def line(head: RoundHead) -> RoundLine:
        total, done = counted.get(head.row.pk, none)
        return RoundLine(head, total, done, playing.get(head.row.pk, 0))

    return tuple(
        StageLines(
            stage,
            tuple(
                SectionLines(section.title, tuple(line(head) for head in section.rounds))
                for section in stage.sections
            ),
        )
        for stage in parts.stages
    )


def matches(
    tournament: Tournament, viewer: Viewer, parts: Outline, *, chosen: str | None, page: str | None
) -> Matches:
    """What is open, or all of one round, page by page."""
    head = _head(parts, chosen)
    still_open = _open(tournament)
    wanted = still_open if head is None else _of_round(head)
    shown = Paginator(wanted.only("pk"), PER_PAGE).get_page(page)
    rounds = pairings_view(tournament, viewer, parts.names, [one.pk for one in shown])
    count = shown.paginator.count if head is None else still_open.count()
    return Matches(tuple(_in_order(rounds)), shown, head, count)


def _head(parts: Outline, chosen: str | None) -> RoundHead | None:
    heads = (head for stage in parts.stages for head in stage.rounds)
    return next((head for head in heads if str(head.row.pk) == chosen), None)


def _open(tournament: Tournament) -> QuerySet[Pairing]:
    """Undecided pairings whose two are known; those that are being played first within their round."""
    nobody_yet = Slot.objects.filter(pairing__stage__tournament=tournament, state="pending")
    waiting = Pairing.objects.filter(
        stage__tournament=tournament, decided_at=None, voided_at=None
    ).exclude(pk__in=nobody_yet.values("pairing_id"))
    return waiting.order_by("stage__number", "round__number", "number")


def _of_round(head: RoundHead) -> QuerySet[Pairing]:
    found = Pairing.objects.filter(round=head.row, voided_at=None).exclude(outcome__in=EMPTY)
    return found.order_by(F("decided_at").asc(nulls_first=True), "number")


def _in_order(rounds: Iterable[RoundRow]) -> Iterable[RoundRow]:
    """Undecided first in each round."""
    for row in rounds:
        pairings = sorted(row.pairings, key=lambda one: (one.state == "done", one.number))
        yield replace(row, pairings=tuple(pairings))


def _counted(tournament: Tournament) -> dict[int, tuple[int, int]]:
    between_two = Pairing.objects.filter(stage__tournament=tournament, voided_at=None).exclude(
        outcome__in=EMPTY
    )
    rows = (
        between_two.order_by()
        .values("round_id")
        .annotate(total=Count("pk"), done=Count("pk", filter=Q(decided_at__isnull=False)))
    )
    return {row["round_id"]: (row["total"], row["done"]) for row in rows}


def _playing(tournament: Tournament) -> dict[int, int]:
    live = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        voided_at=None,
        match__started_at__isnull=False,
        match__finished_at=None,
    )
    rows = live.order_by().values("pairing__round_id").annotate(n=Count("pairing", distinct=True))
    return {row["pairing__round_id"]: row["n"] for row in rows}
