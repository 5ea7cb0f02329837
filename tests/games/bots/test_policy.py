"""What the built-in bots do: legally, quickly, and the steady one sensibly."""

from dataclasses import replace
from random import Random

import pytest

from games.bots import decide
from games.bots.evaluation import evaluate
from games.bots.outlook import likely_level, winning_chance
from games.bots.policy import choose_play, random_play, steady_play
from games.engine import Board, format_play, legal_plays
from games.engine.game import GameState
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.engine.state import MatchState
from tests.games.engine.playing import board

START = Board.start()
FAR_AHEAD = board("X: 1×3 2×3 3×2; O: 24×5 22×5 19×5")
FAR_BEHIND = FAR_AHEAD.flipped()
EVEN = START


def playing(
    seen: Board, *, length: int = 7, score: tuple[int, int] = (0, 0), **game: object
) -> MatchState:
    """A match in the middle of a game, A on roll with this board."""
    state = GameState(board=seen, turn="A", turns=(3, 3))
    return MatchState(
        rules=Rules(length=length),
        score=score,
        crawford="before",
        phase="playing",
        sealed=True,
        game=replace(state, **game),  # type: ignore[arg-type]
    )


def asked(match: MatchState, seat: Seat = "A", kind: str = "steady") -> str:
    return decide(kind, match, seat, Random(1))[0]


def a_game(rng: Random) -> bool:
    """Whether steady beats random, cubeless, from the start position; either may begin."""
    seen, steadys_turn = START, rng.random() < 0.5
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        seen = choose_play("steady" if steadys_turn else "random", seen, dice, rng).board
        if seen.off[0] == 15:
            return steadys_turn
        seen, steadys_turn = seen.flipped(), not steadys_turn


def test_steady_beats_random_in_nearly_every_game() -> None:
    rng = Random(20)
    assert sum(a_game(rng) for _ in range(100)) >= 90


@pytest.mark.parametrize(
    ("dice", "text"),
    [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((6, 5), "24/13")],
)
def test_steady_knows_the_plain_openings(dice: tuple[int, int], text: str) -> None:
    assert format_play(steady_play(START, dice).moves) == text


def test_steady_bears_off_when_it_can() -> None:
    play = steady_play(board("X: 6×2 5×2 2×1; O: 20×4"), (6, 5))
    assert format_play(play.moves) == "6/off 5/off"


def test_steady_hits_a_last_checker_rather_than_running_past() -> None:
    play = steady_play(board("X: 8×2 7×1 6×3 5×3 4×3 3×3; O: 1×1 24×10"), (6, 1))
    assert any(move.hit for move in play.moves)


def test_random_plays_are_legal_and_repeatable() -> None:
    first = [random_play(START, (5, 2), Random(seed)) for seed in range(50)]
    again = [random_play(START, (5, 2), Random(seed)) for seed in range(50)]
    assert first == again
    assert set(first) <= set(legal_plays(START, (5, 2)))
    assert len(set(first)) > 3


def test_a_decided_play_is_accepted_by_the_match() -> None:
    for kind in ("random", "steady"):
        match = playing(START, dice=(6, 4))
        what, payload = decide(kind, match, "A", Random(3))
        assert what == "play"
        moves = tuple((source, target) for source, target in payload["moves"])
        assert any(
            tuple((move.source, move.target) for move in play.moves) == moves
            for play in legal_plays(START, (6, 4))
        )


def test_the_value_of_the_start_is_the_same_for_both() -> None:
    assert evaluate(START) == pytest.approx(0.0)


def test_the_winning_chance_follows_the_race() -> None:
    assert winning_chance(FAR_AHEAD) > 0.95
    assert winning_chance(FAR_BEHIND) < 0.05
    assert 0.45 < winning_chance(EVEN) < 0.65


def test_the_level_of_a_win_is_seen_coming() -> None:
    assert likely_level(board("X: 2×2; O: 1×4 12×11")) == 3
    assert likely_level(board("X: 1×2; O: 8×3 12×12")) == 2
    assert likely_level(board("X: 6×10; O: 19×15")) == 1
    assert likely_level(board("X: 1×2; O: 8×3 12×11")) == 1


def test_steady_doubles_when_well_ahead_and_not_when_level() -> None:
    ahead = board("X: 6×5 5×5 4×3; O: 19×5 20×5 18×5")
    assert asked(playing(ahead)) == "double"
    assert asked(playing(EVEN)) == "roll"
    assert asked(playing(FAR_BEHIND)) == "roll"


def test_random_never_doubles_and_takes_everything() -> None:
    assert asked(playing(FAR_AHEAD), kind="random") == "roll"
    assert asked(playing(FAR_AHEAD, offered=2), seat="B", kind="random") == "take"


def test_a_cube_that_is_dead_for_the_doubler_is_left_alone() -> None:
    assert asked(playing(FAR_AHEAD, score=(5, 0), cube=2, owner="A")) == "roll"


def test_nothing_to_lose_means_double_at_once() -> None:
    match = replace(playing(EVEN, score=(3, 6)), crawford="after")
    assert asked(match) == "double"


def test_no_double_in_the_crawford_game() -> None:
    match = replace(playing(FAR_AHEAD, score=(3, 6), crawford=True), crawford="now")
    assert asked(match) == "roll"


def test_steady_takes_what_is_near_and_drops_what_is_lost() -> None:
    assert asked(playing(EVEN, offered=2), seat="B") == "take"
    assert asked(playing(FAR_AHEAD, offered=2), seat="B") == "drop"


def test_nobody_drops_when_dropping_loses_the_match() -> None:
    assert asked(playing(FAR_AHEAD, score=(6, 6), offered=2), seat="B") == "take"
    assert asked(playing(FAR_AHEAD, score=(5, 0), cube=2, owner="A", offered=4), seat="B") == "take"


def test_a_resignation_below_what_the_game_will_bring_is_declined() -> None:
    gammon = board("X: 8×3 12×12; O: 24×2")
    assert asked(playing(gammon, resign_offer=1), seat="B") == "decline_resign"
    assert asked(playing(gammon, resign_offer=2), seat="B") == "accept_resign"
    assert asked(playing(gammon, score=(0, 6), resign_offer=1), seat="B") == "accept_resign"
