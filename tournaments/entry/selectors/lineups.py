"""The line-ups of the matches that are to be played, as far as their reader may see them (T8.5).

A line-up is seen by its own team. Everybody else, directors included, sees it once both are named.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.bracket.selectors.lineups import (
    Side,
    TeamMatch,
    counting_lineups,
    sides_without,
    team_order,
)
from tournaments.bracket.selectors.lists import entrant_ref, player_ref
from tournaments.bracket.selectors.names import Names
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryMember, Pairing, Slot, TeamLineup, Tournament

QUERIES = 5


@dataclass(frozen=True, slots=True)
class LineupSide:
    """A team in a match. `lineup` are its players board by board, empty where the reader may not see them or none are
    named; `members` all of the team, in its order. `named` is the id of its line-up, 0 for none.

    `captained`: the reader is its captain.
    """

    entry: int
    team: PlayerRef
    is_named: bool
    named: int
    lineup: tuple[PlayerRef, ...]
    members: tuple[PlayerRef, ...]
    captained: bool


@dataclass(frozen=True, slots=True)
class LineupMatch:
    """A match of two teams that is not decided. `is_open`: both line-ups are named, and everybody sees them."""

    pairing: int
    round: int
    round_name: str
    name: str
    is_open: bool
    sides: tuple[LineupSide, LineupSide]

    @property
    def own(self) -> LineupSide | None:
        """The team whose captain the reader is."""
        return next((side for side in self.sides if side.captained), None)

    @property
    def other(self) -> LineupSide:
        """The opponents of the reader's own team."""
        return self.sides[1] if self.sides[0].captained else self.sides[0]


def lineup_matches(
    tournament: Tournament, viewer: Viewer, names: Names, pairing: int | None = None
) -> tuple[LineupMatch, ...]:
    """The undecided matches of two teams, in the order of the draw, those of the reader's team first; or one of them.
    QUERIES queries whatever the size."""
    if not tournament.names_lineups or tournament.status != Tournament.Status.RUNNING:
        return ()
    pairings = _pairings(tournament, pairing)
    matches = _team_matches(pairings)
    lineups = counting_lineups(matches)
    missing = set(sides_without(tournament, list(matches.values()), lineups))
    entries = {entry for match in matches.values() for entry in (match.first, match.second)}
    reader = _Reader(viewer, entries, tournament.boards)
    rows = []
    for row in pairings:
        if (match := matches.get(row.pk)) is None:
            continue
        is_open = missing.isdisjoint(match.sides)
        first, second = (
            reader.side(side, lineups.get(side), is_open=is_open, is_named=side not in missing)
            for side in match.sides
        )
        rows.append(
            LineupMatch(
                pairing=row.pk,
                round=row.round_id,
                round_name=names.full_round(names.rounds[row.round_id]),
                name=names.pairing(row),
                is_open=is_open,
                sides=(first, second),
            )
        )
    return tuple(sorted(rows, key=lambda row: row.own is None))


class _Reader:
    """Who reads, with the teams that they may read about."""

    def __init__(self, viewer: Viewer, entries: Iterable[int], boards: int) -> None:
        self._user = viewer.pk or 0
        self._boards = boards
        teams = Entry.objects.select_related("player")
        self._teams = teams.in_bulk(list(entries))
        members = EntryMember.objects.filter(entry__in=self._teams).select_related("player")
        self._members: dict[int, list[EntryMember]] = {}
        for member in members.order_by("entry", "board"):
            self._members.setdefault(member.entry_id, []).append(member)

    def side(
        self, side: Side, lineup: TeamLineup | None, *, is_open: bool, is_named: bool
    ) -> LineupSide:
        team, members = self._teams[side[1]], self._members.get(side[1], [])
        is_own = bool(self._user) and any(m.player.user_id == self._user for m in members)
        captained = bool(self._user) and team.player.user_id == self._user
        seen: Iterable[EntryMember] = ()
        if is_named and (is_open or is_own):
            seen = self._in(lineup, members)
        return LineupSide(
            entry=team.pk,
            team=entrant_ref(team),
            is_named=is_named,
            named=lineup.pk if lineup is not None else 0,
            lineup=tuple(player_ref(member.player) for member in seen),
            members=tuple(player_ref(member.player) for member in members),
            captained=captained,
        )

    def _in(self, lineup: TeamLineup | None, members: list[EntryMember]) -> list[EntryMember]:
        if lineup is None:  # a team of bots plays in its order
            return team_order(members, self._boards)
        by_id = {member.pk: member for member in members}
        return [by_id[pk] for pk in lineup.members if pk in by_id]


def lineup_due(tournament: Tournament, viewer: Viewer) -> str:
    """The opponent of the next match for which the viewer, as a captain, has not named a line-up; empty where nothing is
    asked of them. Two queries at most, none where captains name no line-ups."""
    running = tournament.status == Tournament.Status.RUNNING
    if not tournament.names_lineups or not running or not viewer.is_authenticated:
        return ""
    mine = Slot.objects.filter(
        entry__player__user=viewer.pk, pairing__stage__tournament=tournament,
        pairing__voided_at=None, pairing__outcome="", pairing__round__open=True,
    )  # fmt: skip
    matches = _team_matches(Pairing.objects.filter(pk__in=mine.values("pairing")).order_by("pk"))
    lineups = counting_lineups(matches)
    own = set(mine.values_list("entry_id", flat=True)) if matches else set()
    for match in matches.values():
        for side in match.sides:
            if side[1] in own and side not in lineups:
                return Entry.objects.select_related("player").get(pk=side[2]).title
    return ""


def _pairings(tournament: Tournament, pairing: int | None) -> list[Pairing]:
    rows = Pairing.objects.filter(stage__tournament=tournament, voided_at=None, outcome="")
    if pairing is not None:
        rows = rows.filter(pk=pairing)
    return list(rows.order_by("stage__number", "round__number", "number"))


def _team_matches(pairings: Iterable[Pairing]) -> Mapping[int, TeamMatch]:
    """The matches of these pairings whose two teams are known. One query."""
    teams: dict[int, list[int]] = {}
    slots = Slot.objects.filter(pairing__in=list(pairings), entry__isnull=False)
    for pairing, entry in slots.order_by("pairing", "side").values_list("pairing_id", "entry_id"):
        teams.setdefault(pairing, []).append(entry or 0)  # never None, by the filter
    return {pk: TeamMatch(pk, *pair) for pk, pair in teams.items() if len(pair) == 2}
