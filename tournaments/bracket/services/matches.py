"""The matches of pairings: made when two players are known, set aside when they no longer meet, restored when they do."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import MatchSeat, MatchStatus
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.venue_mode import has_tables, on_board
from tournaments.bracket.services import match_gateway
from tournaments.bracket.services.batches import pairings_in
from tournaments.bracket.services.growth import Decided
from tournaments.bracket.services.lineup import (
    Lineup,
    queue_match_notices,
    queue_slip_notices,
    sides_of,
)
from tournaments.bracket.services.lineup_requests import ask_for_lineups
from tournaments.bracket.services.slips import Slips
from tournaments.bracket.services.start_times import StartTimes
from tournaments.formats.base import Decision
from tournaments.models import Pairing, PairingMatch, Tournament


@dataclass(frozen=True, slots=True)
class MatchChanges:
    """How many matches and slips were made, set aside, restored or closed."""

    created: int = 0
    voided: int = 0
    restored: int = 0


def settle_matches(
    tournament: Tournament, decided: Decided, now: datetime, *, fresh: bool = False
) -> MatchChanges:
    """Make the matches of these pairings, and the slips of those over the board, agree with their decisions; `fresh`
    pairings never had any."""
    if not decided or tournament.is_rehearsal:
        return MatchChanges()
    rows = [] if fresh else _matches_of(tournament, decided)
    slips = Slips(tournament, decided, now)
    there = _on_board(tournament, decided, rows) | slips.begun()
    unnamed = ask_for_lineups(tournament, decided, now)  # no boards before both are named
    slips.settle(there - unnamed)
    if slips.made and not has_tables(tournament):  # else players are called when they get a table
        queue_slip_notices(tournament, slips.made, now)
    changes = _settle_online(tournament, rows, decided, there | unnamed, now)
    return MatchChanges(
        changes.created + len(slips.made),
        changes.voided + len(slips.voided),
        changes.restored + len(slips.restored) + len(slips.closed),
    )


def _on_board(tournament: Tournament, decided: Decided, rows: list[PairingMatch]) -> set[int]:
    """The open pairings that are played over the board; a match that has begun online stays there."""
    begun = {r.pairing_id for r in rows if r.voided_at is None and r.match.started_at is not None}
    open_still = [pairing for pairing, decision in decided.values() if decision.is_open]
    return on_board(tournament, open_still) - begun


def _settle_online(
    tournament: Tournament,
    rows: list[PairingMatch],
    decided: Decided,
    elsewhere: set[int],
    now: datetime,
) -> MatchChanges:
    if not rows:
        return MatchChanges(created=_create(tournament, [], decided, elsewhere, now))
    standing = counting_results().filter(match__in=[row.match_id for row in rows])
    counting = {pk for pk in standing.values_list("match_id", flat=True) if pk is not None}
    outdated = {
        *_with_other_players(tournament, rows),
        *_with_other_terms(tournament, rows, decided),
    }
    outdated |= {row.match_id for row in rows if row.pairing_id in elsewhere}
    voided = _set_aside(rows, decided, counting, outdated, now)
    restored = _restore(
        [row for row in rows if row.match_id not in outdated], decided, counting, now
    )
    created = _create(tournament, rows, decided, elsewhere, now)
    return MatchChanges(created, voided, restored)


def _matches_of(tournament: Tournament, decided: Decided) -> list[PairingMatch]:
    """Every match ever made for these pairings, in the order of the locks: by match id."""
    rows = PairingMatch.objects.select_related("match").defer("match__state").order_by("match_id")
    return pairings_in(rows, decided, whole={"pairing__stage__tournament": tournament})


def _with_other_players(tournament: Tournament, rows: list[PairingMatch]) -> set[UUID]:
    """Matches of team boards that wait for somebody who no longer plays there: a reserve has replaced them (T8.3)."""
    if tournament.entry_kind != Tournament.EntryKind.TEAM:
        return set()
    waiting = {row.match_id: row for row in _waiting(rows)}
    lineup = Lineup(
        tournament,
        {pk for r in waiting.values() for pk in (r.entry_a_id, r.entry_b_id)},
        {row.pairing_id for row in waiting.values()},
    )
    sitting: dict[tuple[UUID, str], set[int]] = {}
    seats = MatchSeat.objects.filter(match__in=waiting)
    for match, seat, player in seats.values_list("match_id", "seat", "player_id"):
        sitting.setdefault((match, seat), set()).add(player)
    return {
        pk
        for pk, row in waiting.items()
        for seat, side in zip("AB", sides_of(row), strict=True)
        if sitting.get((pk, seat)) != {player.pk for player in lineup.at(side, row.board)}
    }


def _with_other_terms(
    tournament: Tournament, rows: list[PairingMatch], decided: Decided
) -> set[UUID]:
    """Matches that nobody has begun of rounds whose length, clock or rules a director has changed since."""
    changed: set[UUID] = set()
    agreed: dict[int, tuple[Rules, ClockSettings | None]] = {}
    for row in _waiting(rows):
        stage_round = decided[row.pairing_id][0].round
        if stage_round.pk not in agreed:
            agreed[stage_round.pk] = match_gateway.terms(tournament, stage_round)
        match = row.match
        clock = None if match.clock is None else ClockSettings.from_json(match.clock)
        if (Rules.from_json(match.rules), clock) != agreed[stage_round.pk]:
            changed.add(row.match_id)
    return changed


def _waiting(rows: list[PairingMatch]) -> list[PairingMatch]:
    """The matches that nobody has begun and that are undecided; one that was set aside could be restored."""
    return [
        row
        for row in rows
        if row.match.started_at is None
        and (not row.match.is_over or row.match.status == MatchStatus.VOID)
    ]


def _set_aside(
    rows: list[PairingMatch],
    decided: Decided,
    counting: set[UUID],
    unfit: set[UUID],
    now: datetime,
) -> int:
    """Matches whose two no longer meet, or whose pairing was decided without them, or that a director holds back;
    they stay on record."""
    outdated = [
        row
        for row in rows
        if row.voided_at is None
        and (
            row.match_id in unfit
            or _held_back(row, decided[row.pairing_id])
            or not _still_stands(row, decided[row.pairing_id][1], counting)
        )
    ]
    match_gateway.void_all(outdated, now=now)
    return len(outdated)


def _held_back(row: PairingMatch, decided: tuple[Pairing, Decision]) -> bool:
    """Does its round wait for the director, and has nobody begun?"""
    pairing, decision = decided
    return decision.is_open and not pairing.round.open and row.match.started_at is None


def _still_stands(row: PairingMatch, decision: Decision, counting: set[UUID]) -> bool:
    if row.annulled or {row.entry_a_id, row.entry_b_id} != set(decision.slots):
        return False
    if decision.is_open:  # a match that has just ended is recorded next time
        return row.recorded_at is None or row.match_id in counting
    return row.match.is_over


def _restore(rows: list[PairingMatch], decided: Decided, counting: set[UUID], now: datetime) -> int:
    """Restore matches that were set aside when their two meet again: with the result, or where they were broken off."""
    taken = {(row.pairing_id, row.board) for row in rows if row.voided_at is None}
    back: list[PairingMatch] = []
    for row in sorted(rows, key=lambda row: -row.pk):
        place, decision = (row.pairing_id, row.board), decided[row.pairing_id][1]
        if row.voided_at is None or row.annulled or place in taken:
            continue
        if _held_back(row, decided[row.pairing_id]):
            continue
        if {row.entry_a_id, row.entry_b_id} != set(decision.slots):
            continue
        broken_off = row.match.status == MatchStatus.VOID
        if decision.is_open if broken_off else row.match_id in counting:
            taken.add(place)
            back.append(row)
    match_gateway.restore(back, now=now)
    return len(back)


def _wanted(
    tournament: Tournament, rows: list[PairingMatch], decided: Decided, elsewhere: set[int]
) -> list[tuple[Pairing, tuple[int, int], int]]:
    """Open pairings of open rounds with two players and no match: once each, or once a board."""
    existing = {(row.pairing_id, row.board) for row in rows if row.voided_at is None}
    return [
        (pairing, decision.players, board)
        for pairing, decision in decided.values()
        if decision.players and pairing.round.open and pairing.pk not in elsewhere
        for board in range(1, tournament.boards + 1)
        if (pairing.pk, board) not in existing
    ]


def _create(
    tournament: Tournament,
    rows: list[PairingMatch],
    decided: Decided,
    elsewhere: set[int],
    now: datetime,
) -> int:
    """Make the missing matches, with their players and the notices that are owed; returns how many."""
    wanted = _wanted(tournament, rows, decided, elsewhere)
    if not wanted:
        return 0
    entries = {entry for _pairing, players, _board in wanted for entry in players}
    lineup = Lineup(tournament, entries, {pairing.pk for pairing, _players, _board in wanted})
    unasked = {pk for pk, entry in lineup.entries.items() if entry.awaits_consent}
    if (
        unasked
    ):  # entered by somebody else over the board; online nobody is seated before they accept
        wanted = [row for row in wanted if unasked.isdisjoint(row[1])]
        if not wanted:
            return 0
    sittings = [
        match_gateway.Sitting(
            pairing,
            board,
            lineup.at((pairing.pk, first, second), board),
            lineup.at((pairing.pk, second, first), board),
            (lineup.entries[first].title, lineup.entries[second].title),
        )
        for pairing, (first, second), board in wanted
    ]
    start_times = StartTimes(tournament, now)
    matches = match_gateway.create(tournament, sittings, start_times, now=now)
    made = [
        PairingMatch(
            pairing=pairing,
            board=board,
            match=match,
            entry_a_id=first,
            entry_b_id=second,
            created_at=now,
        )
        for (pairing, (first, second), board), match in zip(wanted, matches, strict=True)
    ]
    PairingMatch.objects.bulk_create(made, batch_size=1000)
    queue_match_notices(made, lineup, now)
    match_gateway.start_correspondence(sittings, matches, now)
    start_times.hold(made)
    start_times.record(
        row for row, sitting in zip(made, sittings, strict=True) if sitting.waits_for_players
    )
    return len(made)
