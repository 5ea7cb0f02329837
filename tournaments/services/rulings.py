"""What a director decides once the tournament runs (T9.3–T9.5). Each ruling is written down: who, when, before, after,
why. The consequences are never written by hand: a ruling changes an input and `settle` recomputes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError, NotFound
from accounts.models import User
from games.engine.seats import Seat
from tournaments.formats.base import Outcome
from tournaments.models import (
    Entry,
    Pairing,
    PairingMatch,
    Result,
    Ruling,
    Tournament,
)
from tournaments.permissions import Viewer, require_director, require_status
from tournaments.selectors.corrections import would_be_voided
from tournaments.selectors.drawsheet import DrawSheet
from tournaments.services import tables
from tournaments.services.advancement import settle
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status


@transaction.atomic
def forfeit(
    pairing_id: int, *, by: Viewer | None, losers: Sequence[int], now: datetime, reason: str
) -> Ruling:
    """One entry, or both, lose without play; refused once the pairing is decided: already_decided."""
    tournament, pairing = _pairing(pairing_id, by, now)
    if pairing.outcome:
        raise DomainError("already_decided", _("This pairing is already decided."))
    present = _present(pairing)
    if not losers or len(set(losers)) != len(losers) or not set(losers) <= set(present):
        raise DomainError("not_in_this_pairing", _("Only its two players can forfeit a pairing."))
    winner = next((entry for entry in present if entry not in losers), None)
    kind = Result.Kind.FORFEIT if winner else Result.Kind.DOUBLE_FORFEIT
    ruling = _write_down(tournament, by, now, "forfeit", reason, pairing=pairing)
    outcome = Outcome(pairing.key, winner, tuple(losers), kind)
    _decide(ruling, pairing, outcome, None)
    return _settle(tournament, ruling)


@transaction.atomic
def correct_result(  # noqa: PLR0913  # a ruling needs all of it, by keyword
    pairing_id: int,
    *,
    by: Viewer | None,
    winner: int,
    now: datetime,
    reason: str,
    score: Mapping[int, int] | None = None,
    confirm: bool = False,
) -> Ruling:
    """Say who won a pairing, before or after it was played (T9.5).

    Later matches that have begun and would be voided need `confirm`; refused without: needs_confirmation.
    """
    tournament, pairing = _pairing(pairing_id, by, now)
    present = _present(pairing)
    if winner not in present:
        raise DomainError(
            "not_in_this_pairing", _("Only one of its two players can win a pairing.")
        )
    loser = next(entry for entry in present if entry != winner)
    outcome = Outcome(pairing.key, winner, (loser,), Result.Kind.PLAYED)
    _require_confirmation(pairing, outcome, confirm)
    ruling = _write_down(tournament, by, now, "correct_result", reason, pairing=pairing)
    _decide(ruling, pairing, outcome, score)
    return _settle(tournament, ruling)


@transaction.atomic
def void_result(
    pairing_id: int, *, by: Viewer | None, now: datetime, reason: str, confirm: bool = False
) -> Ruling:
    """Annul what was played or ruled: the pairing is open again and is played anew."""
    tournament, pairing = _pairing(pairing_id, by, now)
    outcome = Outcome(pairing.key, None, tuple(_present(pairing)), Result.Kind.VOID)
    _require_confirmation(pairing, outcome, confirm)
    ruling = _write_down(tournament, by, now, "void_result", reason, pairing=pairing)
    for pairing_match in pairing.pairing_matches.filter(voided_at=None).select_related("match"):
        pairing_match.annulled = True
        pairing_match.save(update_fields=["annulled"])
        tables.void(pairing_match, now=now, by=ruling.by, reason=reason)
    _supersede(_counting(pairing), _result(ruling, pairing, outcome, None))
    return _settle(tournament, ruling)


@transaction.atomic
def withdraw(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """An entry leaves: its match is forfeited, and every later place it would take is a walkover (T9.3)."""
    return _remove(entry_id, Entry.Status.WITHDRAWN, "withdraw", by=by, now=now, reason=reason)


@transaction.atomic
def disqualify(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """As a withdrawal, and the entry may not come back."""
    return _remove(entry_id, Entry.Status.DISQUALIFIED, "disqualify", by=by, now=now, reason=reason)


def _remove(
    entry_id: int, status: str, verb: str, *, by: Viewer | None, now: datetime, reason: str
) -> Ruling:
    tournament_id = (
        Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    )
    tournament = locked(tournament_id or 0)
    require_director(by, tournament)
    settle(tournament, now)
    require_status(tournament, Status.RUNNING)
    entry = tournament.entries.select_related("player").get(pk=entry_id)
    if not entry.is_active:
        raise DomainError("already_gone", _("This entry has already left."))
    ruling = _write_down(tournament, by, now, verb, reason)
    ruling.before = {"entry": entry.pk, "player": entry.player.name, "status": entry.status}
    entry.status = status
    entry.save(update_fields=["status"])
    waiting = list(
        Pairing.objects.filter(
            stage__tournament=tournament, slots__entry=entry, outcome="", voided_at=None
        )
    )
    for pairing in waiting:
        _forfeit_match(ruling, pairing, entry)
    ruling.after = {"entry": entry.pk, "player": entry.player.name, "status": entry.status}
    save_changed(tournament)
    return _settle(tournament, ruling, (pairing.pk for pairing in waiting), tell=False)


def _forfeit_match(ruling: Ruling, pairing: Pairing, entry: Entry) -> None:
    """A match that is on is lost by him who leaves; without one `resolve` finds the walkover itself."""
    present = _present(pairing, complete=False)
    if len(present) == 2 and pairing.pairing_matches.filter(voided_at=None).exists():
        winner = next(other for other in present if other != entry.pk)
        outcome = Outcome(pairing.key, winner, (entry.pk,), Result.Kind.FORFEIT)
        _decide(ruling, pairing, outcome, None)


def _pairing(pairing_id: int, by: Viewer | None, now: datetime) -> tuple[Tournament, Pairing]:
    """The pairing as it stands when every match that ended by now is recorded."""
    found = Pairing.objects.filter(pk=pairing_id).values_list("stage__tournament_id", flat=True)
    tournament_id = found.first()
    if tournament_id is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.RUNNING, Status.FINISHED)
    settle(tournament, now)
    return tournament, Pairing.objects.select_related("round", "stage__tournament").get(
        pk=pairing_id
    )


def _present(pairing: Pairing, *, complete: bool = True) -> list[int]:
    entries = [slot.entry_id for slot in pairing.slots.order_by("side") if slot.entry_id]
    if complete and len(entries) < 2:
        raise DomainError("not_in_this_pairing", _("This pairing has not got two players."))
    return entries


def _require_confirmation(pairing: Pairing, outcome: Outcome, confirm: bool) -> None:
    voided = would_be_voided(pairing, outcome)
    if voided and not confirm:
        raise DomainError(
            "needs_confirmation",
            _("These matches have begun and would be voided: %(keys)s.")
            % {"keys": ", ".join(voided)},
        )


def _write_down(
    tournament: Tournament,
    by: Viewer | None,
    now: datetime,
    verb: str,
    reason: str,
    pairing: Pairing | None = None,
) -> Ruling:
    return Ruling.objects.create(
        tournament=tournament,
        pairing=pairing,
        by=by if isinstance(by, User) else None,
        at=now,
        verb=verb,
        before=_standing(pairing) if pairing else {},
        reason=reason,
    )


def _standing(pairing: Pairing) -> dict[str, Any]:
    return {
        "pairing": pairing.key,
        "winner": pairing.winner_id,
        "loser": pairing.loser_id,
        "outcome": pairing.outcome,
        "score": _score(pairing),
    }


def _score(pairing: Pairing) -> dict[str, int] | None:
    """Points by entry: a ruling's if it gave them, else the match's; nothing when neither has any."""
    if not pairing.outcome:
        return None
    result = pairing.results.filter(superseded_by=None, winner_id=pairing.winner_id).last()
    if result is not None and result.score is not None:
        return dict(result.score)
    on = pairing.pairing_matches.filter(voided_at=None).select_related("match").first()
    if on is None or not (on.match.score_a or on.match.score_b):
        return None
    return {str(on.entry_a_id): on.match.score_a, str(on.entry_b_id): on.match.score_b}


def _decide(
    ruling: Ruling, pairing: Pairing, outcome: Outcome, score: Mapping[int, int] | None
) -> None:
    """End the match that is on, and put the director's result over whatever counted before."""
    on = pairing.pairing_matches.filter(voided_at=None).select_related("match").first()
    result = _result(ruling, pairing, outcome, score)
    if on is not None:
        result.match = on.match
        if not on.match.is_over:
            _end(on, outcome, ruling)
        on.recorded_at = on.recorded_at or ruling.at
        on.save(update_fields=["recorded_at"])
    _supersede(_counting(pairing), result)


def _end(pairing_match: PairingMatch, outcome: Outcome, ruling: Ruling) -> None:
    """End the match at its table the way the ruling says, so that its log tells the same story."""
    seats: dict[int, Seat] = {pairing_match.entry_a_id: "A", pairing_match.entry_b_id: "B"}
    match, now, reason = pairing_match.match, ruling.at, ruling.reason
    if outcome.kind in {Result.Kind.FORFEIT, Result.Kind.DOUBLE_FORFEIT}:
        tables.forfeit(
            match, tuple(seats[entry] for entry in outcome.losers), now=now, reason=reason
        )
    else:
        tables.award(match, seats[outcome.winner or 0], by=ruling.by, now=now, reason=reason)


def _result(
    ruling: Ruling, pairing: Pairing, outcome: Outcome, score: Mapping[int, int] | None
) -> Result:
    losers = outcome.losers if outcome.kind != Result.Kind.VOID else ()
    return Result(
        pairing=pairing,
        winner_id=outcome.winner,
        loser_id=losers[0] if losers else None,
        second_loser_id=losers[1] if len(losers) > 1 else None,
        kind=outcome.kind,
        score={str(entry): points for entry, points in score.items()} if score else None,
        source=Result.Source.RULING,
        ruling=ruling,
        by=ruling.by,
        created_at=ruling.at,
    )


def _counting(pairing: Pairing) -> list[Result]:
    """Results that name the present two; those of other occupants are left, they may count again."""
    sheet = DrawSheet(pairing.stage)
    orphaned = {outcome.ref for outcome in sheet.resolve().orphaned}
    return [r for r in sheet.results if r.pairing_id == pairing.pk and r.pk not in orphaned]


def _supersede(old: list[Result], new: Result) -> None:
    new.save()
    Result.objects.filter(pk__in=[result.pk for result in old]).update(superseded_by=new)


def _settle(
    tournament: Tournament, ruling: Ruling, touched: Iterable[int] = (), *, tell: bool = True
) -> Ruling:
    reached = {*touched} if ruling.pairing_id is None else {*touched, ruling.pairing_id}
    if settle(tournament, ruling.at, touched=reached).is_nothing:
        save_changed(tournament)
    if tell and ruling.pairing_id is not None:
        ruling.after = _standing(Pairing.objects.get(pk=ruling.pairing_id))
    ruling.save(update_fields=["before", "after"])
    return ruling
