"""Large fields: no rematch, gaps proven least, and the proof itself held against the exact matching."""

import random

import pytest

from tests.tournaments.formats.rounds_checked import random_case
from tournaments.formats import gap_bound
from tournaments.formats.fold import folded_round, least_forbidden
from tournaments.formats.matching import cheapest
from tournaments.formats.pairing import exact, pair_up
from tournaments.formats.swiss_cost import Cost, Field, PairingPlayer, field_of


def after_rounds(
    n: int, rounds: int, seed: object, labels: dict[int, frozenset[str]] | None = None
) -> Field:
    """A field of n after so many rounds of random results, paired by us."""
    chance = random.Random(str(seed))
    met: dict[int, set[int]] = {number: set() for number in range(n)}
    scores = dict.fromkeys(range(n), 0)
    for _ in range(rounds):
        field = field_at(scores, met, labels)
        for i, j in folded_round(field)[0]:
            a, b = field.players[i].entry, field.players[j].entry
            met[a].add(b)
            met[b].add(a)
            scores[chance.choice((a, b))] += 2
    return field_at(scores, met, labels)


def field_at(
    scores: dict[int, int], met: dict[int, set[int]], labels: dict[int, frozenset[str]] | None
) -> Field:
    return field_of(
        [PairingPlayer(e, s, e) for e, s in scores.items()], met, labels or {}, neighbours=False
    )


def cheapest_of_all(field: Field) -> Cost:
    """Every pair weighed, without the tie-break."""
    pairs = [(i, j) for j in range(len(field.players)) for i in range(j)]
    return field.total(cheapest([(i, j, field.cost(i, j)) for i, j in pairs], ties=False))


@pytest.mark.parametrize("rounds", [0, 1, 5, 9, 13])
def test_a_large_round_repeats_nothing_and_its_gaps_are_the_least_there_are(rounds: int) -> None:
    field = after_rounds(300, rounds, rounds)
    pairs, proven = folded_round(field)
    assert sorted(index for pair in pairs for index in pair) == list(range(300))
    assert proven
    assert field.total(pairs)[:3] == cheapest_of_all(field)[:3]


def test_nobody_meets_twice_in_as_many_rounds_as_can_be_agreed() -> None:
    field = after_rounds(260, 30, "thirty")
    assert all(len(met) == 30 for met in field.met.values())


def test_a_field_of_ten_thousand_is_folded_group_by_group() -> None:
    field = after_rounds(10_000, 3, "many")
    pairs, proven = folded_round(field)
    assert field.total(pairs)[:3] == (0, 0, 0)
    assert proven


@pytest.mark.parametrize("seed", range(60))
def test_the_bound_never_exceeds_what_the_exact_matching_pays(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gap_bound, "SMALL", seed % 12)
    order, scores, met, _ = random_case(random.Random(seed))
    field = field_at({e: scores[e] for e in order}, met, None)
    paid = field.total(exact(field))
    if paid.rematches == 0:
        assert gap_bound.plain_bound(field) <= gap_bound.least_gaps(field) <= paid.gaps


def test_who_has_met_whom_in_a_small_group_raises_the_bound() -> None:
    scores = dict.fromkeys(range(40), 0) | {0: 2, 1: 2}
    met: dict[int, set[int]] = {number: set() for number in range(40)}
    met[0], met[1] = {1}, {0}
    field = field_at(scores, met, None)
    assert gap_bound.plain_bound(field) == 0
    assert gap_bound.least_gaps(field) == 8


@pytest.mark.parametrize("clubs", [3, 12])
def test_clubs_are_kept_apart_in_a_large_field(clubs: int) -> None:
    chance = random.Random(clubs)
    labels = {number: frozenset({str(chance.randrange(clubs))}) for number in range(300)}
    field = after_rounds(300, 4, clubs, labels)
    assert field.total(folded_round(field)[0])[:2] == (0, 0)


def test_a_club_of_more_than_half_meets_itself_as_rarely_as_it_can() -> None:
    labels = {number: frozenset({"home"}) for number in range(170)}
    field = after_rounds(300, 1, "home", labels)
    assert least_forbidden(field) == 20
    assert field.total(folded_round(field)[0])[:2] == (20, 0)


def test_one_score_side_by_side_when_the_method_pairs_neighbours() -> None:
    field = field_of(
        [PairingPlayer(e, 0, e) for e in range(300)],
        {e: set() for e in range(300)},
        {},
        neighbours=True,
    )
    assert folded_round(field)[0] == tuple((i, i + 1) for i in range(0, 300, 2))


def test_of_an_odd_large_field_the_last_has_the_bye() -> None:
    field = after_rounds(300, 0, 0)
    odd = field.without(299)
    made = pair_up(odd, [298, 297])
    assert made.bye == 298
    assert made.method == "fold"
    assert len(made.pairs) == 149


def test_where_one_club_is_most_of_an_odd_large_field_one_of_it_sits_out() -> None:
    labels = {number: frozenset({"home"}) for number in range(151)}
    field = after_rounds(302, 1, "odd", labels).without(301)
    last = [player.entry for player in reversed(field.players)]
    made = pair_up(field, last)
    assert made.cost[:2] == (0, 0)
    assert made.bye in labels
