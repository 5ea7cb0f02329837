"""A ruling is tried inside a savepoint, compared with what stood before, and kept or rolled back (T9.5).

So a preview cannot differ from what then happens: it is what happens. Nothing leaves a rolled-back savepoint; tables
in memory and messages wait for the commit.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.models import Pairing, Ruling, Tournament
from tournaments.ruling.selectors.snapshot_diff import Preview, Snapshot, compare
from tournaments.ruling.services.journal import Journal, ruling
from tournaments.ruling.services.redraw_rulings import outdated_fields
from web.errors import DomainError

Status = Tournament.Status


class RulingAction(Protocol):
    """What a director wants, as data. `lay` refuses what cannot be and writes the inputs through the journal."""

    @property
    def verb(self) -> str: ...

    @property
    def statuses(self) -> tuple[str, ...]:
        """In which the tournament may be."""

    def tournament_id(self) -> int:
        """Refused: what the action is about does not exist."""

    def pairing(self) -> Pairing | None:
        """The pairing that the ruling is written down for."""

    def seen(self) -> FormVersion:
        """How what it is about stands now."""

    def lay(self, journal: Journal) -> None: ...


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """Who orders it, when and why. `seen` is the mark of what its author had before him, `confirm` the digest of the
    preview to which he said yes."""

    by: Viewer | None
    now: datetime
    reason: str
    seen: str = ""
    confirm: str = ""


class ConfirmationNeeded(DomainError):  # noqa: N818  # reads as the refusal it is
    """Nothing was done. `preview` says what would be; code needs_confirmation or stale_preview."""

    def __init__(self, code: str, detail: str, preview: Preview) -> None:
        super().__init__(code, detail)
        self.preview = preview


@transaction.atomic
def rule(action: RulingAction, order: RulingRequest) -> Ruling:
    """Do it. Refused besides what the action refuses: stale, needs_confirmation, stale_preview, seated_twice."""
    made, moved = _try(action, order)
    if order.confirm and order.confirm != moved.digest:
        text = _("Something has happened meanwhile; look again at what would move.")
        raise ConfirmationNeeded("stale_preview", text, moved)
    undoing = made.undoes_id is not None
    own = None if undoing else made.pairing_id
    if moved.touches_begun(own, undoing=undoing) and not order.confirm:
        text = _("Matches that have begun would become void.")
        raise ConfirmationNeeded("needs_confirmation", text, moved)
    return made


@transaction.atomic
def preview(action: RulingAction, order: RulingRequest) -> Preview:
    """Everything that would move; nothing is kept."""
    _made, moved = _try(action, order)
    transaction.set_rollback(True)
    return moved


def _try(action: RulingAction, order: RulingRequest) -> tuple[Ruling, Preview]:
    tournament = locked(action.tournament_id())
    require_director(order.by, tournament)
    require_status(tournament, *action.statuses)
    settle(tournament, order.now)
    if order.seen:
        action.seen().require(order.seen)
    before, kept_before = Snapshot(tournament), outdated_fields(tournament)
    with ruling(
        tournament,
        action.verb,
        by=order.by,
        now=order.now,
        reason=order.reason,
        pairing=action.pairing(),
    ) as journal:
        action.lay(journal)
    after = Snapshot(tournament, like=before)
    _require_one_seat_each(before, after)
    kept = {
        n: told for n, told in outdated_fields(tournament).items() if told != kept_before.get(n)
    }
    return journal.ruling, compare(before, after, kept)


def _require_one_seat_each(before: Snapshot, after: Snapshot) -> None:
    if set(after.seated_twice()) - set(before.seated_twice()):
        text = _("Somebody would sit twice in the same round. Free his other seat first.")
        raise DomainError("seated_twice", text)
