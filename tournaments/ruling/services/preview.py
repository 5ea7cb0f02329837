"""Applying a ruling, and previewing it: applied inside a savepoint, compared with the state before, rolled back (T9.5).

So a preview cannot differ from what then happens. Nothing leaves a rolled-back savepoint: matches in memory and
messages wait for the commit.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.models import Entry, Ruling
from tournaments.ruling.selectors.snapshot_diff import Preview, TournamentSnapshot, compare
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.journal import ruling
from tournaments.ruling.services.redraw_rulings import outdated_fields
from tournaments.ruling.services.ruling_news import notify_ruling
from web.errors import DomainError


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """Who asks for a ruling, when and why. `seen` is the signed version of the form it was made with, `confirm` the
    digest of the preview that its author agreed to."""

    by: Viewer | None
    now: datetime
    reason: str
    seen: str = ""
    confirm: str = ""


class ConfirmationNeeded(DomainError):  # noqa: N818  # reads as the refusal it is
    """Nothing was changed: the author has to agree to `preview` first. Code needs_confirmation or stale_preview."""

    def __init__(self, code: str, detail: str, preview: Preview) -> None:
        super().__init__(code, detail)
        self.preview = preview


@transaction.atomic
def rule(action: DirectorAction[Any], request: RulingRequest) -> Ruling:
    """Apply the action. Refused besides what the action refuses: stale, needs_confirmation, stale_preview, seated_twice."""
    row, preview, subject = _try(action, request)
    if request.confirm and request.confirm != preview.digest:
        text = _("The preview is out of date. Check the changes again.")
        raise ConfirmationNeeded("stale_preview", text, preview)
    if preview.needs_confirmation and not request.confirm:
        text = _("Matches that have started would become void.")
        raise ConfirmationNeeded("needs_confirmation", text, preview)
    notify_ruling(row, subject if isinstance(subject, Entry) else None)
    return row


@transaction.atomic
def preview(action: DirectorAction[Any], request: RulingRequest) -> Preview:
    """Everything that the action would change; it is rolled back."""
    _row, changes, _subject = _try(action, request)
    transaction.set_rollback(True)
    return changes


def _try(action: DirectorAction[Any], request: RulingRequest) -> tuple[Ruling, Preview, Any]:
    tournament = locked(action.tournament_id())
    require_director(request.by, tournament)
    require_status(tournament, *action.statuses)
    settle(tournament, request.now)
    subject = action.load()
    if request.seen:
        subject.version().require(request.seen)
    before, outdated_before = TournamentSnapshot(tournament), outdated_fields(tournament)
    with ruling(
        tournament,
        action.verb,
        by=request.by,
        now=request.now,
        reason=request.reason,
        pairing=subject.pairing,
    ) as journal:
        action.apply(journal, subject)
    after = TournamentSnapshot(tournament, like=before)
    _require_one_slot_each(before, after)
    outdated = {
        key: fields
        for key, fields in outdated_fields(tournament).items()
        if fields != outdated_before.get(key)
    }
    row = journal.ruling
    is_undo = row.undoes_id is not None
    changes = compare(before, after, outdated)
    own = None if is_undo else row.pairing_id
    is_unsure = changes.touches_begun(own, undoing=is_undo)
    return row, replace(changes, needs_confirmation=is_unsure), subject.row


def _require_one_slot_each(before: TournamentSnapshot, after: TournamentSnapshot) -> None:
    if set(after.seated_twice()) - set(before.seated_twice()):
        text = _("A player would have two slots in this round. Free the other slot first.")
        raise DomainError("seated_twice", text)
