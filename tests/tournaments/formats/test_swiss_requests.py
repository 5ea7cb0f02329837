"""T6.19 and T6.20: accelerated rounds, byes on request, early ends, two who must not meet, two who are to meet."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.requests import Requests, forbidden_label, sat_out
from tournaments.formats.swiss import FORMAT
from tournaments.standings.tables import tables


def swiss(n: int, asked: Requests | None = None, **options: object) -> Played:
    played = started(FORMAT, n, options, min, None)
    if asked is not None:
        played.position = replace(played.position, requests=asked)
    return played


def points(played: Played, **options: object) -> dict[int, Any]:
    rows = tables(played.position, FORMAT.settled(options), "points")["main"]
    return {row.entry: row.points for row in rows}


def test_in_an_accelerated_first_round_the_halves_play_among_themselves() -> None:
    assert swiss(8, rounds=3, accelerated=2).play(1).round(1) == "1-3 2-4 5-7 6-8"
    assert swiss(8, rounds=3).play(1).round(1) == "1-5 2-6 3-7 4-8"


def test_the_points_of_an_accelerated_round_are_halved_and_then_end() -> None:
    played = swiss(8, rounds=3, accelerated=2)
    seen: list[set[int]] = []
    for _round in range(3):
        played.play_round()
        notes = played.last.notes.values()
        seen.append({points for note in notes for points in note.get("ahead", ())})  # type: ignore[attr-defined]
    assert [max(added, default=0) for added in seen] == [2, 1, 0]
    assert points(played, rounds=3)[1] == 3, "they do not count in the table"


def test_the_first_half_has_one_player_more_where_it_does_not_divide() -> None:
    """Of ten the first six: twice the quarter, rounded up."""
    assert swiss(10, rounds=3, accelerated=1).play(1).round(1) == "1-4 2-5 3-6 7-9 8-10"


@pytest.mark.parametrize(("worth", "own"), [("half", 2.5), ("none", 2)])
def test_a_bye_on_request_counts_as_agreed_and_is_no_meeting(worth: str, own: float) -> None:
    asked = Requests(byes={1: frozenset({2})})
    played = swiss(5, asked, rounds=3, requested_bye=worth).play()
    assert "1" not in played.round(2).replace("-", " ").split()
    assert points(played, rounds=3, requested_bye=worth)[1] == own


def test_the_bye_that_is_left_over_may_still_go_to_whoever_had_one_on_request() -> None:
    asked = Requests(byes={3: frozenset({1})})
    played = swiss(4, asked, rounds=2).play()
    assert played.round(1).endswith("-–")


def test_whoever_leaves_after_a_round_is_paired_up_to_it_and_stays_in_the_table() -> None:
    played = swiss(6, Requests(last_rounds={6: 1}), rounds=3).play()
    assert "6" in played.round(1)
    assert "6" not in played.round(2) + played.round(3)
    assert 6 in points(played, rounds=3)


def test_a_wished_pair_meets_and_the_rest_is_paired_without_them() -> None:
    played = swiss(8, Requests(wished={1: ((1, 8),)}), rounds=3).play(1)
    assert "1-8" in played.round(1).split()
    assert sorted(played.round(1).replace("-", " ").split()) == [str(n) for n in range(1, 9)]
    assert sum(bool(note.get("wished")) for note in played.last.notes.values()) == 1


def test_with_an_odd_number_the_bye_does_not_go_to_a_wished_pair() -> None:
    played = swiss(5, Requests(wished={1: ((4, 5),)}), rounds=3).play(1)
    assert played.round(1) == "1-2 4-5 3-–"


def test_two_who_must_not_meet_do_not_as_long_as_that_can_be() -> None:
    played = swiss(8, rounds=3)
    label = frozenset({forbidden_label(1, 5)})
    played.position = replace(played.position, labels={1: label, 5: label})
    assert "1-5" not in played.play(1).round(1).split()
    two = swiss(2, rounds=1)
    two.position = replace(two.position, labels={1: label, 2: label})
    assert two.play(1).round(1) == "1-2"


def test_a_round_is_paired_although_all_but_one_ask_for_a_bye() -> None:
    asked = Requests(byes={n: frozenset({1}) for n in (1, 2, 3)})
    assert swiss(4, asked, rounds=2).play(1).round(1) == "1-3 2-4"


def test_a_bye_on_request_counts_neither_before_joining_nor_after_the_last_round() -> None:
    asked = Requests(byes={6: frozenset({1}), 5: frozenset({2})}, last_rounds={5: 1})
    played = swiss(6, asked, rounds=2)
    entrants = replace(played.position.entrants, joined={6: 2})
    played.position = replace(played.position, entrants=entrants)
    played.play(1)
    nodes, decisions = played.position.blueprint.nodes, played.position.decisions
    late = sat_out(asked, entrants, nodes, decisions)
    assert late[6] == frozenset()
    played.play_round()
    nodes, decisions = played.position.blueprint.nodes, played.position.decisions
    assert sat_out(asked, entrants, nodes, decisions)[5] == frozenset()
