"""The tables of a season: who stands where in each division, in which zone, and by when rounds are to be played.

A few queries for each division that the viewer may see.
"""

from dataclasses import dataclass
from datetime import datetime

from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.promotion.moves import DivisionRules, FinalTable, zones_of
from leagues.selectors.leagues import divisions_of, seen_of
from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.outline import Outline, outlines
from tournaments.bracket.selectors.rows import PlayerRef, StandingRow
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Tournament

LEFT = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A player of a division. `row` is None before the draw; `zone` is empty between the zones and before the first result."""

    player: PlayerRef
    entry: int
    row: StandingRow | None
    zone: str
    has_left: bool = False
    is_invited: bool = False


@dataclass(frozen=True, slots=True)
class DivisionRound:
    """A round that has a deadline."""

    name: str
    until: datetime
    is_over: bool


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its lines from the top. `is_shown` is false where the viewer may not see the tournament yet."""

    division: LeagueDivision
    rules: DivisionRules
    is_shown: bool
    lines: tuple[TableLine, ...] = ()
    rounds: tuple[DivisionRound, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.division.tournament.status == Tournament.Status.FINISHED

    @property
    def is_drawn(self) -> bool:
        return any(line.row is not None for line in self.lines)

    @property
    def final(self) -> FinalTable:
        left = frozenset(line.player.id for line in self.lines if line.has_left)
        return FinalTable(tuple(line.player.id for line in self.lines), self.rules, left)


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season with the winner of its first division, None before that is over."""

    season: LeagueSeason
    champion: PlayerRef | None


def rules_by_order(divisions: list[LeagueDivision]) -> list[DivisionRules]:
    """The rules of these divisions, which are all of a season: nobody is promoted from the first or relegated from the last."""
    rules = []
    for number, division in enumerate(divisions):
        above = divisions[number - 1] if number else None
        is_last = number == len(divisions) - 1
        rules.append(
            DivisionRules(
                promoted=above.relegated if above else 0,
                relegated=0 if is_last else division.relegated,
                promotion_play_off=above.play_off if above else 0,
                relegation_play_off=0 if is_last else division.play_off,
            )
        )
    return rules


def season_tables(season: LeagueSeason, viewer: Viewer) -> list[DivisionTable]:
    """From the first division down."""
    divisions = divisions_of(season)
    seen = seen_of(divisions, viewer)
    parts = outlines([row.tournament for row in divisions if row.tournament_id in seen])
    return [
        _table(division, rules, parts[division.tournament_id])
        if division.tournament_id in seen
        else DivisionTable(division, rules, is_shown=False)
        for division, rules in zip(divisions, rules_by_order(divisions), strict=True)
    ]


def all_tables(season: LeagueSeason) -> list[DivisionTable]:
    """The same, whoever looks."""
    divisions = divisions_of(season)
    parts = outlines([row.tournament for row in divisions])
    return [
        _table(division, rules, parts[division.tournament_id])
        for division, rules in zip(divisions, rules_by_order(divisions), strict=True)
    ]


def _table(division: LeagueDivision, rules: DivisionRules, parts: Outline) -> DivisionTable:
    tournament = division.tournament
    rows = standing_rows(tournament)
    players = FinalTable(
        tuple(row.player.id for row in rows),
        rules,
        frozenset(row.player.id for row in rows if row.status in LEFT),
    )
    zones = zones_of(players) if any(row.played for row in rows) else {}
    lines = tuple(
        TableLine(row.player, row.entry, row, zones.get(row.player.id, ""), row.status in LEFT)
        for row in rows
    )
    return DivisionTable(division, rules, True, lines or _entered(tournament), _rounds(parts))


def past_seasons(league: League) -> list[PastSeason]:
    """All seasons, the newest first, with their champions. Two queries."""
    seasons = list(league.seasons.order_by("-number"))
    rows = LeagueDivision.objects.filter(season__in=seasons)
    rows = rows.select_related("tournament__champion__player").order_by("-order")
    tops = {row.season_id: row.tournament for row in rows}
    champions = {
        pk: tournament.champion
        for pk, tournament in tops.items()
        if tournament.status == Tournament.Status.FINISHED
    }
    return [PastSeason(row, _ref(champions.get(row.pk))) for row in seasons]


def has_changed_since(season: LeagueSeason, tables: list[DivisionTable]) -> bool:
    """Have the standings changed after the next season was prepared from them?"""
    before = season.next_from
    all_shown = all(table.is_shown for table in tables)
    return before is not None and all_shown and before != orders_of(tables)


def orders_of(tables: list[DivisionTable]) -> dict[str, list[int]]:
    """The entries of each division from the top, as `LeagueSeason.next_from` keeps them."""
    return {str(t.division.pk): [line.entry for line in t.lines] for t in tables}


def _ref(entry: Entry | None) -> PlayerRef | None:
    return None if entry is None else entrant_ref(entry)


def _entered(tournament: Tournament) -> tuple[TableLine, ...]:
    """The players before the draw, by name. Players who have not accepted yet are listed in drafts, which directors see."""
    statuses = [Entry.Status.ACTIVE]
    if tournament.status == Tournament.Status.DRAFT:
        statuses.append(Entry.Status.INVITED)
    entries = tournament.entries.filter(status__in=statuses).select_related("player")
    lines = [
        TableLine(entrant_ref(entry), entry.pk, None, "", is_invited=entry.status != Entry.Status.ACTIVE)
        for entry in entries
    ]  # fmt: skip
    return tuple(sorted(lines, key=lambda line: (line.player.name.casefold(), line.entry)))


def _rounds(parts: Outline) -> tuple[DivisionRound, ...]:
    """The rounds with a deadline, in the order in which they are played."""
    heads = [head for stage in parts.stages for head in stage.rounds]
    return tuple(
        DivisionRound(parts.names.full_round(head.row), deadline.play_until, not head.undecided)
        for head in heads
        if (deadline := getattr(head.row, "deadline", None)) is not None
    )
