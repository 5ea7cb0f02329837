"""Simulated players for the model of fair play: honest ones of every strength, and people who follow an engine.

The positions are real: the counted choices of matches that were analysed here (tests/data/fair_play_positions.json). Seconds are
not simulated: they are no part of the evidence. Nothing here reads a clock; the seed is an argument.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from fairplay.evidence.choices import CountedChoice
from fairplay.evidence.players import (
    PRS,
    SPREADS,
    Human,
    engine,
    helped_likelihoods,
    human,
    human_likelihoods,
)
from fairplay.evidence.sequential import MatchFacts, levels_of

DATA = Path(__file__).resolve().parent.parent / "data" / "fair_play_positions.json"
LENGTHS = {1: (8, 25), 3: (15, 45), 5: (25, 70), 7: (40, 100), 9: (50, 130)}
"""How many counted choices a side has in a match of so many points, at least and at most."""
SEASON = 60
Odds = list[float]
Style = Callable[[int, Random], Callable[[int], Odds]]
"""By the match, how likely each option of a position is chosen."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """`matches` come before `season`: a history that was played honestly, at `history_pr`, or none."""

    style: Style
    history_pr: float | None = None


@lru_cache(maxsize=1)
def positions() -> list[tuple[float, ...]]:
    return [tuple(losses) for losses in json.loads(DATA.read_text())]


def spread_of(pr: float) -> float:
    """The spread of a human of this PR who is careless in one choice of ten."""
    at = min(max(1, bisect_left(PRS, pr)), len(PRS) - 1)
    share = (pr - PRS[at - 1]) / (PRS[at] - PRS[at - 1])
    return SPREADS[at - 1] + share * (SPREADS[at] - SPREADS[at - 1])


@cache
def human_odds(spread: float, share: float = 0.1) -> list[Odds]:
    who = Human(spread, share)
    return [[human(choice, who) for choice in options(at)] for at in range(len(positions()))]


@lru_cache(maxsize=1)
def engine_odds() -> list[Odds]:
    return [[engine(choice) for choice in options(at)] for at in range(len(positions()))]


@cache
def options(at: int) -> list[CountedChoice]:
    losses = positions()[at]
    return [CountedChoice(losses, chosen, at, "play") for chosen in range(len(losses))]


@cache
def likelihoods(at: int, chosen: int) -> tuple[list[float], list[float]]:
    choice = [options(at)[chosen]]
    return human_likelihoods(choice), helped_likelihoods(choice)


# Honest players


def steady(pr: float, share: float = 0.1) -> Style:
    """The same strength in every match."""
    odds = human_odds(spread_of(pr), share)
    return lambda _match, _random: odds.__getitem__


def in_form(pr: float) -> Style:
    """Better and worse days: the spread of a match is up to a third smaller or larger."""
    days = [human_odds(spread_of(pr) * factor) for factor in (0.67, 0.8, 1.0, 1.2, 1.33)]
    return lambda _match, random: random.choice(days).__getitem__


def uneven(strong: float, weak: float) -> Style:
    """At home in half of all positions, and lost in the others."""
    both = human_odds(spread_of(strong)), human_odds(spread_of(weak))
    return lambda _match, _random: lambda at: both[at % 2][at]


def clear_sighted(deviation: float, draws: int = 400) -> Style:
    """Sees equities with normal errors, and is never careless: no player of the model."""
    random = Random(7)
    odds = [_seen_normally(losses, deviation, random, draws) for losses in positions()]
    return lambda _match, _random: odds.__getitem__


def _seen_normally(losses: Sequence[float], deviation: float, random: Random, draws: int) -> Odds:
    counts = [0.0] * len(losses)
    for _ in range(draws):
        seen = [random.gauss(-loss, deviation) for loss in losses]
        counts[seen.index(max(seen))] += 1 / draws
    return counts


# People who follow an engine


def follows(share: float, pr: float, *, hard_only: bool = False, since: int = 0) -> Style:
    """Follows an engine in `share` of the choices, or of the hard ones, from the match `since`; plays at `pr` elsewhere."""
    own, best = human_odds(spread_of(pr)), engine_odds()

    def of_match(match: int, random: Random) -> Callable[[int], Odds]:
        def of_position(at: int) -> Odds:
            asks = match >= since and (options(at)[0].is_hard or not hard_only)
            return best[at] if asks and random.random() < share else own[at]

        return of_position

    return of_match


# A season


def season(player: Simulated, random: Random, matches: int = SEASON) -> list[float]:
    """The evidence after each match of a season."""
    history = []
    if player.history_pr is not None:
        own = steady(player.history_pr)
        history = [played(own, at, 1, random) for at in range(30)]
    rows = history + [played(player.style, at, 2, random) for at in range(matches)]
    return [level.evidence for level in levels_of(rows) if level.season == 2]


def played(style: Style, number: int, year: int, random: Random) -> MatchFacts:
    odds_at = style(number, random)
    least, most = LENGTHS[random.choice(list(LENGTHS))]
    rows, lost = [], 0.0
    for _ in range(random.randint(least, most)):
        at = random.randrange(len(positions()))
        chosen = random.choices(range(len(positions()[at])), odds_at(at))[0]
        lost += positions()[at][chosen]
        rows.append(likelihoods(at, chosen))
    humans, helps = zip(*rows, strict=True)
    return MatchFacts(
        season=year,
        choices=len(rows),
        lost=lost,
        human=[sum(column) for column in zip(*humans, strict=True)],
        helped=[sum(column) for column in zip(*helps, strict=True)],
    )
