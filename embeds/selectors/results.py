"""The latest results of tournaments, as lines of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tournaments.bracket.selectors.names import Names
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Pairing, Round, Tournament

LEFT_OUT = (Pairing.Outcome.OPEN, Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """A decided pairing: the winner first, if there is one; in a match of teams without points. `match` is the one match that was played here for it."""

    id: int
    at: datetime
    text: str
    where: str
    match: UUID | None


def latest_results(rows: Sequence[Tournament], most: int) -> list[ResultEntry]:
    """Of all these tournaments together, the newest first. Five queries, none without tournaments."""
    if not rows:
        return []
    decided = Pairing.objects.filter(
        stage__tournament__in=rows, voided_at=None, decided_at__isnull=False
    )
    decided = decided.exclude(outcome__in=LEFT_OUT).order_by("-decided_at", "-pk")
    related = decided.select_related("round", "stage__tournament")
    pairings = list(related.prefetch_related("slots__entry__player", "pairing_matches")[:most])
    results = counting_results().filter(pairing__in=pairings)
    scores = {row.pairing_id: row.score or {} for row in results}
    alone = {row.pk for row in rows if row.boards == 1}
    names = _names(rows)
    return [
        _entry(pairing, scores.get(pairing.pk, {}) if of in alone else {}, names[of])
        for pairing in pairings
        for of in [pairing.stage.tournament_id]
    ]


def _names(rows: Sequence[Tournament]) -> dict[int, Names]:
    rounds: dict[int, list[Round]] = {row.pk: [] for row in rows}
    for row in Round.objects.filter(stage__tournament__in=rows).select_related("stage"):
        rounds[row.stage.tournament_id].append(row)
    return {pk: Names(of) for pk, of in rounds.items()}


def _entry(pairing: Pairing, score: dict[str, int], names: Names) -> ResultEntry:
    entries = [slot.entry for slot in pairing.slots.all() if slot.entry is not None]
    entries.sort(key=lambda entry: entry.pk != pairing.winner_id)
    text = " – ".join(entry.title for entry in entries)
    points = [score.get(str(entry.pk)) for entry in entries]
    if len(points) == 2 and None not in points:
        text += f" {points[0]}–{points[1]}"
    if pairing.outcome != Pairing.Outcome.PLAYED:
        text += f" ({pairing.get_outcome_display()})"
    matches = [row.match_id for row in pairing.pairing_matches.all() if row.voided_at is None]
    assert pairing.decided_at is not None  # noqa: S101  # only those were read
    tournament = pairing.stage.tournament
    where = f"{tournament.name} · {names.full_round(pairing.round)}"
    match = matches[0] if len(matches) == 1 else None
    return ResultEntry(pairing.pk, pairing.decided_at, text, where, match)
