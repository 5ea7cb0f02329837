"""Matches that a monitor watches over, who watches over a match, and what was noted about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.selectors import login_name
from tournaments.bracket.selectors.names import Names
from tournaments.core.permissions import Viewer
from tournaments.models import Note, Pairing, PairingMatch, Slot, Tournament, Watch
from web.errors import NotFound

MAX_FILMED = 60
SLOTS = Prefetch("slots", Slot.objects.select_related("entry__player").order_by("side"))


@dataclass(frozen=True, slots=True)
class WatchedRow:
    """A pairing as its monitor needs it. `result` is empty while it is open."""

    id: int
    place: str
    who: tuple[str, ...]
    result: str
    notes: int


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note of the committee."""

    at: datetime
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """Who watches over a pairing."""

    id: int
    user_id: int
    name: str


def watched_by(viewer: Viewer, tournament: Tournament, names: Names) -> list[WatchedRow]:
    """What he watches over here, what is open first. Two queries."""
    found = _pairings(tournament).filter(watches__user_id=viewer.pk or 0)
    rows = [_row(one, names) for one in found]
    return sorted(rows, key=lambda row: bool(row.result))


def pairing_row(tournament: Tournament, pairing_id: int, names: Names) -> WatchedRow:
    """One pairing. Two queries."""
    found = _pairings(tournament).filter(pk=pairing_id).first()
    if found is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    return _row(found, names)


def notes_of(pairing_ids: Iterable[int]) -> list[NoteRow]:
    """The latest first. One query."""
    found = Note.objects.filter(pairing__in=list(pairing_ids)).select_related("by__player")
    return [NoteRow(at=one.at, by=login_name(one.by), text=one.text) for one in found]


def watchers_of(pairing_id: int) -> list[WatcherRow]:
    """One query."""
    found = Watch.objects.filter(pairing=pairing_id).select_related("user__player")
    return [WatcherRow(one.pk, one.user_id, login_name(one.user)) for one in found]


def _pairings(tournament: Tournament) -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
        .select_related("round__stage")
        .prefetch_related(SLOTS)
        .annotate(note_count=Count("committee_notes", distinct=True))
        .order_by("pk")
    )


def _row(one: Pairing, names: Names) -> WatchedRow:
    who = tuple(
        slot.entry.title if slot.entry else str(slot.get_state_display())
        for slot in one.slots.all()
    )
    return WatchedRow(
        id=one.pk,
        place=names.pairing(one),
        who=who,
        result=str(one.get_outcome_display()) if one.outcome else "",
        notes=one.note_count,  # type: ignore[attr-defined]  # annotated above
    )


@dataclass(frozen=True, slots=True)
class FilmedRow:
    """A match that TV could show now; `is_on`: it was chosen."""

    match: UUID
    place: str
    who: tuple[str, str]
    is_on: bool


def matches_on(tournament: Tournament, names: Names) -> list[FilmedRow]:
    """Matches that are being played. One query."""
    found = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        voided_at=None,
        match__finished_at=None,
        match__started_at__isnull=False,
    ).select_related("pairing__round__stage", "entry_a__player", "entry_b__player")
    return [
        FilmedRow(
            match=one.match_id,
            place=names.pairing(one.pairing),
            who=(one.entry_a.title, one.entry_b.title),
            is_on=one.match_id == tournament.on_tv_id,
        )
        for one in found.order_by("pairing_id", "board")[:MAX_FILMED]
    ]
