"""Pairings that a monitor watches, the monitors of a pairing, and notes on it."""

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
    """A monitor of a pairing."""

    id: int
    user_id: int
    name: str


def watched_by(viewer: Viewer, tournament: Tournament, names: Names) -> list[WatchedRow]:
    """The pairings that the viewer watches, open ones first. Two queries."""
    pairings = _pairings(tournament).filter(watches__user_id=viewer.pk or 0)
    rows = [_row(pairing, names) for pairing in pairings]
    return sorted(rows, key=lambda row: bool(row.result))


def pairing_row(tournament: Tournament, pairing_id: int, names: Names) -> WatchedRow:
    """One pairing. Two queries."""
    pairing = _pairings(tournament).filter(pk=pairing_id).first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return _row(pairing, names)


def notes_of(pairing_ids: Iterable[int]) -> list[NoteRow]:
    """The notes of these pairings, newest first. One query."""
    notes = Note.objects.filter(pairing__in=list(pairing_ids)).select_related("by__player")
    return [NoteRow(at=note.at, by=login_name(note.by), text=note.text) for note in notes]


def watchers_of(pairing_id: int) -> list[WatcherRow]:
    """The monitors of a pairing. One query."""
    watches = Watch.objects.filter(pairing=pairing_id).select_related("user__player")
    return [WatcherRow(watch.pk, watch.user_id, login_name(watch.user)) for watch in watches]


def _pairings(tournament: Tournament) -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
        .select_related("round__stage")
        .prefetch_related(SLOTS)
        .annotate(note_count=Count("committee_notes", distinct=True))
        .order_by("pk")
    )


def _row(pairing: Pairing, names: Names) -> WatchedRow:
    who = tuple(
        slot.entry.title if slot.entry else str(slot.get_state_display())
        for slot in pairing.slots.all()
    )
    return WatchedRow(
        id=pairing.pk,
        place=names.pairing(pairing),
        who=who,
        result=str(pairing.get_outcome_display()) if pairing.outcome else "",
        notes=pairing.note_count,  # type: ignore[attr-defined]  # annotated above
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
    running = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        voided_at=None,
        match__finished_at=None,
        match__started_at__isnull=False,
    ).select_related("pairing__round__stage", "entry_a__player", "entry_b__player")
    return [
        FilmedRow(
            match=on.match_id,
            place=names.pairing(on.pairing),
            who=(on.entry_a.title, on.entry_b.title),
            is_on=on.match_id == tournament.on_tv_id,
        )
        for on in running.order_by("pairing_id", "board")[:MAX_FILMED]
    ]
