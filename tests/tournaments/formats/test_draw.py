"""T1.5, T2.3: the draw can be made again by anybody, and is fair."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.draw import drawn_order, shuffled

SEED = "00" * 31 + "2a"
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)


def test_the_documented_recipe_gives_the_draw() -> None:
    order = list(range(10, 23))
    for i in range(len(order) - 1, 0, -1):
        k = 0
        while True:
            text = f"barpoint-draw-1|{len(order)}|{i}|{k}".encode()
            digest = hmac.new(bytes.fromhex(SEED), text, hashlib.sha256).digest()
            x = int.from_bytes(digest[:8], "big")
            if x < (2**64 // (i + 1)) * (i + 1):
                break
            k += 1
        j = x % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert shuffled(range(10, 23), SEED) == order


def test_a_fixed_seed_has_a_fixed_draw() -> None:
    assert shuffled([1, 2, 3, 4, 5, 6, 7, 8], SEED) == [4, 8, 3, 1, 2, 6, 7, 5]


@given(st.lists(st.integers(), unique=True), SEEDS)
def test_a_draw_loses_nobody(entries: list[int], seed: str) -> None:
    assert sorted(shuffled(entries, seed)) == sorted(entries)
    assert shuffled(entries, seed) == shuffled(entries, seed)


def test_every_order_of_three_comes_up_equally_often() -> None:
    seeds = (hashlib.sha256(str(i).encode()).hexdigest() for i in range(6000))
    seen = Counter(tuple(shuffled([1, 2, 3], seed)) for seed in seeds)
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_a_seeded_draw_keeps_the_seeded_in_front() -> None:
    order = drawn_order("seeded", [11, 12, 13, 14, 15], {14: 1, 12: 2}, SEED)
    assert order[:2] == [14, 12]
    assert sorted(order[2:]) == [11, 13, 15]


def test_only_the_top_seeds_are_kept_when_so_asked() -> None:
    seeds = {14: 1, 12: 2, 15: 3}
    order = drawn_order("seeded", [11, 12, 13, 14, 15], seeds, SEED, top=1)
    assert order[0] == 14
    assert order[1:] == shuffled([11, 12, 13, 15], SEED)


def test_a_manual_order_draws_nothing() -> None:
    assert drawn_order("manual", [11, 12, 13, 14], {14: 1, 12: 2}, "") == [14, 12, 11, 13]


def test_an_unknown_draw_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no such draw"):
        drawn_order("by_beauty", [1], {}, SEED)
