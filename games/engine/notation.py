"""Plays as players write them: `24/18*/14`, `bar/22`, `6/off`, `13/11(2)`, `24/18 13/11`.

Only the text; whether the play is legal is decided in `play_matching`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from games.engine.board import BAR, OFF, Board
from games.engine.errors import RulesError
from games.engine.legal import Dice, Play
from games.engine.moves import Move
from games.engine.play_matching import MOST_MOVES, Ask, complete_plays, refusal
from games.engine.roll import RollInPlay

_WORDS = {"bar": BAR, "off": OFF}
_GROUP = re.compile(
    r"(?P<points>\w+(?:/\w+\*?)+)(?:\((?P<times>[1-4])\))?(?P<star>\*?)", re.ASCII | re.IGNORECASE
)
_DANCE = {"", "-", "cannot move", "no play", "dance"}
_LONGEST = 80

Chain = list[Move]


def format_play(moves: Iterable[Move]) -> str:
    """The usual way to write a play; a play without moves (a dance) is the empty text.

    The moves of one checker are joined, a point on the way is named only if something is hit there,
    equal moves are counted, and the rearmost checker comes first.
    """
    groups: dict[tuple[int, ...], tuple[int, bool]] = {}
    for chain in _chains(moves):
        on_the_way = (m.target for m in chain[:-1] if m.hit)
        points = (chain[0].source, *on_the_way, chain[-1].target)
        times, hit = groups.get(points, (0, False))
        groups[points] = times + 1, hit or chain[-1].hit
    written = sorted(groups.items(), key=lambda item: item[0], reverse=True)
    return " ".join(_group_text(points, times, hit=hit) for points, (times, hit) in written)


def _chains(moves: Iterable[Move]) -> list[Chain]:
    """The moves joined to the ways of single checkers, from the rear to the front."""
    chains: list[Chain] = []
    for move in sorted(moves, key=lambda m: (-m.source, not m.hit, m.target)):
        for chain in chains:
            if chain[-1].target == move.source:
                chain.append(move)
                break
        else:
            chains.append([move])
    return chains


def _group_text(points: tuple[int, ...], times: int, *, hit: bool) -> str:
    start, *on_the_way, end = points
    names = ["bar" if start == BAR else str(start), *(f"{point}*" for point in on_the_way)]
    names.append("off" if end == OFF else str(end))
    return "/".join(names) + "*" * hit + (f"({times})" if times > 1 else "")


def parse_play(text: str, board: Board, dice: Dice) -> Play:
    """The legal play that a text describes; the moves may be written in any order.

    25 is read as `bar` and 0 as `off`; a star may be left out where there is no doubt. Raises
    RulesError: `bad_notation` for what cannot be read, `not_a_hit` for a star where nothing is hit,
    `ambiguous_play` if the text fits plays that hit different blots, and the codes of `find_play`.
    """
    roll = RollInPlay.of(board, dice)
    asked, stars = read_play(text)
    plays = complete_plays(roll, asked, in_order=False)
    if not plays:
        raise refusal(roll, asked)
    hits = {play: frozenset(m.target for m in play.moves if m.hit) for play in plays}
    fitting = [play for play in plays if stars <= hits[play]]
    if not fitting:
        raise RulesError("not_a_hit", "A star marks a hit, but this move hits nothing.")
    exact = [play for play in fitting if stars == hits[play]]
    chosen = exact or fitting
    if len(chosen) > 1:
        raise RulesError(
            "ambiguous_play", "More than one blot could be hit. Name the points on the way."
        )
    return chosen[0]


def moves_in(text: str) -> tuple[Ask, ...]:
    """The (source, target) pairs that a text names. Raises RulesError `bad_notation`."""
    return read_play(text)[0]


def change(moves: Iterable[Ask]) -> dict[int, int]:
    """How many checkers come to each point or leave it, in whatever moves a play is written.

    >>> change([(24, 13)]) == change([(24, 18), (18, 13)]) == {24: -1, 13: 1}
    True
    """
    counts = Counter[int]()
    for source, target in moves:
        counts[source] -= 1
        counts[target] += 1
    return {point: count for point, count in counts.items() if count}


def read_play(text: str) -> tuple[tuple[Ask, ...], frozenset[int]]:
    """The moves a text asks for, and the points it marks as hit."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise _unreadable("Write the play like this: 24/18 13/11.")
    if text.strip().lower() in _DANCE:
        return (), frozenset()
    asked: list[Ask] = []
    stars: set[int] = set()
    for word in text.replace(",", " ").split():
        group = _GROUP.fullmatch(word)
        if not group:
            raise _unreadable(f"{word} is not a move such as 24/18, bar/22, 6/off or 13/11(2).")
        names = group["points"].split("/")
        points = [_point(name.removesuffix("*")) for name in names]
        if group["star"]:
            stars.add(points[-1])
        stars |= {point for name, point in zip(names, points, strict=True) if name.endswith("*")}
        if any(source <= target for source, target in pairwise(points)):
            raise _unreadable(
                f"{word} goes the wrong way: checkers move from higher points to lower ones."
            )
        asked += list(pairwise(points)) * int(group["times"] or 1)
    if len(asked) > MOST_MOVES:
        raise _unreadable("A play has at most four moves.")
    return tuple(asked), frozenset(stars)


def _point(name: str) -> int:
    if name.lower() in _WORDS:
        return _WORDS[name.lower()]
    if name.isdecimal() and int(name) <= BAR:
        return int(name)
    raise _unreadable(f"{name} is not a point, bar or off.")


def _unreadable(message: str) -> RulesError:
    return RulesError("bad_notation", message)
