"""Who won the tournaments of an event that are over: the first places of every draw, with their prizes.

One query for the names, two for agreements on prizes. The standings are cached; each that is not takes some more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.outline import Outline, StageHead
from tournaments.bracket.selectors.prize_agreements import Agreement, agreements_of
from tournaments.bracket.selectors.prize_pot import Pot, plans_of, pots_of, prizes_by
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.bracket.selectors.standings_cache import CachedTables
from tournaments.core.money_texts import short_amount_text
from tournaments.core.round_names import section_name
from tournaments.formats.base import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.models import Entry, Tournament
from tournaments.payouts.prizes import Tables
from tournaments.standings.overall import merged
from tournaments.standings.row import PlaceRow

PLACES = 4
DRAWS = 24
LETTERS = {MAIN: "M", CONSOLATION: "C", LAST_CHANCE: "L"}


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A first place: the place, shared with others or not, and the prize in words, or none."""

    place: int
    player: PlayerRef
    prize: str


@dataclass(frozen=True, slots=True)
class DrawWinners:
    """The first places of a draw. `letter` (M, C or L) and `section` name the draw where there are several."""

    tournament: int
    slug: str
    name: str
    section: str
    letter: str
    rows: tuple[PlacedPlayer, ...]

    @property
    def winner(self) -> str:
        return self.rows[0].player.name

    @property
    def steps(self) -> list[tuple[int, list[PlacedPlayer]]]:
        """The steps of a podium from the left: second, first, third; only those that somebody stands on."""
        steps = [(place, [row for row in self.rows if row.place == place]) for place in (2, 1, 3)]
        return [step for step in steps if step[1]]


@dataclass(frozen=True, slots=True)
class FinalStage:
    """A stage of a finished tournament, in the shape of `final_order.PlayedStage`."""

    number: int
    tables: Tables
    counts_points: bool
    is_over: bool


def winners_of(
    finished: Sequence[Tournament],
    outlines: Mapping[int, Outline],
    pots: Mapping[int, Pot],
    names: Mapping[int, str],
) -> tuple[DrawWinners, ...]:
    """The draws of these tournaments in their order; DRAWS at most."""
    agreements = agreements_of(of.pk for of in finished[:DRAWS] if pots[of.pk].currency)
    drawn = [
        (tournament, section, rows, prizes)
        for tournament in finished[:DRAWS]
        for section, rows, prizes in _draws(
            tournament, outlines[tournament.pk], pots[tournament.pk],
            agreements.get(tournament.pk, []),
        )
    ][:DRAWS]  # fmt: skip
    wanted = {row.entry for _t, _s, rows, _p in drawn for row in rows}
    entries = Entry.objects.filter(pk__in=wanted).select_related("player") if wanted else ()
    players = {entry.pk: entrant_ref(entry) for entry in entries}
    beside: dict[int, list[str]] = {}
    for tournament, section, _rows, _prizes in drawn:
        beside.setdefault(tournament.pk, []).append(section)
    return tuple(
        DrawWinners(
            tournament=tournament.pk,
            slug=tournament.slug,
            name=names[tournament.pk],
            section=section_name(section, beside[tournament.pk]),
            letter=LETTERS[section] if len(beside[tournament.pk]) > 1 else "",
            rows=tuple(
                PlacedPlayer(row.place_from or 1, players[row.entry], prizes.get(row.entry, ""))
                for row in rows
                if row.entry in players
            ),
        )
        for tournament, section, rows, prizes in drawn
    )


def winners_of_tournament(tournament: Tournament, parts: Outline) -> tuple[DrawWinners, ...]:
    """The draws of one tournament, none before it is over."""
    if tournament.status != Tournament.Status.FINISHED:
        return ()
    only = tournament.pk
    return winners_of(
        [tournament], {only: parts}, pots_of([tournament], plans_of([tournament])), {only: tournament.name}
    )  # fmt: skip


def _draws(
    tournament: Tournament, parts: Outline, pot: Pot, agreements: Sequence[Agreement]
) -> Iterator[tuple[str, list[PlaceRow], dict[int, str]]]:
    """The draws of the last stage, each with its first places and the prizes of all entries."""
    if not parts.stages:
        return
    stages = [_stage(tournament, stage) for stage in reversed(parts.stages)]
    paid = prizes_by(tournament, stages, pot, agreements).paid if pot.amount else {}
    prizes = {entry: short_amount_text(units, pot.currency) for entry, units in paid.items()}
    tables = stages[0].tables
    whole = {MAIN: merged(tables)} | {
        section: list(tables[section])
        for section in LETTERS
        if section in tables and section != MAIN
    }
    for section, table in whole.items():
        rows = [row for row in table if row.place_from and row.place_from < PLACES][:PLACES]
        if rows:
            yield section, rows, prizes


def _stage(tournament: Tournament, stage: StageHead) -> FinalStage:
    cached = CachedTables(tournament, stage.number)
    tables = {section: cached.rows(section) for section in cached.heads}
    return FinalStage(stage.number, tables, stage.counts == "points", stage.is_over)
