"""T5.3: groups by snake."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import by_round, entrants, lower, played_out
from tournaments.formats.base import resolve
from tournaments.formats.groups import FORMAT, blueprint, group_name, snake


def test_t5_3_thirteen_players_in_four_groups() -> None:
    assert snake(13, 4) == [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12, 13]]


def test_x8_eight_players_in_two_groups() -> None:
    assert snake(8, 2) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    plan = blueprint(8, {"group_size": 4})
    resolution = resolve(plan.nodes, entrants(8), {}, [])
    assert by_round(plan, resolution, "A") == "1 8, 4 5; 8 5, 1 4; 4 8, 5 1"
    assert by_round(plan, resolution, "B") == "2 7, 3 6; 7 6, 2 3; 3 7, 6 2"


def test_x8_the_lower_number_wins_each_group() -> None:
    results, _ = played_out(blueprint(8, {}), entrants(8), lower)
    wins = {entry: sum(o.winner == entry for o in results) for entry in range(1, 9)}
    assert sorted((1, 4, 5, 8), key=lambda e: -wins[e]) == [1, 4, 5, 8]
    assert [wins[e] for e in (1, 4, 5, 8)] == [wins[e] for e in (2, 3, 6, 7)] == [3, 2, 1, 0]


def test_the_rounds_of_all_groups_run_side_by_side() -> None:
    plan = blueprint(13, {"groups": 4})
    text = [(r.section, r.name, r.from_end) for r in plan.rounds]
    assert text[:5] == [(g, "round_1", 2) for g in "ABCD"] + [("A", "round_2", 1)]
    assert [r.number for r in plan.rounds] == list(range(1, 13))


@given(st.integers(2, 200), st.integers(1, 64))
def test_groups_differ_by_one_entry_at_most_and_each_has_two(n: int, groups: int) -> None:
    plan = blueprint(n, {"groups": groups})
    sections = {r.section for r in plan.rounds}
    number_of = {r.number: r.section for r in plan.rounds}
    members: dict[str, set[int]] = {section: set() for section in sections}
    for node in plan.nodes:
        members[number_of[node.round]] |= {s.number for s in node.sources if hasattr(s, "number")}
    sizes = sorted(len(member) for member in members.values())
    assert sizes[0] >= 2
    assert sizes[-1] - sizes[0] <= 1
    assert sorted(s for member in members.values() for s in member) == list(range(1, n + 1))
    assert len({node.key for node in plan.nodes}) == len(plan.nodes)
    assert [r.number for r in plan.rounds] == list(range(1, len(plan.rounds) + 1))


@given(st.integers(2, 200), st.integers(3, 16))
def test_no_group_is_larger_than_asked_for(n: int, size: int) -> None:
    rounds = blueprint(n, {"group_size": size}).rounds
    longest = max(Counter(r.section for r in rounds).values())
    assert longest <= max(size - 1 + size % 2, 3)  # three entries never make two groups


def test_groups_are_named_like_columns() -> None:
    assert [group_name(i) for i in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


def test_options_are_bounded() -> None:
    assert FORMAT.refused({"groups": 65, "group_size": 2}) == ["groups", "group_size"]
    assert FORMAT.refused({"groups": None, "rounds": 2, "legs": 1}) == []
