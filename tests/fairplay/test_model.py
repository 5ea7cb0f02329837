"""The model of fair play on simulated players: honest ones are left alone, people who follow an engine are found."""

from random import Random

import pytest

from fairplay.evidence.choices import CountedChoice, choices_of
from fairplay.evidence.players import HELPED, HUMANS, PRS, human_likelihoods
from fairplay.evidence.sequential import (
    STRONGEST_PR,
    THRESHOLD,
    MatchFacts,
    levels_of,
    limit_of,
    odds_in_words,
)
from fairplay.evidence.timing import timing_of
from tests.fairplay.simulation import (
    Simulated,
    follows,
    human_odds,
    in_form,
    options,
    positions,
    season,
    spread_of,
    steady,
    uneven,
)


def flagged(evidence: list[float]) -> int | None:
    return next((at for at, level in enumerate(evidence, start=1) if level >= THRESHOLD), None)


@pytest.mark.parametrize(
    "honest",
    [
        Simulated(steady(2)),
        Simulated(steady(20), history_pr=20),
        Simulated(in_form(6), history_pr=6),
        Simulated(uneven(2, 12)),
        Simulated(steady(2), history_pr=2),
    ],
)
def test_honest_players_are_not_flagged_in_a_season(honest: Simulated) -> None:
    random = Random(20261127)
    assert [flagged(season(honest, random)) for _ in range(8)] == [None] * 8


def test_whoever_follows_the_engine_always_is_found_within_ten_matches() -> None:
    random = Random(1)
    flagged_at = [flagged(season(Simulated(follows(1, 10)), random, 10)) for _ in range(20)]
    assert sum(at is not None for at in flagged_at) >= 18


def test_a_known_player_who_begins_to_follow_it_in_four_of_five_choices_is_found() -> None:
    random = Random(2)
    cheat = Simulated(follows(0.8, 10, since=10), history_pr=10)
    flagged_at = [flagged(season(cheat, random, 30)) for _ in range(5)]
    assert all(at is not None and at > 10 for at in flagged_at)


def test_the_positions_are_those_that_the_strengths_were_measured_by() -> None:
    losses = sum(
        odds * loss
        for at, row in enumerate(human_odds(spread_of(PRS[9])))
        for odds, loss in zip(row, positions()[at], strict=True)
    )
    assert 500 * losses / len(positions()) == pytest.approx(PRS[9], abs=0.02)
    assert len(options(0)) == len(positions()[0])


def test_the_limit_follows_history_and_what_speaks_for_the_player() -> None:
    assert limit_of(None, 0, None, 0) == STRONGEST_PR
    assert limit_of(10, 999, None, 0) == STRONGEST_PR  # too little is known
    assert limit_of(10, 1000, None, 0) == 5
    assert limit_of(10, 1000, 1900, 400) == 3  # the rating says that they are stronger
    assert limit_of(10, 1000, 1900, 399) == 5  # few matches: it says nothing yet
    assert limit_of(10, 1000, 1500, 900) == 5  # a weak rating does not make a stronger claim
    assert limit_of(2, 1000, None, 0) == STRONGEST_PR  # the strongest humans keep their room


def facts(year: int, gain: float) -> MatchFacts:
    return MatchFacts(year, 50, 1.0, [0.0] * len(HUMANS), [gain] * len(HELPED))


def test_evidence_adds_up_and_begins_anew_with_a_season() -> None:
    levels = levels_of([facts(1, 5.0), facts(1, 5.0), facts(2, 0.0)])
    assert levels[1].evidence > THRESHOLD > levels[0].evidence
    assert (levels[1].is_enough, levels[2].evidence) == (True, pytest.approx(0))


def test_matches_without_help_do_not_wash_away_a_few_with_it() -> None:
    levels = levels_of([facts(1, -8.0)] * 30 + [facts(1, 8.0)] * 3)
    assert levels[-1].evidence > THRESHOLD


def test_odds_are_shown_only_where_there_are_any() -> None:
    assert (odds_in_words(-3), odds_in_words(THRESHOLD), odds_in_words(99)) == (
        "",
        "1,000",
        "1,000,000",
    )


def play(
    error: float, *, counts: bool = True, cube: dict[str, object] | None = None
) -> dict[str, object]:
    rows = [
        {"equity": 0.5, "played": error == 0},
        {"equity": 0.5 - (error or 0.2), "played": error > 0},
    ]
    return {
        "seq": 9,
        "seat": "A",
        "kind": "play",
        "counts": counts,
        "candidates": rows,
        "cube": cube,
    }


def cube(*, counts: bool = True) -> dict[str, object]:
    return {"no_double": 0.5, "double_take": 0.8, "double_drop": 1.0, "counts": counts}


def test_only_counted_choices_are_read_and_each_with_its_options() -> None:
    doubled = {
        "seq": 10,
        "seat": "A",
        "kind": "double",
        "counts": True,
        "candidates": [],
        "cube": cube(),
    }
    answered = doubled | {"kind": "drop", "seq": 11}
    entries = [
        play(0.0),
        play(0.1),
        play(0.1, counts=False),
        play(0.0, cube=cube()),
        doubled,
        answered,
    ]
    read = choices_of(entries, "A")
    assert [(choice.kind, round(choice.loss, 3)) for choice in read] == [
        ("play", 0), ("play", 0.1), ("no_double", 0.3), ("play", 0), ("double", 0), ("drop", 0.2),
    ]  # fmt: skip
    assert choices_of(entries, "B") == []
    assert [choice.is_agreed for choice in read] == [True, False, False, True, True, False]


def test_close_choices_are_hard_and_clear_ones_are_not() -> None:
    assert CountedChoice((0.0, 0.06, 0.08, 0.08), 0, 1, "play").is_hard
    assert not CountedChoice((0.0, 0.001), 0, 1, "play").is_hard  # it costs nothing
    assert not CountedChoice((0.0, 0.6), 0, 1, "play").is_hard  # everybody sees it


def test_a_better_play_is_likelier_for_everybody() -> None:
    best = human_likelihoods([CountedChoice((0.0, 0.1), 0, 1, "play")])
    worse = human_likelihoods([CountedChoice((0.0, 0.1), 1, 1, "play")])
    assert all(a > b for a, b in zip(best, worse, strict=True))


def test_times_are_compared_by_difficulty() -> None:
    timing = timing_of([2.0] * 10, [1.0] * 2 + [9.0] * 8)
    assert (timing.easy, timing.hard, timing.quick, timing.decisions) == (2.0, 9.0, 0.2, 20)
    few = timing_of([2.0] * 10, [1.0])
    assert (few.quick, few.hard, few.easy) == (None, None, 2.0)
