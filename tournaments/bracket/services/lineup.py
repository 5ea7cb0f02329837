"""Who plays for an entry, and the notices that are owed to them: “your match is ready” (sent by tasks.sweep_notices)."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games.models import MatchSeat
from tournaments.bracket.services.batches import pairings_in
from tournaments.models import (
    Entry,
    EntryMember,
    Notice,
    PairingMatch,
    Result,
    Slip,
    Tournament,
)

NO_SHOWS = (Result.Kind.FORFEIT, Result.Kind.DOUBLE_FORFEIT)


class Lineup:
    """The players of entries: one player, both partners of a doubles, the player of a team's board."""

    def __init__(self, tournament: Tournament, entries: set[int]) -> None:
        self.kind = tournament.entry_kind
        rows = Entry.objects.select_related("player")
        wanted = pairings_in(rows, entries, whole={"tournament": tournament}, key="pk")
        self.entries = {entry.pk: entry for entry in wanted}
        self.members: dict[int, list[EntryMember]] = {}
        if self.kind == Tournament.EntryKind.SINGLE:
            return
        members = EntryMember.objects.filter(entry__tournament=tournament).select_related("player")
        for member in members.order_by("entry_id", "board"):
            self.members.setdefault(member.entry_id, []).append(member)

    def at(self, entry: int, board: int) -> list[Player]:
        """The players of an entry at a board."""
        members = self.members.get(entry, [])
        if self.kind == Tournament.EntryKind.TEAM:
            members = [member for member in members if member.board == board]
        return [member.player for member in members] or [self.entries[entry].player]


def queue_match_notices(made: list[PairingMatch], lineup: Lineup, now: datetime) -> None:
    """Queue an email to everybody with a login."""
    notices = [
        Notice(player=player, pairing_match=row, created_at=now)
        for row in made
        for entry in (row.entry_a_id, row.entry_b_id)
        for player in lineup.at(entry, row.board)
        if player.user_id is not None
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)


def queue_slip_notices(tournament: Tournament, slips: Iterable[Slip], now: datetime) -> None:
    """The same for everybody who is called to a table; once for a slip, even if it moves to another table."""
    listed = list(slips)
    lineup = Lineup(
        tournament, {pk for slip in listed for pk in (slip.entry_a_id, slip.entry_b_id)}
    )
    notices = [
        Notice(player=player, slip=slip, created_at=now)
        for slip in listed
        for entry in (slip.entry_a_id, slip.entry_b_id)
        for player in lineup.at(entry, slip.board)
        if player.user_id is not None
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)


def queue_forfeit_notices(
    ended: Iterable[tuple[PairingMatch, Result | None]], now: datetime
) -> None:
    """Queue a notice to each player with a login who did not join one of these matches, just recorded."""
    missed = {
        row.match_id: (row, _absent_seats(row, result))
        for row, result in ended
        if result is not None and result.kind in NO_SHOWS and row.match.started_at is None
    }
    if not missed:
        return
    seats = MatchSeat.objects.filter(match__in=missed).exclude(player__user=None)
    notices = [
        Notice(
            player_id=player,
            pairing_match=missed[match][0],
            kind=Notice.FORFEIT,
            tag=f"{missed[match][0].match.finished_at:%Y%m%d%H%M%S}",
            created_at=now,
        )
        for match, seat, player in seats.values_list("match_id", "seat", "player_id")
        if seat in missed[match][1]
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)


def _absent_seats(row: PairingMatch, result: Result) -> str:
    if result.kind == Result.Kind.DOUBLE_FORFEIT:
        return "AB"
    return "A" if result.loser_id == row.entry_a_id else "B"
