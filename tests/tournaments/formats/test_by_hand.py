"""Pairs set by hand in a round of any format: what is wrong, what is unusual, what changes."""

from tests.tournaments.formats.draws import beats
from tournaments.formats.base import Blueprint, Entrants, RoundPlan, resolve
from tournaments.formats.by_hand import Pair, Remark, changed, check_pairs, swapped
from tournaments.formats.protocol import Position
from tournaments.formats.rounds import nodes_for


def after_one_round(**labels: frozenset[str]) -> Position:
    """1 has beaten 2, 3 has beaten 4, 5 had a bye."""
    nodes = nodes_for(1, [(1, 2), (3, 4), (5, None)])
    field = Entrants((1, 2, 3, 4, 5, 6))
    results = [beats("R1.1", 1, 2), beats("R1.2", 3, 4)]
    decisions = resolve(nodes, field, {}, results).decisions
    plan = Blueprint((RoundPlan(1, "round_1", None),), nodes)
    shared = {int(entry[1:]): label for entry, label in labels.items()}
    return Position(field, plan, decisions, labels=shared)


def remarks(pairs: list[Pair], **labels: frozenset[str]) -> list[Remark]:
    return check_pairs(pairs, (1, 2, 3, 4, 5), after_one_round(**labels))


def test_a_whole_round_of_new_pairs_is_fine() -> None:
    assert remarks([(1, 3), (2, 5), (4, None)]) == []


def test_who_sits_twice_is_wrong_and_who_is_missing_is_told() -> None:
    assert remarks([(1, 3), (1, 5), (4, None)]) == [
        Remark("twice", (1,), wrong=True),
        Remark("missing", (2,)),
    ]


def test_who_is_in_the_stage_but_not_due_may_be_meant() -> None:
    assert remarks([(1, 3), (2, 5), (4, 6)]) == [Remark("not_due", (6,))]


def test_a_rematch_a_shared_label_and_a_second_bye_are_told_but_not_wrong() -> None:
    club = frozenset({"club:owls"})
    result = remarks([(1, 2), (3, 4), (5, None)], e3=club, e4=club)
    assert [(item.code, item.entries) for item in result] == [
        ("rematch", (1, 2)), ("rematch", (3, 4)), ("label", (3, 4)), ("second_bye", (5,)),
    ]  # fmt: skip
    assert not any(item.wrong for item in result)


def test_two_change_places_even_across_a_bye() -> None:
    assert swapped([(1, 2), (3, 4), (5, None)], 2, 5) == [(1, 5), (3, 4), (2, None)]
    assert swapped([(1, 2)], 1, 2) == [(2, 1)]


def test_only_pairs_that_part_are_changed() -> None:
    assert changed([(1, 2), (3, 4)], [(4, 3), (1, 2)]) == ([], [])
    assert changed([(1, 2), (3, 4), (5, None)], [(1, 5), (3, 4), (2, None)]) == (
        [(1, 2), (5, None)],
        [(1, 5), (2, None)],
    )
