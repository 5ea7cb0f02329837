"""Which roll of shared dice may be released: never before every board that could need it, and never too late."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import commitment as own_commitment
from games.engine.dice import roll_dice
from games.engine.errors import RulesError
from games.engine.shared_dice import (
    NOTHING,
    RollPlace,
    WaitingBoard,
    commitment,
    mix_of,
    released,
    shared_roll,
)
from tests.examples import examples

SEED, SHARED = "5e" * 32, "00000000-0000-4000-8000-000000000001"
places = st.builds(RollPlace, st.integers(1, 4), st.integers(1, 6))
boards = st.lists(st.builds(WaitingBoard, places, st.booleans()), max_size=6)


@settings(max_examples=examples(500))
@given(boards, st.just(NOTHING) | places)
def test_no_roll_is_released_while_a_board_before_it_still_thinks(
    standing: list[WaitingBoard], so_far: RollPlace
) -> None:
    reached = released(standing, so_far)
    assert reached >= so_far
    if reached > so_far:
        assert all(board.place > reached for board in standing if not board.waits)
        assert all(board.place >= reached for board in standing)
        assert reached in [board.place for board in standing if board.waits]


@settings(max_examples=examples(500))
@given(st.lists(st.builds(WaitingBoard, places, st.just(True)), min_size=1, max_size=6))
def test_there_is_always_a_roll_when_no_board_thinks(standing: list[WaitingBoard]) -> None:
    assert released(standing) == min(board.place for board in standing)


@dataclass
class Play:
    """A board as it might be played: how many rolls each of its games takes."""

    lengths: list[int]
    game: int = 1
    number: int = 1
    waits: bool = False

    @property
    def is_over(self) -> bool:
        return self.game > len(self.lengths)

    @property
    def board(self) -> WaitingBoard:
        return WaitingBoard(RollPlace(self.game, self.number), self.waits)

    def roll(self) -> None:
        self.waits, self.number = False, self.number + 1
        if self.number > self.lengths[self.game - 1]:
            self.game, self.number = self.game + 1, 1


@settings(max_examples=examples(200))
@given(
    st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), min_size=1, max_size=5),
    st.integers(0, 2**32),
)
def test_boards_of_any_speed_all_come_to_their_end_and_nobody_is_ahead(
    lengths: list[list[int]], seed: int
) -> None:
    rng, plays, reached = Random(seed), [Play(each) for each in lengths], NOTHING
    while still := [play for play in plays if not play.is_over]:
        reached = released([play.board for play in still], reached)
        thinking = [play for play in still if not play.waits]
        ready = [play for play in still if play.waits and play.board.place <= reached]
        assert thinking or ready, "nobody can do anything any more"
        assert all(play.board.place > reached for play in thinking)
        play = rng.choice(thinking + ready)
        if play.waits:
            play.roll()
        else:
            play.waits = True


def test_a_board_that_has_gone_on_to_the_next_game_does_not_hold_up_the_others() -> None:
    late, early = WaitingBoard(RollPlace(1, 31), True), WaitingBoard(RollPlace(2, 1), False)
    assert released([late, early]) == RollPlace(1, 31)
    assert released([late._replace(waits=False), early._replace(waits=True)]) == NOTHING


def test_the_same_place_gives_the_same_roll_and_another_place_another() -> None:
    mix = mix_of([["m1", "a", "b"]])
    rolls = {
        (g, k): shared_roll(SEED, SHARED, mix, RollPlace(g, k))
        for g in (1, 2)
        for k in range(1, 30)
    }
    assert rolls[1, 1] == shared_roll(SEED, SHARED, mix, RollPlace(1, 1))
    assert len({tuple(rolls[g, k] for k in range(1, 30)) for g in (1, 2)}) == 2
    assert all(1 <= die <= 6 for dice in rolls.values() for die in dice)


def test_every_nonce_counts_and_the_order_of_the_boards_does_not() -> None:
    rows = [["m1", "a", ""], ["m2", "", "b"]]
    assert mix_of(rows) == mix_of(rows[::-1])
    assert len({mix_of(rows), mix_of([["m1", "", "a"], rows[1]]), mix_of([rows[0]])}) == 3


def test_shared_seeds_have_commitments_of_their_own() -> None:
    assert commitment(SEED, SHARED) != own_commitment(SEED, SHARED, 1)
    assert shared_roll(SEED, SHARED, "", RollPlace(1, 1)) is not roll_dice(
        SEED, SHARED, 1, "", "", 1
    )


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("bad_seed", lambda: commitment("no seed", SHARED)),
        ("bad_throw", lambda: shared_roll(SEED, SHARED, "", RollPlace(1, 0))),
        ("bad_nonce", lambda: mix_of([["m1", "a|b", ""]])),
    ],
)
def test_nonsense_is_refused(code: str, ask: Callable[[], object]) -> None:
    with pytest.raises(RulesError) as refused:
        ask()
    assert refused.value.code == code
