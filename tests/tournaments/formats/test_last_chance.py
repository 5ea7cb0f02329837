"""Who gets a second chance (T4.2), and that a progressive last chance does not begin with rematches (T4.3)."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.formats.draws import beats, entrants, grown, stage_played
from tournaments.formats.base import resolve
from tournaments.formats.consolation import FORMAT
from tournaments.formats.history import paired
from tournaments.formats.protocol import Position


def test_t4_2_who_won_by_a_no_show_and_then_lost_has_lost_the_first_match_played() -> None:
    """5 wins the first round because 4 does not come, and loses the second: both have a line, 3 has none."""
    options: dict[str, object] = {"consolation": "first_match"}
    results = [beats("W1.1", 1, 8), beats("W1.2", 5, 4, "forfeit"), beats("W1.3", 2, 7)]
    results += [beats("W1.4", 3, 6), beats("W2.1", 1, 5), beats("W2.2", 2, 3)]
    position, _ = grown(FORMAT, Position(entrants(8)), options)
    decisions = resolve(position.blueprint.nodes, position.entrants, {}, results).decisions
    drawn, _ = grown(FORMAT, replace(position, decisions=decisions), options, results)
    after = resolve(drawn.blueprint.nodes, drawn.entrants, {}, results).decisions
    slots = {slot for key, d in after.items() if key.startswith("C1.") for slot in d.slots}
    assert {slot for slot in slots if isinstance(slot, int)} == {4, 5, 6, 7, 8}


def first_pairs(n: int, seed: int) -> tuple[list[set[int]], set[frozenset[int]]]:
    """The pairs of the first round of a progressive last chance, and everybody who has met before."""
    luck = Random(seed)
    options: dict[str, object] = {"last_chance": "progressive", "feed_rounds": 12}
    _, position = stage_played(
        FORMAT, Position(entrants(n)), options, lambda key, *both: luck.choice(both)
    )
    before = [node for node in position.blueprint.nodes if not node.key.startswith("LC")]
    first = [d.slots for key, d in position.decisions.items() if key.startswith("LC1.")]
    pairs = [{slot for slot in slots if isinstance(slot, int)} for slots in first]
    return pairs, paired(before, position.decisions)


@pytest.mark.parametrize("n", [13, 14, 16, 32, 40, 64, 100, 128])
def test_t4_3_a_progressive_last_chance_does_not_begin_with_rematches(n: int) -> None:
    for seed in range(5 if n < 100 else 1):
        pairs, met = first_pairs(n, seed)
        assert [both for both in pairs if frozenset(both) in met] == []
