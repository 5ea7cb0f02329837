"""Who goes on, and where: T5.3, T6.9, X8."""

from itertools import combinations

import pytest

from tournaments.formats.crossing import crossed
from tournaments.formats.cuts import Standing, qualified, refused
from tournaments.formats.knockout import bracket_size, folded


def table(*names: int, wins: tuple[int, ...] = ()) -> list[tuple[int, int | None, int]]:
    return [(e, i + 1, wins[i] if wins else 0) for i, e in enumerate(names)]


def lines(order: list[str] | tuple[int, ...]) -> list[str]:
    """The first round of the bracket that this seed order fills, a bye as –."""
    size = bracket_size(len(order))
    seated = [str(order[s - 1]) if s <= len(order) else "–" for s in folded(size)]
    return [" ".join(both) for both in zip(seated[::2], seated[1::2], strict=True)]


def groups(number: int, each: int) -> list[list[int]]:
    """11, 12 … are the first, second … of the first group; 21 the first of the second."""
    return [[100 * g + place for place in range(1, each + 1)] for g in range(1, number + 1)]


def earliest_meeting(order: list[int]) -> int:
    """Rounds from the end in which two of one group could first meet; the final is 0."""
    size = bracket_size(len(order))
    line = {order[s - 1]: i for i, s in enumerate(folded(size)) if s <= len(order)}
    of_one = [p for p in combinations(order, 2) if p[0] // 100 == p[1] // 100]
    final = size.bit_length() - 1
    return max((final - (line[a] ^ line[b]).bit_length() for a, b in of_one), default=0)


def test_t5_3_two_groups_cross() -> None:
    fields = {"A": table(1, 4, 5, 8), "B": table(2, 3, 6, 7)}
    order = qualified(fields, {"cut": "top_of_group", "n": 2})
    assert order is not None
    assert lines(order) == ["1 3", "2 4"]


def test_x8_semifinals_and_final() -> None:
    order = qualified(
        {"A": table(1, 4, 5, 8), "B": table(2, 3, 6, 7)}, {"cut": "top_of_group", "n": 2}
    )
    assert order == (1, 2, 4, 3)


def test_t5_3_four_groups_in_the_written_bracket_order() -> None:
    """[A1–D2, C1–B2 | B1–C2, D1–A2]; here 101 is A1 and 402 is D2."""
    assert lines([str(e) for e in crossed(groups(4, 2))]) == [
        "101 402",
        "301 202",
        "201 302",
        "401 102",
    ]


def test_t5_3_thirteen_players_in_four_groups() -> None:
    fields = {"A": table(1, 8, 9), "B": table(2, 7, 10), "C": table(3, 6, 11), "D": table(4, 5, 12)}
    order = qualified(fields, {"cut": "top_of_group", "n": 2})
    assert order is not None
    assert lines(order) == ["1 5", "3 7", "2 6", "4 8"]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 12, 13, 23, 30, 32])
@pytest.mark.parametrize("each", [1, 2, 3, 4, 5, 7, 8, 16])
def test_two_of_a_group_meet_as_late_as_can_be(number: int, each: int) -> None:
    """`each` fit into the final, the semifinals, the quarterfinals … without meeting before."""
    order = crossed(groups(number, each))
    assert sorted(order) == sorted(e for group in groups(number, each) for e in group)
    assert earliest_meeting(order) <= (each - 1).bit_length() - 1 if each > 1 else True


@pytest.mark.parametrize("number", [2, 3, 4, 6, 8, 16])
def test_first_of_a_group_does_not_meet_another_first_at_once(number: int) -> None:
    for both in lines([str(e) for e in crossed(groups(number, 2))]):
        assert both.count("01") <= 1


def test_byes_go_to_the_winners_of_the_first_groups() -> None:
    assert lines([str(e) for e in crossed(groups(3, 2))]) == [
        "101 –",
        "302 202",
        "201 –",
        "301 102",
    ]


def test_groups_of_unequal_size_send_whom_they_have() -> None:
    fields = {"A": table(1, 4), "B": table(2, 3, 5)}
    order = qualified(fields, {"cut": "top_of_group", "n": 3})
    assert order is not None
    assert sorted(order) == [1, 2, 3, 4, 5]


def test_one_group_sends_its_first() -> None:
    assert qualified({"A": table(3, 1, 2)}, {"cut": "top_of_group", "n": 2}) == (3, 1)


def test_the_best_of_one_table() -> None:
    assert qualified({"main": table(5, 3, 9, 1)}, {"cut": "top", "n": 2}) == (5, 3)


def test_the_best_of_several_tables_are_all_firsts_then_all_seconds() -> None:
    fields = {"A": table(1, 2, wins=(2, 1)), "B": table(3, 4, wins=(3, 2))}
    assert qualified(fields, {"cut": "top", "n": 3}) == (3, 1, 4)


def test_a_consolation_does_not_send_its_players_a_second_time() -> None:
    fields = {"main": table(1, 2, 3, 4), "consolation": table(4, 3)}
    assert qualified(fields, {"cut": "top", "n": 3}) == (1, 2, 3)


def test_nobody_goes_on_while_a_place_is_open() -> None:
    fields = {"main": [(1, 1, 3), (2, None, 2), (3, 3, 1)]}
    assert qualified(fields, {"cut": "top", "n": 2}) is None
    assert qualified(fields, {"cut": "top", "n": 1}) == (1,)
    assert qualified(fields, {"cut": "top_of_group", "n": 2}) is None


def test_t6_9_five_wins_go_on_with_fewest_losses_first() -> None:
    fields = {
        "main": [
            Standing(1, 1, 5, lost=1),
            Standing(2, 2, 5, lost=0),
            Standing(3, 3, 5, lost=2),
            Standing(4, 4, 5, lost=1),
            Standing(5, 5, 4, lost=3),
        ]
    }
    assert qualified(fields, {"cut": "wins", "n": 5}) == (2, 1, 4, 3)


def test_everybody_with_a_life_left_goes_on() -> None:
    fields = {
        "main": [
            Standing(1, 1, 5, alive=True),
            Standing(2, 2, 4, alive=False),
            Standing(3, 2, 4, alive=True),
        ]
    }
    assert qualified(fields, {"cut": "survivors"}) == (1, 3)


def test_without_lives_everybody_without_a_place_yet_is_alive() -> None:
    fields = {"main": [(1, None, 2), (2, None, 2), (3, 3, 1)]}
    assert qualified(fields, {"cut": "survivors"}) == (1, 2)


@pytest.mark.parametrize(
    ("take", "wrong"),
    [
        ({"cut": "top", "n": 8}, None),
        ({"cut": "top_of_group", "n": 2}, None),
        ({"cut": "wins", "n": 5}, None),
        ({"cut": "survivors"}, None),
        ({}, "cut"),
        ({"cut": "best"}, "cut"),
        ({"cut": ["top"]}, "cut"),
        ({"cut": "top"}, "n"),
        ({"cut": "top", "n": 0}, "n"),
        ({"cut": "top", "n": True}, "n"),
        ({"cut": "top", "n": "8"}, "n"),
        ({"cut": "top_of_group", "n": 65}, "n"),
        ({"cut": "survivors", "n": 4}, "n"),
        ({"cut": "wins", "n": 5, "by": "luck"}, "by"),
    ],
)
def test_a_rule_is_checked_word_by_word(take: dict[str, object], wrong: str | None) -> None:
    assert refused(take) == wrong


def test_an_unknown_cut_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no such cut"):
        qualified({"main": table(1)}, {"cut": "best"})
