"""Line-ups that captains name (T8.5): which of them count, who is still asked for one, and who plays at a board.

Nothing here says what a reader may see: tournaments.entry.selectors.lineups does.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from accounts.models import NOT_HOUSE_BOTS, Player
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, Pairing, Slip, TeamLineup, Tournament

Side = tuple[int, int, int]
"""A pairing, a team in it, and its opponent: by their ids."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A pairing of two teams, by their ids in the order of its slots."""

    pairing: int
    first: int
    second: int

    @property
    def sides(self) -> tuple[Side, Side]:
        return (self.pairing, self.first, self.second), (self.pairing, self.second, self.first)


def counting_lineups(pairings: Collection[int]) -> dict[Side, TeamLineup]:
    """The line-up that counts of each side that has one. One query, none without pairings."""
    if not pairings:
        return {}
    rows = TeamLineup.objects.filter(pairing__in=pairings, revoked_at=None).order_by("pk")
    return {(row.pairing_id, row.entry_id, row.opponent_id): row for row in rows}


def sides_without(
    tournament: Tournament,
    matches: Collection[TeamMatch],
    lineups: Collection[Side],
) -> list[Side]:
    """The sides of these matches that are still asked for a line-up. A team with a bot of the site as its captain plays in
    the order of the team. One query, none where captains name no line-ups."""
    if not tournament.names_lineups or not matches:
        return []
    sides = [side for match in matches for side in match.sides if side not in lineups]
    played_by_bots = bots_teams({entry for _pairing, entry, _opponent in sides})
    return [side for side in sides if side[1] not in played_by_bots]


def bots_teams(entries: Collection[int]) -> set[int]:
    """Those of these teams whose captain is a bot of the site. One query, none without entries."""
    if not entries:
        return set()
    rows = Entry.objects.filter(pk__in=entries).exclude(player__bot_kind__in=NOT_HOUSE_BOTS)
    return set(rows.values_list("pk", flat=True))


def team_order(members: Iterable[EntryMember], boards: int) -> list[EntryMember]:
    """Those members of one team who play, board by board, where no line-up is named."""
    return sorted((m for m in members if m.board <= boards), key=lambda member: member.board)


class BoardPlayers:
    """Who plays for a team at a board of a pairing: by its line-up that counts, else in the order of the team.

    `members` are those of all these teams. One query at most, for the line-ups of `pairings`.
    """

    def __init__(self, members: Iterable[EntryMember], pairings: Collection[int]) -> None:
        self._by_entry: dict[int, list[EntryMember]] = {}
        for member in members:
            self._by_entry.setdefault(member.entry_id, []).append(member)
        self._lineups = counting_lineups(pairings)

    def at(self, side: Side, board: int) -> EntryMember | None:
        """The member at a board, counted from 1."""
        members = self._by_entry.get(side[1], [])
        lineup = self._lineups.get(side)
        if lineup is None:
            return next((member for member in members if member.board == board), None)
        named = lineup.members[board - 1] if 0 < board <= len(lineup.members) else None
        return next((member for member in members if member.pk == named), None)


def named_boards(player: Player, entries: Collection[int]) -> dict[Side, int]:
    """The board of a player in each line-up of these teams that counts, 0 where they do not play. Two queries, none
    without teams."""
    if not entries:
        return {}
    members = EntryMember.objects.filter(entry__in=entries, player=player)
    own = set(members.values_list("pk", flat=True))
    rows = TeamLineup.objects.filter(entry__in=entries, revoked_at=None).order_by("pk")
    boards: dict[Side, int] = {}
    for row in rows:
        board = next((n for n, pk in enumerate(row.members, start=1) if pk in own), 0)
        boards[row.pairing_id, row.entry_id, row.opponent_id] = board
    return boards


def slip_sides(slip: Slip) -> tuple[Side, Side]:
    """The two sides of a match over the board."""
    return TeamMatch(slip.pairing_id, slip.entry_a_id, slip.entry_b_id).sides


def own_board_slips(slips: Iterable[Slip], viewer: Viewer) -> list[Slip]:
    """Those of these slips of teams whose board the viewer plays at. Two queries, none without slips."""
    listed = list(slips)
    if not listed:
        return []
    entries = {entry for slip in listed for entry in (slip.entry_a_id, slip.entry_b_id)}
    members = EntryMember.objects.filter(entry__in=entries, player__user=viewer.pk or 0)
    players = BoardPlayers(members, {slip.pairing_id for slip in listed})
    return [
        slip
        for slip in listed
        if any(players.at(side, slip.board) is not None for side in slip_sides(slip))
    ]


def two_teams(pairing: Pairing) -> TeamMatch | None:
    """The teams that meet in a pairing; None before both are known. One query."""
    slots = list(pairing.slots.order_by("side").values_list("entry_id", flat=True))
    first, second = slots[0], slots[1]
    return None if first is None or second is None else TeamMatch(pairing.pk, first, second)
