"""The progress of a rehearsal: its stages with the decided matches of each round."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.bracket.selectors.agreement import is_session
from tournaments.core import format_texts
from tournaments.core.length_texts import length_text
from tournaments.core.round_names import full_round_name
from tournaments.models import Round, Tournament

SHOWN = 40


@dataclass(frozen=True, slots=True)
class RoundSoFar:
    """A round and the number of its decided matches; byes are decided from the start."""

    name: str
    length: str
    decided: int
    pairings: int


@dataclass(frozen=True, slots=True)
class StageSoFar:
    """A stage and its rounds; only the last ones where there are many."""

    number: int
    name: str
    rounds: tuple[RoundSoFar, ...]
    left_out: int


def stages_so_far(tournament: Tournament) -> list[StageSoFar]:
    """Two queries."""
    standing = Q(pairings__voided_at=None)
    counted = (
        Round.objects.filter(stage__tournament=tournament, voided_at=None)
        .annotate(
            all=Count("pairings", filter=standing),
            done=Count("pairings", filter=standing & Q(pairings__decided_at__isnull=False)),
        )
        .order_by("number")
    )
    rounds: dict[int, list[Round]] = {}
    for row in counted:
        rounds.setdefault(row.stage_id, []).append(row)
    stages = tournament.stages.defer("seed_order", "field").order_by("number")
    return [
        StageSoFar(
            stage.number,
            format_texts.format_name(stage.format),
            tuple(_rounds(rounds.get(stage.pk, [])))[-SHOWN:],
            max(0, len(rounds.get(stage.pk, [])) - SHOWN),
        )
        for stage in stages
    ]


def _rounds(rows: list[Round]) -> Iterable[RoundSoFar]:
    sections = {row.section for row in rows}
    for row in rows:
        name = full_round_name(row.name_key, row.section, sections)
        length = length_text(row.length, is_session=is_session(row))
        yield RoundSoFar(name, length, getattr(row, "done", 0), getattr(row, "all", 0))
