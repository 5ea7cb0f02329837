"""The preview of the next season: the final standings and the rules, as the director has changed them by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.models import Player
from leagues.models import LONGEST_SHORT_NAME, LeagueSeason
from leagues.promotion.moves import next_divisions
from leagues.selectors.tables import DivisionTable, all_tables
from tournaments.models import Tournament
from web.errors import DomainError

MOST_JOINING = 100
MOST_PLAYERS = 700
GONE = -1
"""Instead of a division: the player does not play next season."""


@dataclass(frozen=True, slots=True)
class JoiningPlayer:
    """A new player: one of the site, or by name a player without an account. `division` counts from 0; None is the foot."""

    name: str
    player: int | None = None
    division: int | None = None


@dataclass(frozen=True, slots=True)
class NextChoices:
    """What the director decided: divisions of players by hand, counted from 0 or GONE, and new players."""

    name: str = ""
    places: Mapping[int, int] = field(default_factory=dict)
    joining: tuple[JoiningPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class NextLine:
    """A player of the next season. `before` is the old division, None for a new player; a new player without an account has a
    negative `player`: -1 is the first of `NextChoices.joining`. `chosen` is what the director decided by hand."""

    player: int
    name: str
    before: int | None
    now: int
    has_left: bool
    chosen: int | None

    @property
    def move(self) -> str:
        """promoted, relegated, stays or new"""
        if self.before is None:
            return "new"
        if self.now == self.before:
            return "stays"
        return "promoted" if self.now < self.before else "relegated"


@dataclass(frozen=True, slots=True)
class NextDivision:
    """A division of the next season. `size_before` is how many played in it in the season that ends."""

    name: str
    size_before: int
    lines: tuple[NextLine, ...]


@dataclass(frozen=True, slots=True)
class NextPreview:
    """The divisions of the next season, who does not play in them, and the tables they follow from."""

    tables: list[DivisionTable]
    divisions: tuple[NextDivision, ...]
    gone: tuple[NextLine, ...]

    @property
    def is_over(self) -> bool:
        return bool(self.tables) and all(table.is_over for table in self.tables)

    @property
    def has_teams(self) -> bool:
        """Are the entries pairs or teams? Each then stands here under the number of its captain."""
        kinds = {table.division.tournament.entry_kind for table in self.tables}
        return bool(kinds - {Tournament.EntryKind.SINGLE})

    @property
    def withdrawn(self) -> tuple[NextLine, ...]:
        """Players of the next season who withdrew or were disqualified in the season that ends."""
        return tuple(line for row in self.divisions for line in row.lines if line.has_left)


def next_name(season: LeagueSeason) -> str:
    """A name for the season after it: the last number of the name rises."""
    head, _space, last = season.name.rpartition(" ")
    if last.isascii() and last.isdigit() and len(last) <= 6:
        number = str(int(last) + 1)
        return f"{head[: LONGEST_SHORT_NAME - len(number) - 1]} {number}".strip()
    following = _("Season %(number)s") % {"number": season.number + 1}
    return following[:LONGEST_SHORT_NAME]


def preview_of(season: LeagueSeason, choices: NextChoices) -> NextPreview:
    """Computed anew from the standings as they are now. Players who have left the site do not play.

    Refused: too_many_players; and (400) no_such_player, no_such_division, too_many_new_players, already_playing,
    teams_not_names.
    """
    tables = all_tables(season)
    before = _before(tables)
    require_few_players(tables, len(choices.joining))
    _require_players(choices, before)
    joining = _joining(choices, before)
    _require_divisions(choices, len(tables))
    names = {line.player.id: line.player.name for table in tables for line in table.lines}
    names |= {key: row.name for key, row in joining.items()}
    left = {line.player.id for table in tables for line in table.lines if line.has_left}
    absent = _anonymised(before)
    leaving = {player for player, where in choices.places.items() if where == GONE} | absent
    placed = {p: where for p, where in choices.places.items() if where != GONE and p in before}
    placed |= {key: row.division for key, row in joining.items() if row.division is not None}
    divisions = next_divisions(
        [table.final for table in tables], leaving=leaving, joining=list(joining), placed=placed
    )

    def line(player: int, now: int) -> NextLine:
        chosen = GONE if player in leaving else placed.get(player)
        return NextLine(
            player, names[player], before.get(player), now, player in left, chosen
        )  # fmt: skip

    preview = NextPreview(
        tables,
        tuple(
            NextDivision(
                table.division.name,
                len(table.final.ranked),
                tuple(line(player, number) for player in players),
            )
            for number, (table, players) in enumerate(zip(tables, divisions, strict=True))
        ),
        tuple(line(player, GONE) for player in before if player in leaving),
    )
    if preview.has_teams and choices.joining:
        text = _("New teams are entered in the new drafts. Names of players cannot be added here.")
        raise DomainError("teams_not_names", text, 400)
    return preview


def _before(tables: list[DivisionTable]) -> dict[int, int]:
    """By player the division of the season that ends; the higher one of somebody who played in two."""
    before: dict[int, int] = {}
    for number, table in enumerate(tables):
        for player in table.final.ranked:
            before.setdefault(player, number)
    return before


def _joining(choices: NextChoices, before: Mapping[int, int]) -> dict[int, JoiningPlayer]:
    """By number: a player of the site, or -1 and so on for a new name."""
    if len(choices.joining) > MOST_JOINING:
        text = _("You can add up to %(most)d new players.") % {"most": MOST_JOINING}
        raise DomainError("too_many_new_players", text, 400)
    joining: dict[int, JoiningPlayer] = {}
    for number, row in enumerate(choices.joining, start=1):
        key = -number if row.player is None else row.player
        if key in before or key in joining:
            text = _("%(name)s: this player is in the league already.") % {"name": row.name}
            raise DomainError("already_playing", text, 400)
        joining[key] = row
    return joining


def require_few_players(tables: list[DivisionTable], joining: int = 0) -> None:
    """The page has a field for each player, and a form may have 1000 fields. Refused: too_many_players."""
    players = len(_before(tables)) + joining
    if players > MOST_PLAYERS:
        text = _(
            "A league can prepare a season of up to %(most)d players. Players in this one: %(n)d."
        )
        raise DomainError("too_many_players", text % {"most": MOST_PLAYERS, "n": players})


def _require_players(choices: NextChoices, before: Mapping[int, int]) -> None:
    if not choices.places.keys() <= before.keys():
        text = _("A player whom you moved is not in this season. Reload the page.")
        raise DomainError("no_such_player", text, 400)


def _require_divisions(choices: NextChoices, count: int) -> None:
    chosen = [where for where in choices.places.values() if where != GONE]
    chosen += [row.division for row in choices.joining if row.division is not None]
    if any(not 0 <= where < count for where in chosen):
        text = _("Choose a division of the list.")
        raise DomainError("no_such_division", text, 400)


def _anonymised(players: Mapping[int, int]) -> set[int]:
    rows = Player.objects.filter(pk__in=list(players), anonymised_at__isnull=False)
    return set(rows.values_list("pk", flat=True))
