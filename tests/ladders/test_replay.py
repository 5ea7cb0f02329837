"""The order of a ladder as plain values: examples, and properties over any log."""

from hypothesis import given
from hypothesis import strategies as st

from ladders.order.replay import (
    CORRECTED,
    DROPPED,
    FORFEITED,
    JOINED,
    LEFT,
    PLACED,
    VOIDED,
    WON,
    Step,
    order_of,
)

FOUR = [Step(n, JOINED, n) for n in (1, 2, 3, 4)]


def test_a_lower_winner_takes_the_place_and_those_between_move_down() -> None:
    assert order_of([*FOUR, Step(5, WON, 4, 2)]) == [1, 4, 2, 3]
    assert order_of([*FOUR, Step(5, FORFEITED, 3, 1)]) == [3, 1, 2, 4]


def test_a_higher_winner_stays_and_nobody_moves() -> None:
    assert order_of([*FOUR, Step(5, WON, 1, 3)]) == [1, 2, 3, 4]


def test_players_leave_drop_and_are_placed() -> None:
    assert order_of([*FOUR, Step(5, LEFT, 2)]) == [1, 3, 4]
    assert order_of([*FOUR, Step(5, DROPPED, 2)]) == [1, 3, 2, 4]
    assert order_of([*FOUR, Step(5, DROPPED, 4)]) == [1, 2, 3, 4]
    assert order_of([*FOUR, Step(5, PLACED, 4, place=1)]) == [4, 1, 2, 3]
    assert order_of([*FOUR, Step(5, LEFT, 1), Step(6, JOINED, 1)]) == [2, 3, 4, 1]


def test_of_two_idle_neighbours_none_wins_back_a_place_by_the_drop_of_the_other() -> None:
    first = [*FOUR, Step(5, DROPPED, 1)]
    assert order_of(first) == [2, 1, 3, 4]
    assert order_of([*first, Step(6, DROPPED, 2)]) == [3, 1, 2, 4]
    together = [*FOUR, Step(5, DROPPED, 2), Step(6, DROPPED, 1)]
    assert order_of(together) == [3, 1, 2, 4]


def test_who_has_played_since_a_drop_gains_by_the_drop_of_a_neighbour() -> None:
    played = [*FOUR, Step(5, DROPPED, 1), Step(6, WON, 1, 4)]
    assert order_of([*played, Step(7, DROPPED, 2)]) == [1, 2, 3, 4]


def test_where_only_idle_players_stand_below_the_drop_is_one_place() -> None:
    both = [Step(1, JOINED, 1), Step(2, JOINED, 2), Step(3, DROPPED, 1), Step(4, DROPPED, 2)]
    assert order_of(both) == [1, 2]


def test_a_correction_takes_effect_where_the_result_stands() -> None:
    played = [*FOUR, Step(5, WON, 3, 1), Step(6, WON, 4, 3)]
    assert order_of(played) == [4, 3, 1, 2]
    assert order_of([*played, Step(7, VOIDED, target=5)]) == [1, 2, 4, 3]
    assert order_of([*played, Step(7, CORRECTED, 1, 3, target=5)]) == [1, 2, 4, 3]
    again = [*played, Step(7, VOIDED, target=5), Step(8, CORRECTED, 3, 1, target=5)]
    assert order_of(again) == order_of(played)


PLAYERS = st.integers(1, 6)
STEPS = st.lists(
    st.tuples(
        st.sampled_from((JOINED, JOINED, LEFT, WON, WON, FORFEITED, DROPPED, PLACED)),
        PLAYERS, PLAYERS, st.integers(0, 9),
    ),
    max_size=40,
)  # fmt: skip


def log(rows: list[tuple[str, int, int, int]]) -> list[Step]:
    return [Step(n, kind, a, b, place) for n, (kind, a, b, place) in enumerate(rows, 1)]


@given(STEPS)
def test_everybody_who_joined_and_did_not_leave_stands_once(
    rows: list[tuple[str, int, int, int]],
) -> None:
    there: set[int] = set()
    for kind, player, _other, _place in rows:
        if kind == JOINED:
            there.add(player)
        elif kind == LEFT:
            there.discard(player)
    result = order_of(log(rows))
    assert len(result) == len(set(result))
    assert set(result) == there


@given(STEPS, PLAYERS, PLAYERS)
def test_a_result_moves_nobody_but_the_two_and_those_between(
    rows: list[tuple[str, int, int, int]], winner: int, loser: int
) -> None:
    steps = log(rows)
    before, after = order_of(steps), order_of([*steps, Step(99, WON, winner, loser)])
    if winner in before and loser in before and before.index(winner) > before.index(loser):
        top, low = before.index(loser), before.index(winner)
        assert after[:top] == before[:top]
        assert after[low + 1 :] == before[low + 1 :]
        assert after[top] == winner
        assert [p for p in after if p != winner] == [p for p in before if p != winner]
    else:
        assert after == before


@given(STEPS, st.data())
def test_a_void_step_is_as_if_it_had_never_been(
    rows: list[tuple[str, int, int, int]], data: st.DataObject
) -> None:
    steps = log(rows)
    number = data.draw(st.integers(1, max(1, len(steps))))
    without = [step for step in steps if step.number != number]
    assert order_of([*steps, Step(99, VOIDED, target=number)]) == order_of(without)
