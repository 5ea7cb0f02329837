"""PURE. What the grammars of .mat and .sgf have no place for, as lines with a key that are written and read again.

The rules option by option; scores and games that a director decided; automatic doubles; how the match ended. Other
programs pass these lines over. Words stay in wording.py: what stands here is for reading back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, TypeAlias

from games.engine.actions import LEVELS, EndSession, Flag, Imported
from games.engine.errors import RulesError
from games.engine.outcome import MatchOutcome, Reason
from games.engine.rules import LIMITS, SWITCHES, Rules
from games.engine.rulings import MOST_POINTS
from games.engine.seats import Seat
from games.records.games import GameRecord, Score
from games.records.replay import MatchRecord

Line: TypeAlias = tuple[str, str]

KEYS = ("Options", "Automatic", "Corrected", "Awarded", "Begun", "Ending")
OPTIONS_A_LINE = 5
ENDINGS: tuple[Reason, ...] = (
    "time", "forfeit", "conceded", "ruling", "double_forfeit", "void",
)  # fmt: skip
"""Endings that no row shows."""
_AUTOMATIC = re.compile(r"Game (\d{1,3}): (\d{1,2})")
_BEGINS = re.compile(r"Game (\d{1,3}) begins at (\d{1,9})-(\d{1,9})")
_END = re.compile(r"The end is (\d{1,9})-(\d{1,9})")
_AWARDED = re.compile(r"Game (\d{1,3}): (\d{1,9}) to ([AB])( with the session)?")
_BEGUN = re.compile(
    r"After game (\d{1,3}): (A|B|Nobody) begins, (\d{1,2}) automatic"
    r"(?:, (single|gammon|backgammon|\d{1,9}) to ([AB]))?"
)
STOPPED = "The players ended the session in the middle of a game"
_ENDING = re.compile(r"([a-z_]{4,14})(?: ([AB]))?( by board)?")
TIMED_OUT = (Flag, Imported)


@dataclass(frozen=True, slots=True)
class Award:
    """A game decided by a ruling; `with_session`: its points came with the end of the whole session."""

    winner: Seat
    points: int
    with_session: bool = False


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A game after game `after` that has no rows, because nothing was rolled in it but for the start: who begins
    it, the automatic doubles, and who won what by resignation (a level) or ruling (points), if anybody."""

    after: int
    seat: Seat | None
    doubles: int
    won: str = ""
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Extensions:
    """The lines of a file, understood; games are counted from 1 in the order of the file."""

    rules: Rules | None = None
    doubles: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    begun: Mapping[int, Score] = field(default_factory=lambda: MappingProxyType({}))
    awarded: Mapping[int, Award] = field(default_factory=lambda: MappingProxyType({}))
    unrolled: tuple[Unrolled, ...] = ()
    end: Score | None = None
    ending: MatchOutcome | None = None
    by_board: bool = False
    stopped: bool = False


NO_EXTENSIONS = Extensions()

# Writing


def lines(
    record: MatchRecord, games: Sequence[GameRecord], all_games: Sequence[GameRecord] | None = None
) -> Iterator[Line]:
    """All of them, for a file with these games out of `all_games`. One without rows is passed over when they are read."""
    options = [*_options(record.rules)] or [f"kind={record.rules.kind}"]
    for start in range(0, len(options), OPTIONS_A_LINE):
        yield "Options", " ".join(options[start : start + OPTIONS_A_LINE])
    stands = (0, 0)
    for number, game in enumerate(games, start=1):
        if game.steps:
            yield from _of_game(record, game, number, stands)
            stands = _after(game)
    yield from _unrolled_in(record, games, all_games or games)
    end = record.end.match
    if end.score != stands:
        yield "Corrected", f"The end is {_pair(end.score)}"
    if (ending := _ending_of(record)) is not None:
        if _stopped(record):
            yield "Ending", STOPPED
        counted = " by board" if ending.reason == "time" and _by_board(record) else ""
        yield "Ending", f"{ending.reason} {ending.winner or ''}".strip() + counted


def _of_game(record: MatchRecord, game: GameRecord, number: int, stands: Score) -> Iterator[Line]:
    """`stands`: the score by the rows before it."""
    if game.automatic:
        yield "Automatic", f"Game {number}: {game.automatic}"
    if not (game.score == stands == game.counted_from):
        yield "Corrected", f"Game {number} begins at {_pair(game.score)}"
    if (award := _award(record, game)) is not None:
        with_session = " with the session" if award.with_session else ""
        yield "Awarded", f"Game {number}: {award.points} to {award.winner}{with_session}"


def _unrolled_in(
    record: MatchRecord, games: Sequence[GameRecord], all_games: Iterable[GameRecord]
) -> Iterator[Line]:
    """Games that somebody was to begin, and that were over, or left, before there was a row."""
    number = 0
    for game in all_games:
        if game.steps:
            number = next(n for n, other in enumerate(games, start=1) if other is game)
        elif game.first_seq and game.end is not None and (game.end.turn or game.automatic):
            begins = f"{game.end.turn or 'Nobody'} begins, {game.automatic} automatic"
            yield "Begun", f"After game {number}: {begins}{_won(record, game)}"


def _won(record: MatchRecord, game: GameRecord) -> str:
    """What a game without rows brought; nothing where the end of the match or session has it."""
    result = game.result
    if result is None or result.kind not in ("resignation", "ruling"):
        return ""
    if result.kind == "ruling" and _award(record, game) is None:
        return ""
    level = next((name for name, number in LEVELS.items() if number == result.level), None)
    won = level if result.kind == "resignation" else result.points
    return f", {won} to {result.winner}"


def _ending_of(record: MatchRecord) -> MatchOutcome | None:
    """What ended the match, if no row shows it. A session given away may still be won by whoever gave it away."""
    match = record.end.match
    if match.outcome is None:
        return None
    last = match.results[-1] if match.results else None
    if last is not None and last.kind in ("time", "forfeit") and last.points:
        return MatchOutcome(last.winner, "time" if last.kind == "time" else "conceded")
    return match.outcome if match.outcome.reason in ENDINGS else None


def _by_board(record: MatchRecord) -> bool:
    """Was the clock that ended it counted by the board (R13.4)?"""
    flags = (
        entry.action for entry in reversed(record.entries) if isinstance(entry.action, TIMED_OUT)
    )
    return next((flag.by_board for flag in flags), False)


def _stopped(record: MatchRecord) -> bool:
    """Did the players end the session during a game that then counts for nobody (R9.6)? A ruling may follow."""
    stopped, game = False, False
    for entry in record.entries:
        match = entry.after.match
        if match.outcome is None:
            stopped = False
        elif isinstance(entry.action, EndSession):
            stopped = game
        game = match.live_game is not None
    return stopped


def _options(rules: Rules) -> Iterator[str]:
    """Every option that is not as usual."""
    usual = Rules()
    for option in fields(rules):
        value = getattr(rules, option.name)
        if value != getattr(usual, option.name):
            yield f"{option.name}={_switch(value) if isinstance(value, bool) else value}"


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _after(game: GameRecord) -> Score:
    """How it stands after the game by its rows."""
    return game.result.score if game.result and game.result.points else game.counted_from


def _award(record: MatchRecord, game: GameRecord) -> Award | None:
    result, outcome = game.result, record.end.match.outcome
    if result is None or result.kind not in ("ruling", "time", "forfeit"):
        return None
    if result.points and result.kind != "ruling":
        return Award(result.winner, result.points, with_session=True)
    ended = outcome is not None and outcome.reason in ENDINGS
    if ended and not result.points and result == record.end.match.results[-1]:
        return None  # the end of the match has it
    return Award(result.winner, result.points)


def _pair(score: Score) -> str:
    return f"{score[0]}-{score[1]}"


# Reading


def read_lines(headers: Iterable[Line]) -> Extensions:
    """The extensions in these lines. A line in other words is a comment and passed over, and so are rules that contradict."""
    doubles: dict[int, int] = {}
    begun: dict[int, Score] = {}
    awarded: dict[int, Award] = {}
    options: dict[str, Any] = {}
    end: Score | None = None
    ending, by_board = None, False
    listed = list(headers)
    for key, text in listed:
        if key == "Options":
            options |= dict(_option(word) for word in text.split() if "=" in word)
        elif key == "Automatic" and (parsed := _AUTOMATIC.fullmatch(text)):
            doubles[int(parsed[1])] = int(parsed[2])
        elif key == "Corrected" and (parsed := _BEGINS.fullmatch(text)):
            begun[int(parsed[1])] = int(parsed[2]), int(parsed[3])
        elif key == "Corrected" and (parsed := _END.fullmatch(text)):
            end = int(parsed[1]), int(parsed[2])
        elif key == "Awarded" and (parsed := _AWARDED.fullmatch(text)):
            points = min(int(parsed[2]), MOST_POINTS)
            awarded[int(parsed[1])] = Award(_seat(parsed[3]), points, with_session=bool(parsed[4]))
        elif key == "Ending" and (parsed := _ENDING.fullmatch(text)):
            ending, by_board = _ending(parsed[1], parsed[2]), bool(parsed[3])
    unrolled = tuple(_unrolled(listed))
    stopped = ("Ending", STOPPED) in listed
    return Extensions(
        _rules(options), doubles, begun, awarded, unrolled, end, ending, by_board, stopped
    )


def _unrolled(headers: Iterable[Line]) -> Iterator[Unrolled]:
    for key, text in headers:
        if key == "Begun" and (parsed := _BEGUN.fullmatch(text)):
            after, seat, doubles, won, winner = parsed.groups()
            begins = None if seat == "Nobody" else _seat(seat)
            by = _seat(winner) if winner else None
            yield Unrolled(int(after), begins, int(doubles), won or "", by)


def _option(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    if name in SWITCHES:
        return name, value == "on"
    if name in LIMITS:
        return name, int(value) if re.fullmatch(r"\d{1,5}", value, re.ASCII) else None
    return name, value


def _rules(options: Mapping[str, Any]) -> Rules | None:
    try:
        return Rules.from_json(options) if options else None
    except RulesError:
        return None


def _ending(word: str, winner: str | None) -> MatchOutcome | None:
    reason = next((ending for ending in ENDINGS if ending == word), None)
    needs = reason in ("time", "forfeit", "conceded")
    if reason is None or (needs and winner is None):
        return None
    return MatchOutcome(_seat(winner) if winner else None, reason)


def _seat(letter: str) -> Seat:
    return "A" if letter == "A" else "B"
