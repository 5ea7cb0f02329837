"""A group of matches with the same dice, its time in our own hands; nothing is released unless `release` is called."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from games.engine.plays import legal_plays
from games.engine.state import MatchState
from games.models import Action, SharedDice
from games.services.shared_dice import open_group
from games.services.shared_release import release_due
from tests.games.services.tables import START, Sitting, sit

Rolls = list[tuple[int, str, list[int]]]


@dataclass
class Group:
    """Boards that roll the same dice; `release` is the sweep."""

    shared: SharedDice
    boards: list[Sitting]
    rng: Random = field(default_factory=lambda: Random(5))

    @property
    def now(self) -> datetime:
        return max(board.now for board in self.boards)

    def release(self) -> int:
        return release_due(self.now)

    def release_all(self) -> int:
        """As often as something comes of it: ties at the opening take several."""
        total = 0
        while given := self.release():
            total += given
        return total

    def fresh(self) -> SharedDice:
        self.shared.refresh_from_db()
        return self.shared

    def join(self, *nonces: str) -> None:
        for board in self.boards:
            board.join(*nonces)

    def advance(self, board: Sitting) -> bool:
        """One thing that a player of this board can do; False when it is over or waits for dice."""
        state = board.state
        if state.outcome is not None or state.awaits_dice:
            return False
        board.tick(1)
        if state.waiting_for == "play" and state.to_act is not None:
            board.act(state.to_act, "play", {"moves": any_play(state, self.rng)})
        else:
            board.step()
        return True

    def play_on(self, most: int = 10_000) -> None:
        """Play until all are over, each board at a speed of its own."""
        for _ in range(most):
            board = self.rng.choice(self.boards)
            if not self.advance(board):
                self.release()
            if all(board.fresh().is_over for board in self.boards):
                self.release()
                return
        raise AssertionError("the boards have not come to their end")


def group(boards: int = 2, *, length: int = 1, **given: Any) -> Group:
    """So many boards, nobody ready yet."""
    shared = open_group("Open, round 1", START)
    return Group(shared, [sit(length=length, shared_dice=shared, **given) for _ in range(boards)])


def begun(boards: int = 2, **given: Any) -> Group:
    """The same with the opening rolled."""
    made = group(boards, **given)
    made.join()
    made.release_all()
    return made


def any_play(state: MatchState, rng: Random) -> list[list[int]]:
    game = state.game
    assert game is not None
    assert game.dice is not None
    play = rng.choice(legal_plays(game.board, game.dice))
    return [[move.source, move.target] for move in play.moves]


def rolls_of(board: Sitting) -> Rolls:
    """Game, kind and dice of every roll, in order."""
    rows = Action.objects.filter(match=board.match, kind__in=["opening_roll", "roll"])
    return [(row.game, row.kind, row.payload["dice"]) for row in rows.order_by("seq")]


def by_place(board: Sitting) -> dict[tuple[int, int], list[int]]:
    """The dice by game and number within the game."""
    placed: dict[tuple[int, int], list[int]] = {}
    for game, _kind, dice in rolls_of(board):
        number = sum(1 for other, _number in placed if other == game) + 1
        placed[game, number] = dice
    return placed


def to_roll(board: Sitting, made: Group) -> str:
    """Play until somebody on this board may roll; returns who."""
    while board.state.waiting_for != "roll":
        if not made.advance(board):
            assert made.release(), "no roll comes"
    return str(board.state.to_act)


def both_at_roll(**given: Any) -> tuple[Group, Sitting, Sitting, str]:
    """Two boards; on the first the player named may roll, the second still thinks before that roll."""
    made = begun(**given)
    first, second = made.boards
    while first.state.waiting_for != "roll":
        made.advance(first)
    assert second.state.waiting_for == "play"
    return made, first, second, str(first.state.to_act)


def waiting_group(**given: Any) -> tuple[Group, Sitting, Sitting]:
    """The first board waits for the second, which thinks."""
    made, first, second, seat = both_at_roll(**given)
    first.act(seat, "roll")
    assert made.release() == 0
    return made, first, second
