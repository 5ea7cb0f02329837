"""The tables of a round with the same dice, compared with each other (T6.21): what a page shows of the field score."""

from dataclasses import dataclass
from fractions import Fraction

from django.core.cache import caches

from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.standings_cache import CACHED_S
from tournaments.models import Stage, Tournament
from tournaments.standings.field import ComparedField, compared_fields


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared in one round: the field average, and by pairing the net and the first side's field score."""

    average: Fraction
    boards: dict[str, tuple[int, Fraction]]


def field_comparisons(tournament: Tournament, number: int) -> tuple[Comparison, ...]:
    """The comparisons of a stage, one for each group of tables with the same dice; none in other tournaments.

    Cached like standings, by the tournament's version: a result, a correction and a table taken out raise it.
    """
    if not tournament.same_dice:
        return ()
    key = f"fields.{tournament.pk}.{number}.{tournament.version}"
    kept: tuple[Comparison, ...] | None = caches["pages"].get(key)
    if kept is None:
        stages = Stage.objects.filter(tournament=tournament, number=number)
        stage = stages.select_related("tournament").first()
        kept = _compared(stage) if stage else ()
        caches["pages"].set(key, kept, CACHED_S)
    return kept


def _compared(stage: Stage) -> tuple[Comparison, ...]:
    seen = position_of(stage)
    fields = compared_fields(seen.blueprint.nodes, seen.decisions, seen.fields)
    return tuple(_comparison(field) for field in fields.values())


def _comparison(field: ComparedField) -> Comparison:
    boards = {board.key: (board.net, field.score(board)) for board in field.boards}
    return Comparison(field.average, boards)
