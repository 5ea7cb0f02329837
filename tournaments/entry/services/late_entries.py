"""Late entry after the start (T9.1), and re-entry after a loss (T4.4). late_slots.py finds the slot.

The caller has locked the tournament; each late entry is recorded as a ruling, so that it can be undone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.staff_access import act_as_staff
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.started import is_playing
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, may_direct, require_director, require_status
from tournaments.entry.services import consent
from tournaments.entry.services.late_slots import drawn_stage, find_late_slot, take_late_slot
from tournaments.entry.services.places import (
    Applicant,
    latest_entry,
    require_room,
    save_entry,
    take_place,
)
from tournaments.formats.base import FINAL, MAIN
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Pairing, Result, Stage, Tournament
from tournaments.ruling.selectors.called_matches import called_matches, cancelled_matches
from tournaments.ruling.services.journal import Journal, ruling
from tournaments.ruling.services.preview import ConfirmationNeeded
from web.errors import DomainError

Status = Tournament.Status
REENTRY_COUNTS = frozenset({"knockout", "lives"})  # formats in which a loss can eliminate a player


class OnlyByDirector(DomainError):  # noqa: N818  # reads as the refusal it is
    """Only a director may cancel matches that have been called."""

    def __init__(self) -> None:
        text = _(
            "Every free slot faces a match that has been called. Ask the director to enter you."
        )
        super().__init__("no_free_line", text)


def enter_late(
    tournament: Tournament, who: Applicant, *, by: Viewer | None, now: datetime, confirm: str = ""
) -> Entry:
    """Enter an applicant while the tournament runs. `confirm` is the digest of a preview of the called matches to cancel.

    Refused besides as before the start: no_free_line, has_left, needs_confirmation, stale_preview.
    """
    settle(tournament, now)
    require_status(tournament, Status.RUNNING)
    _require_late_entry(tournament, by)
    stage = drawn_stage(tournament)
    _require_not_left(stage, latest_entry(tournament, who.player))
    slot = find_late_slot(stage)
    with (
        _confirmed(tournament, who, by, confirm),
        ruling(tournament, "late_entry", by=by, now=now, reason="") as journal,
    ):
        entry = take_place(tournament, who, now, joined_round=slot.joined_round)
        _record(journal, entry, slot.number)
        take_late_slot(slot, entry.pk, journal)
    return entry


@transaction.atomic
def reenter(
    tournament_id: int,
    player: Player,
    *,
    by: Viewer | None,
    now: datetime,
    reason: str = "",
    confirm: str = "",
) -> Entry:
    """A new entry for a player who has lost; their results stay. Their old entry stays in the consolation if agreed.

    Refused: no_reentries_left, not_lost, match_on, disqualified, no_free_line, needs_confirmation, stale_preview.
    """
    tournament = locked(tournament_id)
    if not _enters_themselves(player, by):
        require_director(by, tournament)
    settle(tournament, now)
    require_status(tournament, Status.RUNNING)
    _require_late_entry(tournament, by)
    stage = drawn_stage(tournament)
    old = _lost_entry(tournament, stage, player)
    slot = find_late_slot(stage, _opponents_of(old))
    with (
        _confirmed(tournament, Applicant(player), by, confirm),
        ruling(tournament, "reentry", by=by, now=now, reason=reason) as journal,
    ):
        if old.is_active and not _keeps_old_entry(tournament, stage, old):
            _require_no_match(old)
            journal.set(old, status=Entry.Status.WITHDRAWN)
        require_room(tournament)
        asked = () if _enters_themselves(player, by) else consent.awaiting(old)
        who = Applicant(player, _members(old), old.name, asked)
        entry = Entry(
            tournament=tournament,
            player=player,
            attempt=old.attempt + 1,
            club=old.club,
            family=old.family,
            joined_round=slot.joined_round,
        )
        save_entry(tournament, entry, who, now)
        consent.invite(tournament, ((entry, player) for player in asked), by=by, now=now)
        _record(journal, entry, slot.number)
        take_late_slot(slot, entry.pk, journal)
    return entry


def require_late_slot(
    tournament: Tournament, who: Applicant, *, by: Viewer | None, now: datetime
) -> None:
    """Refuse to invite a player who could not enter late after accepting: entry_closed, no_free_line, has_left."""
    settle(tournament, now)
    require_status(tournament, Status.RUNNING)
    _require_late_entry(tournament, by)
    stage = drawn_stage(tournament)
    _require_not_left(stage, latest_entry(tournament, who.player))
    find_late_slot(stage)


def _enters_themselves(player: Player, by: Viewer | None) -> bool:
    return by is not None and by.pk is not None and by.pk == player.user_id


def may_enter_late(tournament: Tournament, *, by_themselves: bool = False) -> bool:
    """Could anybody enter now? For pages; the service checks again. Players cannot cancel called matches."""
    if tournament.status != Status.RUNNING:
        return False
    try:
        slot = find_late_slot(drawn_stage(tournament))
    except DomainError:
        return False
    return not (by_themselves and slot.cancels)


def may_reenter(tournament: Tournament, player: Player) -> bool:
    """Could this player re-enter now by themselves? For pages; the service checks again."""
    if not tournament.reentries or tournament.status != Status.RUNNING:
        return False
    try:
        stage = drawn_stage(tournament)
        slot = find_late_slot(stage, _opponents_of(_lost_entry(tournament, stage, player)))
    except DomainError:
        return False
    return not slot.cancels


@contextmanager
def _confirmed(
    tournament: Tournament, who: Applicant, by: Viewer | None, confirm: str
) -> Iterator[None]:
    """Refuse what the block does if it cancels called matches and `confirm` is not the digest of exactly these.

    The slot itself, a redrawn table or a redrawn later bracket can cancel them. Players who enter by themselves cannot
    cancel any.
    """
    before = called_matches(tournament)
    yield
    preview = cancelled_matches(before)
    if preview.changes and _enter_themselves(tournament, who, by):
        raise OnlyByDirector
    if confirm and confirm != preview.digest:
        text = _("The preview is out of date. Check the changes again.")
        raise ConfirmationNeeded("stale_preview", text, preview)
    if preview.changes and not confirm:
        text = _(
            "Every free slot faces a match that has been called. The player is not entered yet."
        )
        raise ConfirmationNeeded("needs_confirmation", text, preview)


def _enter_themselves(tournament: Tournament, who: Applicant, by: Viewer | None) -> bool:
    if by is None or by.pk is None or by.pk != who.player.user_id:
        return False
    return not may_direct(by, tournament)


def _record(journal: Journal, entry: Entry, number: int) -> None:
    journal.added([entry], status=Entry.Status.WITHDRAWN)
    journal.ruling.after = {"entry": entry.pk, "player": entry.title, "number": number}


def _require_not_left(stage: Stage, before: Entry | None) -> None:
    if before is not None and before.pk in stage.field and not before.is_active:
        text = _("This player has left the tournament. A director can undo this.")
        raise DomainError("has_left", text)


def _require_late_entry(tournament: Tournament, by: Viewer | None) -> None:
    """A director may always enter somebody late."""
    if tournament.late_entry or by is None:
        return
    if not may_direct(by, tournament):
        text = _("The tournament has started. Only a director can enter players now.")
        raise DomainError("entry_closed", text)
    act_as_staff(by)


def _lost_entry(tournament: Tournament, stage: Stage, player: Player) -> Entry:
    """The entry with which the player lost. Refused: they may not re-enter."""
    old = latest_entry(tournament, player)
    if old is None or old.pk not in stage.field:
        raise DomainError("not_lost", _("Re-entry is only for players who have played and lost."))
    if old.status == Entry.Status.DISQUALIFIED:
        raise DomainError("disqualified", _("This player is disqualified from this tournament."))
    if old.attempt > tournament.reentries:
        raise DomainError("no_reentries_left", _("This player has no re-entries left."))
    if FORMATS[stage.format].counts not in REENTRY_COUNTS:
        raise DomainError(
            "no_reentries_left", _("This player is still in this stage and cannot re-enter it.")
        )
    if not _has_lost(stage, old):
        if FORMATS[stage.format].counts == "lives":
            raise DomainError(
                "not_lost", _("Re-entry is only for players who have lost all lives.")
            )
        raise DomainError(
            "not_lost", _("Re-entry is only for players who lost in the first round.")
        )
    return old


def _has_lost(stage: Stage, entry: Entry) -> bool:
    """Lost in the first round of the main bracket (T4.4); where lives are counted, lost all of them."""
    if FORMATS[stage.format].counts == "lives":
        lost = Pairing.objects.filter(stage=stage, voided_at=None, loser=entry).count()
        return lost >= int(stage.options.get("lives", 1))
    lost_there = Pairing.objects.filter(stage=stage, voided_at=None, round__section=MAIN)
    first = lost_there.filter(Q(slots__entry=entry)).order_by("round__number").values("pk")[:1]
    results = counting_results().filter(pairing__in=list(first.values_list("pk", flat=True)))
    left = Q(loser=entry) | Q(second_loser=entry) | Q(winner=entry, advances__isnull=False)
    return results.filter(left).exclude(advances=entry).exists()


def _opponents_of(old: Entry) -> frozenset[int]:
    """Everybody this entry has been paired with, and the entry itself."""
    entries: set[int | None] = {old.pk}
    for result in Result.objects.filter(Q(winner=old) | Q(loser=old) | Q(second_loser=old)):
        entries |= {result.winner_id, result.loser_id, result.second_loser_id}
    return frozenset(pk for pk in entries if pk is not None)


def _keeps_old_entry(tournament: Tournament, stage: Stage, old: Entry) -> bool:
    """Only where it cannot lead back: nobody is alive twice in one bracket (T4.4)."""
    leads_back = stage.rounds.filter(section=FINAL, voided_at=None).exists()
    return tournament.reentry_keeps_line and not leads_back


def _require_no_match(old: Entry) -> None:
    if is_playing(old):
        text = _("This player has a match in progress. It must end first.")
        raise DomainError("match_on", text)


def _members(entry: Entry) -> tuple[Player, ...]:
    return tuple(
        member.player for member in entry.members.select_related("player").order_by("board")
    )
