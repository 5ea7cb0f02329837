"""A finished match makes the next one: record, resolve, write the difference, make matches, finish.

Everything is recomputed from what is stored, so doing it twice changes nothing, and undoing is superseding a result.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Match
from tournaments.formats.base import Decision, Resolution
from tournaments.models import Entry, Notice, Pairing, PairingMatch, Result, Tournament
from tournaments.selectors.drawsheet import DrawSheet
from tournaments.services import tables
from tournaments.services.difference import write_difference
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status
MOVING = (Status.RUNNING, Status.FINISHED)
KINDS = {"time", "conceded", "forfeit"}  # every other end of a match counts as played (T1.2)


@dataclass(frozen=True, slots=True)
class Advance:
    """What one run did."""

    recorded: int = 0
    changed: int = 0
    created: int = 0
    voided: int = 0
    finished: bool = False

    @property
    def is_nothing(self) -> bool:
        return not (self.recorded or self.changed or self.created or self.voided or self.finished)


@transaction.atomic
def advance(tournament_id: int, now: datetime) -> Advance:
    """Bring a tournament up to date with its matches; safe at any time, any number of times."""
    return settle(locked(tournament_id), now)


def owed_tournaments() -> list[int]:
    """Tournaments with a match that ended and is not recorded yet: work owed, visible as rows."""
    owed = PairingMatch.objects.filter(
        recorded_at=None,
        voided_at=None,
        match__finished_at__isnull=False,
        pairing__bracket__tournament__status__in=MOVING,
    )
    return sorted(set(owed.values_list("pairing__bracket__tournament_id", flat=True)))


def settle(tournament: Tournament, now: datetime) -> Advance:
    """`advance` for whoever holds the tournament's lock already."""
    if tournament.status not in MOVING:
        return Advance()
    recorded = _record_finished(tournament, now)
    changed = created = voided = 0
    resolutions = []
    for bracket in tournament.brackets.select_related("tournament"):
        sheet = DrawSheet(bracket)
        resolution = sheet.resolve()
        changed += write_difference(sheet, resolution.decisions, now)
        voided += _void_outdated(sheet, resolution, now)
        created += _create_matches(sheet, resolution, now)
        resolutions.append((sheet, resolution))
    finished = _finish(tournament, resolutions, now)
    done = Advance(recorded, changed, created, voided, finished)
    if not done.is_nothing:
        save_changed(tournament, "status", "champion", "finished_at")
    return done


def _record_finished(tournament: Tournament, now: datetime) -> int:
    """Turn matches that ended since last time into results; a match voided at its table makes room for another."""
    owed = PairingMatch.objects.filter(
        pairing__bracket__tournament=tournament,
        recorded_at=None,
        voided_at=None,
        match__finished_at__isnull=False,
    ).select_related("match", "pairing")
    ended = list(owed.order_by("match__finished_at", "id"))
    write_results(ended, [result_of(pairing_match, now) for pairing_match in ended], now)
    return len(ended)


def write_results(ended: list[PairingMatch], results: list[Result | None], now: datetime) -> None:
    """One result a match, by the database's word; a match without one is set aside."""
    Result.objects.bulk_create(result for result in results if result is not None)
    for pairing_match, result in zip(ended, results, strict=True):
        pairing_match.recorded_at = now
        pairing_match.voided_at = now if result is None else None
    PairingMatch.objects.bulk_update(ended, ["recorded_at", "voided_at"], batch_size=500)


def result_of(pairing_match: PairingMatch, now: datetime) -> Result | None:
    """The result that a finished match stands for, by names; None for a match that decides nothing."""
    match = pairing_match.match
    result = Result(
        pairing=pairing_match.pairing,
        board=pairing_match.board,
        match=match,
        source=Result.Source.MATCH,
        kind=match.reason if match.reason in KINDS else Result.Kind.PLAYED,
        score={
            str(pairing_match.entry_a_id): match.score_a,
            str(pairing_match.entry_b_id): match.score_b,
        },
        created_at=now,
    )
    sides = {"A": pairing_match.entry_a_id, "B": pairing_match.entry_b_id}
    if match.status == "finished" and match.winner in sides:
        result.winner_id = sides.pop(match.winner)
        (result.loser_id,) = sides.values()
        return result
    if match.status == "finished" and match.reason == Result.Kind.DOUBLE_FORFEIT:
        result.kind = Result.Kind.DOUBLE_FORFEIT
        result.loser_id, result.second_loser_id = sides["A"], sides["B"]
        return result
    return None


def _void_outdated(sheet: DrawSheet, resolution: Resolution, now: datetime) -> int:
    """Set aside matches whose two no longer meet, or whose pairing was decided without them; they stay on record."""
    standing = PairingMatch.objects.filter(
        pairing__bracket=sheet.bracket, voided_at=None
    ).select_related("match", "pairing")
    counting = {result.match_id for result in sheet.results}
    voided = 0
    for pairing_match in standing.order_by("match_id"):
        decision = resolution.decisions[pairing_match.pairing.key]
        if not _still_stands(pairing_match, decision, counting):
            tables.void(pairing_match, now=now)
            voided += 1
    return voided


def _still_stands(
    pairing_match: PairingMatch, decision: Decision, counting: set[UUID | None]
) -> bool:
    if {pairing_match.entry_a_id, pairing_match.entry_b_id} != set(decision.slots):
        return False
    match: Match = pairing_match.match
    if decision.is_open:  # a match that ended just now is recorded next time
        return pairing_match.recorded_at is None or match.pk in counting
    return match.is_over


def _create_matches(sheet: DrawSheet, resolution: Resolution, now: datetime) -> int:
    """One match for every pairing of an open round whose two players are known and who have none."""
    having = set(
        PairingMatch.objects.filter(pairing__bracket=sheet.bracket, voided_at=None).values_list(
            "pairing_id", flat=True
        )
    )
    made = []
    for key, decision in resolution.decisions.items():
        pairing = sheet.by_key[key]
        if decision.players and pairing.round.open and pairing.pk not in having:
            made.append(_create(sheet, pairing, decision.players, now))
    _owe_notices(made, now)
    return len(made)


def _create(
    sheet: DrawSheet, pairing: Pairing, players: tuple[int, int], now: datetime
) -> PairingMatch:
    one, two = (sheet.entries[entry] for entry in players)
    match = tables.create(sheet.bracket.tournament, pairing, one.player, two.player, now=now)
    return PairingMatch.objects.create(
        pairing=pairing, match=match, entry_a=one, entry_b=two, created_at=now
    )


def _owe_notices(made: list[PairingMatch], now: datetime) -> None:
    """An e-mail is owed to everybody with a login; tasks.sweep_notices pays."""
    notices = [
        Notice(player=entry.player, pairing_match=pairing_match, created_at=now)
        for pairing_match in made
        for entry in (pairing_match.entry_a, pairing_match.entry_b)
        if entry.player.user_id is not None
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def _finish(
    tournament: Tournament, resolutions: list[tuple[DrawSheet, Resolution]], now: datetime
) -> bool:
    """Over when nothing is open; open again when a ruling opened something. Says whether it is over since now."""
    over = all(
        not decision.is_open
        for _sheet, resolution in resolutions
        for decision in resolution.decisions.values()
    )
    was_over = tournament.status == Status.FINISHED
    tournament.champion = _champion(resolutions)
    tournament.status = Status.FINISHED if over else Status.RUNNING
    if over != was_over:
        tournament.finished_at = now if over else None
    return over and not was_over


def _champion(resolutions: list[tuple[DrawSheet, Resolution]]) -> Entry | None:
    """Who left a bracket with the first place."""
    for sheet, resolution in resolutions:
        for key, decision in resolution.decisions.items():
            if sheet.by_key[key].winner_place == 1 and isinstance(decision.winner, int):
                return sheet.entries[decision.winner]
    return None
