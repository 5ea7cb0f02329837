"""Recognises a play somebody asks for, or says precisely what is wrong with it.

A move asked for may cover several dice of one checker (24/13 with 6-5). Here such moves are played
one die at a time; whether the whole is a legal play is asked of `roll`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.engine.board import BAR, OFF, SIZE, Board
from games.engine.errors import RulesError
from games.engine.legal import Dice, Play, checked
from games.engine.moves import BLOCKED, HOME, MOVE_OF, Move, occupied, single_steps
from games.engine.roll import RollInPlay, Spot, onward

Ask = tuple[int, int]  # source and target of one checker, any number of dice
Path = tuple[Move, ...]
State = tuple[Spot, tuple[Ask, ...]]
MOST_MOVES = 4
_ENDS_OF = {step: move[:2] for step, move in MOVE_OF.items()}


def find_play(board: Board, dice: Dice, moves: Iterable[Sequence[int]]) -> Play:
    """The legal play made by these moves, in the order given, one `Move` for each die.

    A move is (source, target) in the mover's numbers, 25 the bar and 0 off; it may combine several
    dice. Raises RulesError: `bad_moves` for what is not a list of moves; `no_checker_there`,
    `must_enter_first`, `point_blocked`, `cannot_bear_off`, `not_on_the_dice` or `no_die_left` for a
    move that cannot be made; `must_play`, `must_play_both_dice`, `must_play_all_dice` or
    `must_play_higher_die` for a play that must do more; `ambiguous_play` when a combined move
    could hit a blot on its way or not.
    """
    asked = _checked(moves)
    if (whole := _die_by_die(board, dice, asked)) is not None:
        return whole
    roll = RollInPlay.of(board, dice)
    plays = complete_plays(roll, asked, in_order=True)
    if not plays:
        raise refusal(roll, asked)
    if len(plays) > 1:
        raise RulesError(
            "ambiguous_play", "More than one route is possible. Enter one move for each die."
        )
    return plays[0]


def _die_by_die(board: Board, dice: Dice, asked: tuple[Ask, ...]) -> Play | None:
    """The play when each move asked for is one die and all dice are used: more cannot be asked of anybody.

    None where it takes a closer look.
    """
    high, low = sorted(checked(board, dice), reverse=True)
    left = [high] * 4 if high == low else [high, low]
    if len(asked) != len(left):
        return None
    spot, path = int(board), []
    for ends in asked:
        for die in left:
            step = next((s for s in single_steps(spot, die) if _ENDS_OF[s] == ends), None)
            if step is not None:
                break
        else:
            return None
        left.remove(die)
        spot += step
        path.append(MOVE_OF[step])
    return Play(tuple(path), Board(spot))


def complete_plays(roll: RollInPlay, asked: tuple[Ask, ...], *, in_order: bool) -> list[Play]:
    """The legal plays that make exactly these moves; more than one if they differ in what is hit.

    Without `in_order` the moves may be made in any order that works.
    """
    ways: dict[State, Path] = {(roll.start, asked): ()}
    complete: dict[int, Path] = {}
    while ways:
        further: dict[State, Path] = {}
        for (spot, rest), path in ways.items():
            if not rest and roll.is_complete(spot):
                complete.setdefault(spot.board, path)
            for after, still, move in _played(spot, rest, in_order=in_order):
                further.setdefault((after, still), (*path, move))
        ways = further
    return [Play(path, Board(board)) for board, path in complete.items()]


def _played(
    spot: Spot, rest: tuple[Ask, ...], *, in_order: bool
) -> Iterator[tuple[Spot, tuple[Ask, ...], Move]]:
    """One die played towards one of the moves asked for (the first one, if in order)."""
    for move, _, after in onward(spot):
        for at, (source, target) in enumerate(rest[:1] if in_order else rest):
            if source == move.source and target <= move.target:
                more = ((move.target, target),) if move.target > target else ()
                yield after, rest[:at] + more + rest[at + 1 :], move


def refusal(roll: RollInPlay, asked: tuple[Ask, ...]) -> RulesError:
    """Why these moves, made in this order, are not a legal play."""
    ways = {roll.start}
    for source, target in asked:
        reached = {after for spot in ways for after in _reached(spot, (source, target))}
        if not reached:
            return _cannot_move(min(ways), source, target)
        ways = reached
    used = max(map(roll.used, ways))
    if not used:
        return RulesError("must_play", "You have a legal move and must play it.")
    if used == roll.most:
        return RulesError(
            "must_play_higher_die", "Only one die can be played. You must play the higher one."
        )
    if len(roll.start.left) == MOST_MOVES:
        return RulesError("must_play_all_dice", "You must play as many dice as possible.")
    return RulesError("must_play_both_dice", "Both dice can be played, so you must play both.")


def _reached(spot: Spot, ask: Ask) -> set[Spot]:
    """Where one checker's move, of any number of dice, can lead."""
    reached: set[Spot] = set()
    ways: set[tuple[Spot, tuple[Ask, ...]]] = {(spot, (ask,))}
    while ways:
        reached |= {after for after, rest in ways if not rest}
        ways = {
            (after, still)
            for at, rest in ways
            for after, still, _ in _played(at, rest, in_order=True)
        }
    return reached


def _cannot_move(spot: Spot, source: int, target: int) -> RulesError:
    if not spot.left:
        return RulesError("no_die_left", "All dice have been played.")
    own = occupied(spot.board.to_bytes(SIZE, "little"))
    if source not in own:
        return RulesError("no_checker_there", f"You have no checker on {_name(source)}.")
    if own[-1] == BAR != source:
        return RulesError("must_enter_first", "Enter your checker from the bar first.")
    if target == OFF:
        if own[-1] > max(HOME, source):
            return RulesError("cannot_bear_off", "Bring all your checkers home before bearing off.")
        return RulesError(
            "cannot_bear_off", "None of the remaining dice bears off a checker from there."
        )
    if source - target not in _distances(spot.left):
        return RulesError(
            "not_on_the_dice",
            f"None of the remaining dice moves a checker from {source} to {target}.",
        )
    if (spot.board >> 8 * target) & 255 >= BLOCKED:
        return RulesError("point_blocked", f"Your opponent holds your {target} point.")
    return RulesError("point_blocked", "Your opponent’s point blocks this move.")


def _distances(left: tuple[int, ...]) -> set[int]:
    """What one checker can go with some of these dice."""
    sums = {0}
    for die in left:
        sums |= {so_far + die for so_far in sums}
    return sums - {0}


def _name(source: int) -> str:
    return "the bar" if source == BAR else f"your {source} point"


def _checked(moves: Iterable[Sequence[int]]) -> tuple[Ask, ...]:
    bad = RulesError("bad_moves", "Moves are pairs of points, from 25 (the bar) down to 0 (off).")
    try:
        asked = tuple((move[0], move[1]) for move in moves)
    except (TypeError, IndexError, KeyError):
        raise bad from None
    if len(asked) > MOST_MOVES:
        raise bad
    for source, target in asked:
        if type(source) is not int or type(target) is not int or not BAR >= source > target >= OFF:
            raise bad
    return asked
