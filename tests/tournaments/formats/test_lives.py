"""T7: the worked example with two lives, the contingent bye (X19), the end, and what costs a life."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.base import EntryRef, NoOne
from tournaments.formats.draw import shuffled
from tournaments.formats.lives import FORMAT, places


def lives(
    n: int,
    left: int = 2,
    winner: Callable[[int, int], int | None] = min,
    joined: dict[int, int] | None = None,
    **options: object,
) -> Played:
    return started(FORMAT, n, {"lives": left, **options}, winner, joined)


def placed(played: Played) -> dict[int, tuple[int, int]]:
    return places(played.position, played.options)


def drawn_when(n: int, bye: int, **options: object) -> Played:
    """One life, three players, and a seed by which that one is drawn for the contingent bye."""
    for turn in range(200):
        played = lives(n, 1, **options)
        chance = f"{turn:064x}"
        played.position = replace(played.position, draw_seed=chance)
        drawn = FORMAT.grow(played.position, played.options).blueprint
        if drawn.nodes[-1].sources == (EntryRef(bye), NoOne()):
            return played
    raise AssertionError("no such draw")


def test_t7_n8_with_two_lives_where_the_lower_number_wins() -> None:
    played = lives(8).play()
    assert played.shown() == ("1-5 2-6 3-7 4-8; 1-3 2-4 5-7 6-8; 1-2 3-5 4-6; 1-4 2-3; 1-2")
    assert placed(played) == {
        1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4), 5: (5, 6), 6: (5, 6), 7: (7, 8), 8: (7, 8),
    }  # fmt: skip


def test_t7_if_2_wins_round_5_both_have_lost_once_and_play_again() -> None:
    played = lives(8).play(4)
    played.winner = max
    played.play_round()
    assert played.round(5) == "1-2"
    assert placed(played)[1] == placed(played)[2] == (1, 2)
    played.play()
    assert played.round(6) == "1-2"
    assert [plan.number for plan in played.position.blueprint.rounds][-1] == 6
    assert placed(played)[2] == (1, 1)


def test_x19_who_wins_after_their_contingent_bye_is_first() -> None:
    wins = {(2, 3): 2, (1, 2): 1}
    played = drawn_when(3, 1, winner=lambda a, b: wins[min(a, b), max(a, b)]).play()
    assert played.shown() == "2-3 1-–; 1-2"
    assert placed(played) == {1: (1, 1), 2: (2, 2), 3: (3, 3)}


def test_t7_2_who_loses_after_their_contingent_bye_is_third() -> None:
    played = drawn_when(3, 2).play()
    assert played.shown() == "1-3 2-–; 1-2"
    assert placed(played) == {1: (1, 1), 3: (2, 2), 2: (3, 3)}


def test_without_the_contingent_bye_the_finalist_is_second() -> None:
    played = lives(3, 1, contingent_bye=False).play()
    assert played.shown() == "1-2 3-–; 1-3"
    assert placed(played) == {1: (1, 1), 3: (2, 2), 2: (3, 3)}


@pytest.mark.parametrize("turn", range(12))
def test_the_contingent_bye_is_drawn_among_those_with_the_fewest_byes(turn: int) -> None:
    played = lives(5, 1)
    played.position = replace(played.position, draw_seed=f"{turn:064x}")
    played.play(2)
    assert played.round(1) == "1-3 2-4 5-–"
    assert played.round(2) in {"1-5 2-–", "2-5 1-–"}


def test_while_somebody_has_a_life_to_spare_three_play_on_with_ordinary_byes() -> None:
    played = lives(3, 3).play()
    assert len(played.position.blueprint.rounds) > 2
    assert placed(played)[1] == (1, 1)


def test_a_double_forfeit_costs_both_a_life() -> None:
    played = lives(4, 1, lambda a, b: None if a == 1 else a).play()
    assert played.shown() == "1-3 2-4"
    assert placed(played) == {2: (1, 1), 1: (2, 4), 3: (2, 4), 4: (2, 4)}


def test_t7_3_the_last_match_is_the_final_even_where_nobody_has_a_life_to_spare() -> None:
    played = lives(2, 1).play()
    assert played.shown() == "1-2"
    assert placed(played) == {1: (1, 1), 2: (2, 2)}


def test_if_neither_comes_to_the_final_they_share_first_place() -> None:
    played = lives(2, 1, lambda a, b: None).play()
    assert placed(played) == {1: (1, 2), 2: (1, 2)}


def test_who_comes_late_has_lost_a_life_for_each_round_but_never_the_last() -> None:
    played = lives(6, 2, joined={6: 4})
    played.play(3)
    assert "6" not in played.shown()
    played.play_round()
    notes = {key: note["scores"] for key, note in played.last.notes.items() if "scores" in note}
    key = next(key for key in notes if 6 in (played.position.decisions[key].slots))
    side = played.position.decisions[key].slots.index(6)
    assert notes[key][side] == 1  # type: ignore[index]


def test_who_withdraws_is_out_and_the_rest_play_on() -> None:
    played = lives(4, 2)
    played.play_round()
    played.leave(1)
    played.play()
    assert "1" not in played.round(2).replace("-", " ").split()
    assert placed(played)[2] == (1, 1)


@given(st.integers(2, 24), st.integers(1, 5), st.integers(0, 2**32), st.booleans())
def test_it_ends_with_one_left_and_everybody_else_out_of_lives(
    n: int, left: int, seed: int, contingent: bool
) -> None:
    def chance(a: int, b: int) -> int:
        return shuffled([a, b], f"{seed + 97 * a + 89 * b:064x}")[0]

    played = lives(n, left, chance, contingent_bye=contingent).play()
    lost = dict.fromkeys(range(1, n + 1), 0)
    for decision in played.position.decisions.values():
        for loser in decision.losers:
            lost[loser] += 1
    assert sorted(lost.values())[1:] == [left] * (n - 1)
    assert max(lost.values()) == left
    result = placed(played)
    assert sum(band == (1, 1) for band in result.values()) == 1
    assert sorted(place for place, _ in result.values()) == [
        sum(1 for other in result.values() if other[1] < band[0]) + 1
        for band in sorted(result.values())
    ]


@pytest.mark.parametrize("lives_each", [1, 2, 3, 5])
def test_nothing_is_drawn_while_a_pairing_is_open(lives_each: int) -> None:
    played = lives(8, lives_each)
    played.grow()
    again = played.grow()
    assert not again.blueprint.nodes
    assert again.after == (1,)
