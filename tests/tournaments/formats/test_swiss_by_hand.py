"""Rounds paired by a director: what is wrong, what is unusual, and that any round can be made by hand."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats import lives, swiss
from tournaments.formats.base import Blueprint
from tournaments.formats.by_hand import STANDING, Pair, Remark, check_pairs
from tournaments.formats.rounds import nodes_for, plan_for


def after_one_round(n: int = 8) -> Played:
    played = started(swiss.FORMAT, n, {"rounds": 3})
    played.play_round()
    return played


def checked(played: Played, *pairs: Pair) -> list[Remark]:
    name = "swiss" if played.format is swiss.FORMAT else "lives"
    table = STANDING[name](played.position, played.options)
    return check_pairs(pairs, table.active, played.position, scores=table.scores)


def remarks(played: Played, *pairs: Pair) -> list[tuple[str, tuple[int, ...], bool]]:
    return [(remark.code, remark.entries, remark.wrong) for remark in checked(played, *pairs)]


def test_nothing_is_said_against_what_would_be_drawn() -> None:
    played = after_one_round()
    pairs: list[Pair] = [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert remarks(played, *pairs) == []
    assert nodes_for(2, pairs) == played.grow().blueprint.nodes


def test_a_player_twice_a_player_missing_and_a_player_against_themselves() -> None:
    played = after_one_round()
    assert remarks(played, (1, 3), (2, 3), (5, 5), (6, 8)) == [
        ("itself", (5,), True),
        ("twice", (3,), True),
        ("missing", (4,), False),
        ("missing", (7,), False),
    ]


def test_who_left_or_never_entered_cannot_be_paired() -> None:
    played = after_one_round()
    played.leave(8)
    assert remarks(played, (1, 3), (2, 4), (5, 7), (6, 8)) == [("gone", (8,), True)]
    text = remarks(played, (1, 3), (2, 4), (5, 7), (6, 99))
    assert ("unknown", (99,), True) in text


def test_rematch_gap_and_label_are_told_and_may_be_meant() -> None:
    played = after_one_round()
    home = frozenset({"home", "abroad"})
    played.position = replace(played.position, labels={2: home, 3: frozenset({"home"})})
    text = checked(played, (1, 5), (2, 3), (4, 7), (6, 8))
    assert [(r.code, r.entries, dict(r.data)) for r in text] == [
        ("rematch", (1, 5), {}),
        ("gap", (1, 5), {"gap": 2}),
        ("label", (2, 3), {"labels": ["home"]}),
        ("gap", (4, 7), {"gap": 2}),
    ]
    assert not any(remark.wrong for remark in text)


def test_a_second_bye_and_several_byes_are_unusual() -> None:
    played = after_one_round(5)
    assert played.round(1) == "1-3 2-4 5-–"
    text = remarks(played, (5, None), (1, 2), (3, None), (4, None))
    assert text == [("several_byes", (5, 3, 4), False), ("second_bye", (5,), False)]


def test_who_has_stopped_is_not_due() -> None:
    played = started(swiss.FORMAT, 4, {"rounds": 3, "stop_at_wins": 1})
    played.play_round()
    assert ("not_due", (1,), False) in remarks(played, (1, 3), (2, 4))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_round_can_be_paired_by_hand_and_the_next_one_knows_of_it(number: int) -> None:
    played = started(swiss.FORMAT, 6, {"rounds": 4})
    played.play(number - 1)
    nodes = nodes_for(number, [(1, 6), (2, 5), (3, 4)])
    by_hand = Blueprint((plan_for(number, 4 - number),), nodes)
    played.position = replace(played.position, blueprint=played.position.blueprint + by_hand)
    played.decide()
    for node in nodes:
        played.report(node.key)
    played.decide()
    played.play_round()
    assert not {"1-6", "2-5", "3-4"} & set(played.round(number + 1).split())


def test_a_round_of_lives_is_checked_as_well() -> None:
    played = started(lives.FORMAT, 3, {"lives": 2})
    assert remarks(played, (1, 3), (2, None)) == []
