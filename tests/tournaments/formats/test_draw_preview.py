"""The parts of a draw as they are shown, swaps, and the swap that would part two of one club."""

import pytest

from tournaments.formats.apart import Labels
from tournaments.formats.base import Entrants
from tournaments.formats.draw_preview import (
    DrawPart,
    clashes,
    draw_code,
    draw_parts,
    permutation,
    preview_seed,
    suggested_swap,
    swapped_order,
)
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS

SEED = "5e" * 32


def parts(kind: str, n: int) -> list[DrawPart]:
    """Of n entries named 1 … n in the drawn order."""
    chosen = FORMATS[kind]
    order = tuple(range(1, n + 1))
    growth = chosen.grow(Position(Entrants(order), draw_seed=SEED), chosen.settled({}))
    return draw_parts(growth.blueprint, order, is_tree=chosen.counts == "knockout")


def test_a_bracket_has_four_quarters_whose_seeds_are_folded() -> None:
    quarters = parts("single_elimination", 16)
    assert [(part.kind, part.name, part.entries) for part in quarters] == [
        ("quarter", "1", (1, 16, 8, 9)),
        ("quarter", "2", (4, 13, 5, 12)),
        ("quarter", "3", (2, 15, 7, 10)),
        ("quarter", "4", (3, 14, 6, 11)),
    ]
    assert quarters[0].pods == (((1, 16), (8, 9)),)


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination", "consolation"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 24, 37, 128])
def test_everybody_has_one_place(kind: str, n: int) -> None:
    shown = parts(kind, n)
    assert len(shown) == (4 if n > 4 else 1)
    assert sorted(entry for part in shown for entry in part.entries) == list(range(1, n + 1))


def test_a_bye_is_a_pairing_of_one() -> None:
    (bracket,) = parts("single_elimination", 3)
    assert bracket.pods == (((1,), (2, 3)),)
    assert list(bracket.meetings) == [(2, 3)]


def test_groups_are_lists_and_all_of_a_group_meet() -> None:
    groups = parts("groups", 8)
    assert {part.kind for part in groups} == {"group"}
    assert sorted(entry for part in groups for entry in part.entries) == list(range(1, 9))
    size = len(groups[0].entries)
    assert len(list(groups[0].meetings)) == size * (size - 1) // 2


@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_a_round_shows_its_pairings_and_its_bye(kind: str) -> None:
    (first,) = parts(kind, 7)
    assert first.kind == "round"
    assert sorted(len(pair) for pod in first.pods for pair in pod) in ([1, 2, 2, 2], [2, 2, 2])


def test_swaps_are_made_one_after_the_other_and_strangers_are_passed_over() -> None:
    assert swapped_order([1, 2, 3, 4], [(1, 2), (2, 3), (4, 9)]) == [3, 1, 2, 4]
    assert permutation([(1, 2), (1, 2)], [1, 2]) == {1: 1, 2: 2}


def test_seeds_of_draws_differ_and_are_computed_again() -> None:
    seeds = [preview_seed(SEED, number) for number in (1, 2, 3)]
    assert len(set(seeds)) == 3
    assert seeds == [preview_seed(SEED, number) for number in (1, 2, 3)]
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert draw_code(SEED) == "BSF5-WQJ"


def of_clubs(**clubs: list[int]) -> Labels:
    return {entry: frozenset({club}) for club, entries in clubs.items() for entry in entries}


@pytest.mark.parametrize("kind", ["single_elimination", "groups", "swiss"])
def test_the_suggested_swap_leaves_fewer_clubmates_together(kind: str) -> None:
    shown = parts(kind, 16)
    first, second = next(shown[0].meetings)
    labels = of_clubs(own=[first, second])
    assert clashes(shown, labels) == [(first, second)]
    swap = suggested_swap(shown, labels, (first, second))
    assert swap is not None
    now = permutation([swap], range(1, 17))
    pods = [
        DrawPart(
            part.kind,
            part.name,
            tuple(tuple(tuple(now[e] for e in pair) for pair in pod) for pod in part.pods),
        )
        for part in shown
    ]
    assert clashes(pods, labels) == []


def test_no_swap_is_suggested_where_none_helps_or_the_seeds_would_move() -> None:
    shown = parts("single_elimination", 4)
    pair = next(shown[0].meetings)
    assert suggested_swap(shown, of_clubs(all=[1, 2, 3, 4]), pair) is None
    assert suggested_swap(shown, of_clubs(own=list(pair)), pair, frozenset(pair)) is None
