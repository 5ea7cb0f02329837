"""Every round of a tournament with how far it has come, for the desk. The open matches: open_matches.py."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.bracket.selectors.outline import Outline, RoundHead, StageHead
from tournaments.models import Pairing, PairingMatch, Tournament

EMPTY = (Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list of rounds: how many pairings of two it has, and how many of them are decided or being
    played."""

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
