"""Taking a ruling back (T9.5): the inputs it wrote return in reverse order, everything else follows by `settle`.

An undo is a ruling itself, so it can be undone as well. What was played since on the strength of the ruling is set
aside and stays readable.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from django.apps import apps
from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion, ruling_version
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.services.inherited_terms import successors_of
from tournaments.core.permissions import Right, require
from tournaments.models import (
    Moved,
    Pairing,
    PairingMatch,
    Result,
    Round,
    RoundDeadline,
    Ruling,
    Tournament,
)
from tournaments.ruling.selectors.rulings import brief_text
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.draw_changes import take_back
from tournaments.ruling.services.journal import UNDONE, Change, Journal
from tournaments.ruling.services.result_rulings import annul_match, entries_named
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

    def pairing(self) -> Pairing | None:
        target = self._target()
        return target.pairing if target.pairing and target.pairing.voided_at is None else None

    def seen(self) -> FormVersion:
        return ruling_version(self._target())

    def lay(self, journal: Journal) -> None:
        target = self._target()
        require_undoable(target)
        if _is_money(target):
            require(journal.ruling.by, target.tournament, Right.ORGANIZE)
        journal.ruling.undoes = target
        if not target.pairing_id:
            journal.ruling.before, journal.ruling.after = target.after, target.before
        _revoke_what_came_since(journal, target)
        for change in reversed(target.changes):
            _put_back(journal, change, redraw=self.redraw)
        _make_room(journal, target)

    def _target(self) -> Ruling:
        found = Ruling.objects.select_related("pairing__round", "pairing__stage__tournament")
        target = found.filter(pk=self.ruling_id).first()
        if target is None:
            raise NotFound("no_such_ruling", _("There is no such ruling."))
        return target


def _is_money(target: Ruling) -> bool:
    """Set by an organizer, so only an organizer takes it back (T9.8)."""
    return any(change.get("field") == "pay_table" for change in target.changes)


def require_undoable(target: Ruling) -> None:
    """Nobody has undone it, and no later ruling that stands is about the same."""
    if Ruling.objects.filter(undoes=target).exists():
        raise DomainError("already_undone", _("This ruling has been undone already."))
    if target.verb == "not_there" and target.tournament.started_at is not None:
        text = _("The draw is made. Let them come in late instead.")
        raise DomainError("too_late", text)
    if not target.changes:
        raise DomainError("nothing_to_undo", _("This ruling changed nothing that could be undone."))
    mine = matters(target)
    for later in standing_after(target):
        if mine & matters(later):
            said = _("A later ruling is about the same, undo that one first: %(ruling)s")
            raise DomainError("later_ruling", said % {"ruling": brief_text(later)})


def standing_after(target: Ruling) -> list[Ruling]:
    """Later rulings that have an effect: none that was undone, and no undoing of one that is later itself."""
    found = Ruling.objects.filter(tournament=target.tournament_id, pk__gt=target.pk)
    later = {ruling.pk: ruling for ruling in found.order_by("pk")}
    undone_by = {r.undoes_id: r.pk for r in later.values() if r.undoes_id is not None}

    def stands(pk: int) -> bool:
        return pk not in undone_by or not stands(undone_by[pk])

    return [r for pk, r in later.items() if stands(pk) and r.undoes_id not in later]


def matters(ruling: Ruling) -> set[str]:
    """What its changes are about, as far as that bears on undoing others."""
    found: set[str] = set()
    for change in ruling.changes:
        found |= set(change.get("of", ()))
        found |= {f"pairing {pk} voided_at" for pk in change.get("aside", ())}
        if change.get("aside"):
            found |= {f"pairing {pk} voided_at" for pk in change["drew"]}
    return found


def _put_back(journal: Journal, change: Change, *, redraw: bool) -> None:
    if "stage" in change:
        journal.touch(take_back(change, journal.now, redraw=redraw))
    elif "table" in change:
        _at_the_table(journal, change)
    else:
        for row in _rows(change):
            heirs = _heirs(row, change["field"])
            for one in (row, *heirs):
                journal.set(one, **{change["field"]: _value(journal, one, change)})


def _heirs(row: Model, field: str) -> list[Model]:
    """What was taken over from a round that was set aside, as long as it still says the same."""
    found: list[Model] = []
    match row:
        case Round():
            found = [*successors_of(row)]
        case RoundDeadline():
            heirs = successors_of(row.round)
            found = [heir.deadline for heir in heirs if hasattr(heir, "deadline")]
        case Moved() if row.round is not None:
            found = [
                *Moved.objects.filter(round__in=successors_of(row.round), ruling=row.ruling_id)
            ]
    return [one for one in found if getattr(one, field) == getattr(row, field)]


def _value(journal: Journal, row: Model, change: Change) -> Any:
    if change["old"] == UNDONE:
        return journal.now
    column: Any = row._meta.get_field(change["field"])
    return column.to_python(change["old"])


def _rows(change: Change) -> Iterable[Model]:
    model = apps.get_model("tournaments", change["model"])
    return model._default_manager.filter(pk__in=change["pks"]).order_by("pk")


def _at_the_table(journal: Journal, change: Change) -> None:
    """A match that the ruling ended goes on; one that it let go on ends as it had ended."""
    on = PairingMatch.objects.select_related("match").get(pk=change["table"])
    if "end" in change and on.match.is_over:
        journal.reopen(on)
    elif "reopen" in change and not on.match.is_over:
        how, *seats = change["reopen"]
        journal.end(on, how, seats)
    elif "score" in change:
        if on.match.is_over:
            text = _("The match is over by now; correct its result instead.")
            raise DomainError("match_over", text)
        journal.score(on, change["score"])
    else:
        match_adjustments.put_back(journal, on, change)


def _revoke_what_came_since(journal: Journal, target: Ruling) -> None:
    """Results of the same two that were played after the ruling decided, or opened, a pairing."""
    known = Result.objects.filter(pk__in=_of(target, "result")).order_by("pk")
    last: dict[tuple[int, int], int] = {(r.pairing_id, r.board): r.pk for r in known}
    two = {frozenset(entries_named(result)) for result in known}
    for on in PairingMatch.objects.filter(pk__in=_of(target, "pairingmatch")):
        two.add(frozenset((on.entry_a_id, on.entry_b_id)))
    for (pairing, board), pk in last.items():
        since = counting_results().filter(pairing=pairing, board=board, pk__gt=pk)
        for result in since:
            if entries_named(result) in two:
                journal.set(result, revoked_at=journal.now)


def _make_room(journal: Journal, target: Ruling) -> None:
    """A match that comes back takes the place of the one that was made for the same two since."""
    for back in PairingMatch.objects.filter(pk__in=_of(target, "pairingmatch"), annulled=False):
        others = PairingMatch.objects.filter(
            pairing=back.pairing_id, board=back.board, voided_at=None, pk__gt=back.pk
        )
        for other in others.select_related("match"):
            if {other.entry_a_id, other.entry_b_id} == {back.entry_a_id, back.entry_b_id}:
                annul_match(journal, other)


def _of(target: Ruling, model: str) -> list[int]:
    """Ids of rows of this kind that the ruling wrote."""
    return sorted({pk for c in target.changes if c.get("model") == model for pk in c["pks"]})
