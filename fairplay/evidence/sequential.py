"""How strong the evidence is after every match: a test that may be looked at as often as one likes.

Each match gives a ratio for each way of using an engine: how likely its choices are in that way, divided by how likely they are for
the human who fits them best, among all humans who are not stronger than a limit. For an honest player within that limit each ratio is
at most 1 on average. So is the product over the matches of a season, and an average of such products. By Ville's inequality it
ever reaches 1/a with a probability of at most a, however many matches there are (docs/fair-play.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, log1p

from fairplay.evidence.players import HELPED, HUMANS, PRS, SPREADS

FALSE_ALARMS = 0.001
"""The share of honest players who are flagged in a season is at most this."""
THRESHOLD = log(1 / FALSE_ALARMS)
PARTS = (1.0, 0.5, 0.1)
"""An engine is used in each match, in one of two, or in one of ten: then the ratio of a match is mixed with 1."""
STRONGEST_PR = 1.8
"""No human is taken to be stronger over a season."""
LEAST_HISTORY = 1000
"""Choices before a player's own history counts."""
BETTER = 0.5
"""A player may play at half the PR of their history, or of their rating, before it is evidence."""
TOP_RATING, POINTS_A_PR = 2050.0, 25.0
"""What a rating stands for: GNU Backgammon's estimate of a FIBS rating from the errors in a match to 7 points."""
LEAST_EXPERIENCE = 400
"""Points of matches played before a rating stands for anything."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """One match of a player. `lost` is the equity lost in `choices`; `human` and `helped` are log likelihoods for HUMANS and HELPED.

    `rating` and `experience` are those before the match; the evidence begins anew with each `season`.
    """

    season: int
    choices: int
    lost: float
    human: Sequence[float]
    helped: Sequence[float]
    rating: float | None = None
    experience: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """After a match: the evidence of the season so far (natural logarithm), and the limit that was used in this match."""

    season: int
    evidence: float
    limit: float

    @property
    def is_enough(self) -> bool:
        return self.evidence >= THRESHOLD


def levels_of(matches: Iterable[MatchFacts]) -> list[Level]:
    """`matches` of one player, in the order of their ends. Each limit follows from what was known before its match."""
    levels: list[Level] = []
    choices, lost, season = 0, 0.0, None
    products: list[list[float]] = []
    for match in matches:
        if match.season != season:
            season, products = match.season, [[0.0] * len(HELPED) for _ in PARTS]
        history = 500 * lost / choices if choices else None
        limit = limit_of(history, choices, match.rating, match.experience)
        _multiply(products, ratios(match, limit))
        evidence = _average([value for product in products for value in product])
        levels.append(Level(season, evidence, limit))
        choices, lost = choices + match.choices, lost + match.lost
    return levels


def limit_of(
    history_pr: float | None, history: int, rating: float | None, experience: int
) -> float:
    """The PR of the strongest human that this player may be: of history and rating, what speaks for the player counts.

    `history` is the number of choices behind `history_pr`; with too few the limit is the strongest human of all.
    """
    if history_pr is None or history < LEAST_HISTORY:
        return STRONGEST_PR
    expected = history_pr
    if rating is not None and experience >= LEAST_EXPERIENCE:
        expected = min(expected, pr_of_rating(rating))
    return max(STRONGEST_PR, BETTER * expected)


def pr_of_rating(rating: float) -> float:
    return max(0.0, (TOP_RATING - rating) / POINTS_A_PR)


def ratios(match: MatchFacts, limit: float) -> list[float]:
    """The logarithm of the ratio of each of HELPED, against the best of the humans not stronger than `limit`."""
    strongest = next((at for at, pr in enumerate(PRS) if pr >= limit), len(PRS) - 1)
    best = max(
        likelihood
        for likelihood, who in zip(match.human, HUMANS, strict=True)
        if who.spread >= SPREADS[strongest]
    )
    return [likelihood - best for likelihood in match.helped]


def odds_in_words(evidence: float) -> str:
    """`12` for evidence of 12 to 1; empty for none. More than a million is a million."""
    if evidence <= 0:
        return ""
    return f"{min(1_000_000, round(exp(min(evidence, 20)))):,}"


def _multiply(products: list[list[float]], of_match: Sequence[float]) -> None:
    for part, product in zip(PARTS, products, strict=True):
        for way, ratio in enumerate(of_match):
            product[way] += ratio if part == 1.0 else _sum(log(1 - part), log(part) + ratio)


def _average(logarithms: Sequence[float]) -> float:
    highest = max(logarithms)
    return highest + log(sum(exp(value - highest) for value in logarithms) / len(logarithms))


def _sum(a: float, b: float) -> float:
    return max(a, b) + log1p(exp(-abs(a - b)))
