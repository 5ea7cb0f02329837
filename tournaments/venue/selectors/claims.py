"""The scores that the players of a slip report, as the desk's buttons: 5–3 Ferreira. Objections have no score."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.models import ScoreReport
from tournaments.venue.selectors.venue import SlipReport, SlipRow

Kind = ScoreReport.Kind


@dataclass(frozen=True, slots=True)
class ClaimButton:
    """A reported result; `report` is the id of its report."""

    report: int
    winner: int
    name: str
    text: str
    lost: int | None


@dataclass(frozen=True, slots=True)
class ClaimButtons:
    """Every different result once, in the order of the reports."""

    listed: tuple[ClaimButton, ...]

    def __iter__(self) -> Iterator[ClaimButton]:
        return iter(self.listed)

    @property
    def only(self) -> dict[str, Any]:
        """The initial values of the form: the reported score, if there is only one."""
        if len(self.listed) != 1:
            return {}
        return {"winner": self.listed[0].winner, "lost": self.listed[0].lost}


def claims_of(row: SlipRow) -> ClaimButtons:
    """The reported results of a slip. No query."""
    buttons: dict[tuple[object, ...], ClaimButton] = {}
    for report in row.reports:
        if report.winner in row.entries and report.winner is not None:
            buttons.setdefault(
                (report.winner, report.kind, report.score), _button(row, report, report.winner)
            )
    return ClaimButtons(tuple(buttons.values()))


def _button(row: SlipRow, report: SlipReport, winner: int) -> ClaimButton:
    at = row.entries.index(winner)
    points = report.score if report.score is None or at == 0 else (report.score[1], report.score[0])
    name = row.names[at]
    parts = [f"{points[0]}–{points[1]}"] if points is not None else []
    text = " ".join([*parts, name])
    if report.kind != Kind.PLAYED:
        text = f"{text} ({Kind(report.kind).label})"
    is_played = report.kind == Kind.PLAYED and points is not None
    return ClaimButton(report.id, winner, name, text, points[1] if is_played and points else None)
