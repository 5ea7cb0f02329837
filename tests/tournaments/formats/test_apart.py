"""Entries that share a label are drawn apart, and the draw can still be made again."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.apart import set_apart
from tournaments.formats.draw import shuffled
from tournaments.formats.knockout import bracket_size, folded

SEED = "00" * 31 + "2a"
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
Labels = dict[int, frozenset[str]]


def clubs(*members: range) -> Labels:
    return {e: frozenset({f"club{i}"}) for i, club in enumerate(members) for e in club}


def meetings(order: list[int], labels: Labels) -> list[int]:
    """How many pairs of one label could meet in round 1, in round 2 …"""
    lines = [order[s - 1] if s <= len(order) else 0 for s in folded(bracket_size(len(order)))]
    result = [0] * (len(lines).bit_length() - 1)
    for i, first in enumerate(lines):
        for j, two in enumerate(lines[:i]):
            if first and two:
                shared = labels.get(first, frozenset()) & labels.get(two, frozenset())
                result[(i ^ j).bit_length() - 1] += len(shared)
    return result


@given(st.integers(4, 40), st.integers(1, 6), SEEDS)
def test_nobody_is_lost_and_the_seeded_stay(n: int, front: int, seed: str) -> None:
    order = list(range(1, n + 1))
    labels = clubs(range(1, n // 2), range(n // 2, n + 1))
    drawn = set_apart(order, labels, front, seed)
    assert sorted(drawn) == order
    assert drawn[:front] == order[:front]
    assert meetings(drawn, labels) <= meetings(order, labels)


@given(SEEDS)
def test_four_of_a_club_are_drawn_into_four_quarters(seed: str) -> None:
    order = shuffled(range(1, 33), seed)
    labels = clubs(range(1, 5), range(5, 9), range(9, 13))
    assert meetings(set_apart(order, labels, 0, seed), labels)[:3] == [0, 0, 0]


@given(st.integers(8, 64), SEEDS)
def test_two_of_a_family_meet_in_the_final_at_the_earliest(n: int, seed: str) -> None:
    labels = clubs(range(1, 3), range(3, 5))
    drawn = set_apart(shuffled(range(1, n + 1), seed), labels, 0, seed)
    assert meetings(drawn, labels)[:-1] == [0] * (bracket_size(n).bit_length() - 2)


@pytest.mark.parametrize("share", [2, 3, 4])
def test_a_large_country_does_not_meet_at_once_while_there_are_others(share: int) -> None:
    labels = clubs(range(1, 64 // share + 1))
    assert meetings(set_apart(shuffled(range(1, 65), SEED), labels, 0, SEED), labels)[0] == 0


def test_what_cannot_be_avoided_is_let_be() -> None:
    order = [1, 2, 3, 4]
    assert set_apart(order, clubs(range(1, 5)), 0, SEED) == order


def test_a_second_label_counts_as_well() -> None:
    labels = {1: frozenset({"club", "family"}), 8: frozenset({"family"}), 4: frozenset({"club"})}
    drawn = set_apart([1, 2, 3, 4, 5, 6, 7, 8], labels, 1, SEED)
    assert meetings(drawn, labels) == [0, 0, 2]


def test_without_labels_the_draw_stays_as_it_is() -> None:
    order = shuffled(range(1, 17), SEED)
    assert set_apart(order, {}, 0, SEED) == order


def test_the_documented_recipe_gives_the_exchanges() -> None:
    order = [1, 2, 3, 4, 5, 6, 7, 8]
    labels = clubs(range(1, 2), range(5, 9))
    key = hmac.new(bytes.fromhex(SEED), b"barpoint-apart-1", hashlib.sha256).hexdigest()
    partners = shuffled(range(8), key)
    expected = list(order)
    for level in (1, 2, 3):
        changed = True
        while changed:
            changed = False
            for i in range(8):
                for j in partners:
                    swapped = list(expected)
                    swapped[i], swapped[j] = swapped[j], swapped[i]
                    fewer = meetings(swapped, labels)[:level] < meetings(expected, labels)[:level]
                    if fewer and min(i, j) >= 2 and clash(expected, i, level, labels):
                        expected, changed = swapped, True
                        break
    assert set_apart(order, labels, 2, SEED) == expected


def clash(order: list[int], index: int, level: int, labels: Labels) -> bool:
    """Could this entry meet another of its label in just this round?"""
    without = [e if i != index else 0 for i, e in enumerate(order)]
    return meetings(without, labels)[level - 1] < meetings(order, labels)[level - 1]
