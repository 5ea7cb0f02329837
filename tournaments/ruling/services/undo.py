"""Undoing a ruling (T9.5): its inputs are restored in reverse order, everything else follows by `settle`.

An undo is a ruling itself, so it can be undone as well. Matches played since because of the ruling are set aside and
stay readable.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.apps import apps
from django.db.models import Model
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import ruling_version
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.services.inherited_terms import successors_of
from tournaments.core.permissions import Right, require
from tournaments.models import (
    Moved,
    PairingMatch,
    PairingRequest,
    Result,
    Round,
    RoundDeadline,
    Ruling,
    Tournament,
)
from tournaments.ruling.selectors.rulings import brief_text
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.draw_changes import undo_draw
from tournaments.ruling.services.journal import UNDONE, Change, Journal
from tournaments.ruling.services.lineups import require_no_board_begun
from tournaments.ruling.services.pairing_requests import is_to_come, require_bye_to_come
from tournaments.ruling.services.result_rulings import annul_match, entries_named
from tournaments.ruling.services.undo_start import VERB as UNDO_START
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Refused: already_undone, later_ruling, nothing_to_undo."""

    ruling_id: int
    redraw: bool = False
    verb: ClassVar[str] = "undo"
    statuses: ClassVar[tuple[str, ...]] = (
        Status.DRAFT,
        Status.OPEN,
        Status.RUNNING,
        Status.FINISHED,
    )

    def tournament_id(self) -> int:
        return self._target().tournament_id

    def load(self) -> RulingSubject[Ruling]:
        target = self._target()
        is_void = target.pairing is None or target.pairing.voided_at is not None
        pairing = None if is_void else target.pairing
        return RulingSubject(target, partial(ruling_version, target), pairing)

    def apply(self, journal: Journal, subject: RulingSubject[Ruling]) -> None:
        target = subject.row
        require_undoable(target)
        if _is_money(target):
            require(journal.ruling.by, target.tournament, Right.ORGANIZE)
        journal.ruling.undoes = target
        if not target.pairing_id:
            journal.ruling.before, journal.ruling.after = target.after, target.before
        _revoke_later_results(journal, target)
        for change in reversed(_to_put_back(target)):
            _put_back(journal, change, redraw=self.redraw)
        _annul_replacements(journal, target)

    def _target(self) -> Ruling:
        rulings = Ruling.objects.select_related("pairing__round", "pairing__stage__tournament")
        target = rulings.filter(pk=self.ruling_id).first()
        if target is None:
            raise NotFound("no_such_ruling", _("This no longer exists. Reload the page."))
        return target


def _is_money(target: Ruling) -> bool:
    """Only an organizer sets the pay table, so only an organizer undoes that (T9.8)."""
    return any(change.get("field") == "pay_table" for change in target.changes)


def require_undoable(target: Ruling) -> None:
    """Refused: the ruling was undone already, it changed nothing, or a later one that is in force is about the same."""
    if Ruling.objects.filter(undoes=target).exists():
        raise DomainError("already_undone", _("This ruling has already been undone."))
    if target.verb == "not_there" and target.tournament.started_at is not None:
        text = _("The draw is made. Use late entry for these players instead.")
        raise DomainError("too_late", text)
    if _went_with_its_draw(target):
        text = _("The start of the tournament was undone after this ruling. Its draw is gone.")
        raise DomainError("too_late", text)
    if not target.changes:
        raise DomainError("nothing_to_undo", _("This ruling has nothing to undo."))
    require_no_board_begun(target)
    own = matters(target)
    for later in rulings_in_force_after(target):
        if own & matters(later):
            text = _("Undo this later ruling first: %(ruling)s")
            raise DomainError("later_ruling", text % {"ruling": brief_text(later)})


def _went_with_its_draw(target: Ruling) -> bool:
    """Was it made in a draw that is gone, because the start was undone since?"""
    undone = Ruling.objects.filter(
        tournament=target.tournament_id, verb=UNDO_START, pk__gt=target.pk
    ).order_by("pk")
    first = undone.first()
    began = parse_datetime(first.before.get("started_at", "")) if first else None
    return began is not None and target.at >= began


def rulings_in_force_after(target: Ruling) -> list[Ruling]:
    """Later rulings that have an effect: neither undone ones, nor undos of rulings that are later themselves."""
    rulings = Ruling.objects.filter(tournament=target.tournament_id, pk__gt=target.pk)
    later = {ruling.pk: ruling for ruling in rulings.order_by("pk")}
    undone_by = {r.undoes_id: r.pk for r in later.values() if r.undoes_id is not None}

    def in_force(pk: int) -> bool:
        return pk not in undone_by or not in_force(undone_by[pk])

    return [r for pk, r in later.items() if in_force(pk) and r.undoes_id not in later]


def matters(ruling: Ruling) -> set[str]:
    """What its changes are about: two rulings on the same matter are undone in their order."""
    keys: set[str] = set()
    for change in ruling.changes:
        keys |= set(change.get("of", ()))
        keys |= {f"pairing {pk} voided_at" for pk in change.get("aside", ())}
        if change.get("aside"):
            keys |= {f"pairing {pk} voided_at" for pk in change["drew"]}
    return keys


def _to_put_back(target: Ruling) -> list[Change]:
    """The changes that an undo takes back. A bye whose round is drawn stays as it is: the rounds since were paired by it.

    Refused: round_drawn, where the ruling is about such a bye alone.
    """
    of_requests = [c for c in target.changes if c.get("model") == PairingRequest._meta.model_name]
    drawn: list[Change] = []
    for change in of_requests:
        for row in PairingRequest.objects.filter(pk__in=change["pks"]):
            if len(of_requests) == len(target.changes):
                require_bye_to_come(row, target.tournament)
            elif not is_to_come(row, target.tournament):
                drawn.append(change)
    return [change for change in target.changes if change not in drawn]


def _put_back(journal: Journal, change: Change, *, redraw: bool) -> None:
    if "stage" in change:
        journal.touch(undo_draw(change, journal.now, redraw=redraw))
    elif "table" in change:
        _undo_match_change(journal, change)
    else:
        field = change["field"]
        for changed in _rows(change):
            for row in (changed, *_heirs(changed, field)):
                journal.set(row, **{field: _value(journal, row, change)})


def _heirs(row: Model, field: str) -> list[Model]:
    """Rows that were copied from this one to a redrawn round and still have the same value."""
    rows: list[Model] = []
    match row:
        case Round():
            rows = [*successors_of(row)]
        case RoundDeadline():
            heirs = successors_of(row.round)
            rows = [heir.deadline for heir in heirs if hasattr(heir, "deadline")]
        case Moved() if row.round is not None:
            rows = [*Moved.objects.filter(round__in=successors_of(row.round), ruling=row.ruling_id)]
    return [heir for heir in rows if getattr(heir, field) == getattr(row, field)]


def _value(journal: Journal, row: Model, change: Change) -> Any:
    if change["old"] == UNDONE:
        return journal.now
    column: Any = row._meta.get_field(change["field"])
    return column.to_python(change["old"])


def _rows(change: Change) -> Iterable[Model]:
    model = apps.get_model("tournaments", change["model"])
    return model._default_manager.filter(pk__in=change["pks"]).order_by("pk")


def _undo_match_change(journal: Journal, change: Change) -> None:
    """A match that the ruling ended is reopened; one that it reopened ends as it had ended before."""
    on = PairingMatch.objects.select_related("match").get(pk=change["table"])
    if "end" in change and on.match.is_over:
        journal.reopen(on)
    elif "reopen" in change and not on.match.is_over:
        how, *seats = change["reopen"]
        journal.end(on, how, seats)
    elif "score" in change:
        if on.match.is_over:
            text = _("The match is over. Correct the result instead.")
            raise DomainError("match_over", text)
        journal.score(on, change["score"])
    else:
        match_adjustments.undo_adjustment(journal, on, change)


def _revoke_later_results(journal: Journal, target: Ruling) -> None:
    """Revoke results of the same two entries that came after the ruling decided, or reopened, their pairing."""
    written = Result.objects.filter(pk__in=_written_by(target, "result")).order_by("pk")
    last: dict[tuple[int, int], int] = {(r.pairing_id, r.board): r.pk for r in written}
    pairs = {frozenset(entries_named(result)) for result in written}
    for on in PairingMatch.objects.filter(pk__in=_written_by(target, "pairingmatch")):
        pairs.add(frozenset((on.entry_a_id, on.entry_b_id)))
    for (pairing, board), pk in last.items():
        since = counting_results().filter(pairing=pairing, board=board, pk__gt=pk)
        for result in since:
            if entries_named(result) in pairs:
                journal.set(result, revoked_at=journal.now)


def _annul_replacements(journal: Journal, target: Ruling) -> None:
    """A match that comes back replaces the one that was created for the same two entries since."""
    for restored in PairingMatch.objects.filter(
        pk__in=_written_by(target, "pairingmatch"), annulled=False
    ):
        others = PairingMatch.objects.filter(
            pairing=restored.pairing_id, board=restored.board, voided_at=None, pk__gt=restored.pk
        )
        for other in others.select_related("match"):
            if {other.entry_a_id, other.entry_b_id} == {restored.entry_a_id, restored.entry_b_id}:
                annul_match(journal, other)


def _written_by(target: Ruling, model: str) -> list[int]:
    """Ids of the rows of this model that the ruling wrote."""
    return sorted({pk for c in target.changes if c.get("model") == model for pk in c["pks"]})
