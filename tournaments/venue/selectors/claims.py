"""The scores that the two of a slip claim, as buttons say them: 5–3 Ferreira. What only objects claims nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.models import ScoreReport
from tournaments.venue.selectors.venue import SlipRow, Told

Kind = ScoreReport.Kind


@dataclass(frozen=True, slots=True)
class Claimed:
    """A way in which the match ended by somebody's word; `report` is whose."""

    report: int
    winner: int
    name: str
    said: str
    lost: int | None


@dataclass(frozen=True, slots=True)
class Claims:
    """Each way once, in the order in which they were said."""

    listed: tuple[Claimed, ...]

    def __iter__(self) -> Iterator[Claimed]:
        return iter(self.listed)

    @property
    def only(self) -> dict[str, Any]:
        """What a form is filled with before anybody types: the one score that was said, if it is one."""
        if len(self.listed) != 1:
            return {}
        return {"winner": self.listed[0].winner, "lost": self.listed[0].lost}


def claims_of(row: SlipRow) -> Claims:
    """Asks nothing."""
    found: dict[tuple[object, ...], Claimed] = {}
    for told in row.told:
        if told.winner in row.entries and told.winner is not None:
            found.setdefault((told.winner, told.kind, told.score), _claimed(row, told, told.winner))
    return Claims(tuple(found.values()))


def _claimed(row: SlipRow, told: Told, winner: int) -> Claimed:
    at = row.entries.index(winner)
    points = told.score if told.score is None or at == 0 else (told.score[1], told.score[0])
    name = row.names[at]
    parts = [f"{points[0]}–{points[1]}"] if points is not None else []
    said = " ".join([*parts, name])
    if told.kind != Kind.PLAYED:
        said = f"{said} ({Kind(told.kind).label})"
    is_played = told.kind == Kind.PLAYED and points is not None
    return Claimed(told.id, winner, name, said, points[1] if is_played and points else None)
