"""Who plays for an entry, and the notices that are owed to them: “your match is ready” (sent by tasks.sweep_notices)."""

from collections.abc import Collection, Iterable
from datetime import datetime

from accounts.models import Player
from games.models import MatchSeat
from notifications import kinds
from notifications.services.notify import notify, settle_pages
from tournaments.bracket.selectors.lineups import BoardPlayers, Side
from tournaments.bracket.services.batches import pairings_in
from tournaments.bracket.services.match_news import match_news, slip_news
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
    """The players of entries: one player, both partners of a doubles, of a team who plays at a board of a pairing."""

    def __init__(
        self, tournament: Tournament, entries: set[int], pairings: Collection[int]
    ) -> None:
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
        everybody = [member for members in self.members.values() for member in members]
        self._boards = BoardPlayers(everybody, pairings if tournament.names_lineups else ())

    def at(self, side: Side, board: int) -> list[Player]:
        """The players of an entry at a board."""
        _pairing, entry, _opponent = side
        members = self.members.get(entry, [])
        if self.kind == Tournament.EntryKind.TEAM:
            member = self._boards.at(side, board)
            members = [] if member is None else [member]
        return [member.player for member in members] or [self.entries[entry].player]


def queue_match_notices(made: list[PairingMatch], lineup: Lineup, now: datetime) -> None:
    """Notify everybody with a login, and queue an email to them."""
    seated = [
        (row, player, player.user_id, lineup.entries[side[2]])
        for row in made
        for side in sides_of(row)
        for player in lineup.at(side, row.board)
        if player.user_id is not None
    ]
    notices = [
        Notice(player=player, pairing_match=row, created_at=now)
        for row, player, _user, _rival in seated
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
    notify([match_news(kinds.READY, row, user, rival) for row, _player, user, rival in seated], now)


def queue_slip_notices(tournament: Tournament, slips: Iterable[Slip], now: datetime) -> None:
    """The same for everybody who is called to a table; once for a slip, even if it moves to another table."""
    listed = list(slips)
    lineup = Lineup(
        tournament,
        {pk for slip in listed for pk in (slip.entry_a_id, slip.entry_b_id)},
        {slip.pairing_id for slip in listed},
    )
    seated = [
        (slip, player, player.user_id, lineup.entries[side[2]])
        for slip in listed
        for side in sides_of(slip)
        for player in lineup.at(side, slip.board)
        if player.user_id is not None
    ]
    notices = [
        Notice(player=player, slip=slip, created_at=now) for slip, player, _user, _rival in seated
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
    notify(
        [slip_news(kinds.READY, tournament, slip, user, rival) for slip, _p, user, rival in seated],
        now,
    )


def queue_forfeit_notices(
    ended: Iterable[tuple[PairingMatch, Result | None]], now: datetime
) -> None:
    """Notify each player with a login who did not join one of these matches, just recorded: a card, a line and an email."""
    missed = {
        row.match_id: (row, _absent_seats(row, result))
        for row, result in ended
        if result is not None and result.kind in NO_SHOWS and row.match.started_at is None
    }
    if not missed:
        return
    seats = MatchSeat.objects.filter(match__in=missed).exclude(player__user=None)
    columns = seats.values_list("match_id", "seat", "player_id", "player__user_id")
    absent = [
        (missed[match][0], seat, player, user)
        for match, seat, player, user in columns
        if seat in missed[match][1]
    ]
    notices = [
        Notice(
            player_id=player,
            pairing_match=row,
            kind=Notice.FORFEIT,
            tag=f"{row.match.finished_at:%Y%m%d%H%M%S}",
            created_at=now,
        )
        for row, _seat, player, _user in absent
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True, batch_size=1000)
    rivals = Entry.objects.in_bulk({_rival(row, seat) for row, seat, _p, _u in absent})
    news = [
        match_news(
            kinds.FORFEIT,
            row,
            user,
            rivals.get(_rival(row, seat)),
            subject=f":{row.match.finished_at:%Y%m%d%H%M%S}",
        )
        for row, seat, _player, user in absent
        if user is not None
    ]
    notify(news, now)
    settle_pages(
        (kinds.READY, kinds.FORFEIT_SOON), {item.user_id: {item.url} for item in news}, now
    )


def sides_of(row: PairingMatch | Slip) -> tuple[Side, Side]:
    """Each entry of a match, with its opponent."""
    pairing, first, second = row.pairing_id, row.entry_a_id, row.entry_b_id
    return (pairing, first, second), (pairing, second, first)


def _rival(row: PairingMatch, seat: str) -> int:
    return row.entry_b_id if seat == "A" else row.entry_a_id


def _absent_seats(row: PairingMatch, result: Result) -> str:
    if result.kind == Result.Kind.DOUBLE_FORFEIT:
        return "AB"
    return "A" if result.loser_id == row.entry_a_id else "B"
