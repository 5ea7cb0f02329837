"""Registrations without an account as directors see them, with other players of the same name beside each."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.entry.services.namesakes import (
    describe_players,
    fold_name,
    players_by_folded_name,
    tournament_counts,
)
from tournaments.models import Entry, Registration, Tournament

MOST_SHOWN = 500
MOST_NAMESAKES = 3


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """A registration; `entry` is None until it is confirmed. `namesakes` describes other players whose name is the same but for
    accents and capitals."""

    id: int
    name: str
    country: str
    club: str
    rating: float | None
    at: datetime
    expires_at: datetime
    email: str
    entry: int | None
    status: str
    status_label: str
    namesakes: tuple[str, ...]


def registration_rows(
    tournament: Tournament, now: datetime
) -> tuple[list[RegistrationRow], list[RegistrationRow]]:
    """Those that wait for their confirmation, and those with an entry; the latest first, MOST_SHOWN at most. Five queries for
    each 500."""
    rows = tournament.registrations.select_related("entry__player").order_by("-at", "-pk")
    listed = list(rows[:MOST_SHOWN])
    by_name = players_by_folded_name(row.name for row in listed)
    counts = tournament_counts({p.pk: p for players in by_name.values() for p in players}.values())
    waiting: list[RegistrationRow] = []
    entered: list[RegistrationRow] = []
    for row in listed:
        own = row.entry.player_id if row.entry else None
        others = [p for p in by_name.get(fold_name(row.name), []) if p.pk != own]
        described = describe_players(others[:MOST_NAMESAKES], counts)
        shown = _row(row, row.entry, tuple(text for _pk, text in described))
        if row.entry is not None:
            entered.append(shown)
        elif row.expires_at > now:
            waiting.append(shown)
    return waiting, entered


def _row(row: Registration, entry: Entry | None, namesakes: tuple[str, ...]) -> RegistrationRow:
    return RegistrationRow(
        id=row.pk,
        name=entry.title if entry else row.name,
        country=row.country,
        club=row.club,
        rating=row.rating,
        at=row.at,
        expires_at=row.expires_at,
        email=row.email,
        entry=entry.pk if entry else None,
        status=entry.status if entry else "",
        status_label=entry.get_status_display() if entry else "",
        namesakes=namesakes,
    )
