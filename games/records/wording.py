"""What match files say in words, because their grammars have no place for it. English, like the files."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine import actions as act
from games.engine.match import resign_points
from games.engine.outcome import GameResult
from games.engine.rulings import DirectorRuling
from games.engine.seats import Seat
from games.records.replay import LogEntry, MatchRecord

Names = tuple[str, str]

FREE_SEAT: Mapping[Seat, str] = {"A": "Player A", "B": "Player B"}
ENDINGS: Mapping[str, str] = {
    "played": "won on points",
    "time": "won on time",
    "forfeit": "won by forfeit",
    "conceded": "won by resignation",
    "ruling": "won by a ruling",
    "double_forfeit": "both forfeited",
    "drawn": "drawn",
    "void": "void",
    "unfinished": "not finished",
}
KINDS: Mapping[str, str] = {
    "single": "",
    "gammon": "with a gammon",
    "backgammon": "with a backgammon",
    "drop": "by a dropped double",
    "resignation": "by resignation",
    "time": "on time",
    "forfeit": "by forfeit",
    "ruling": "by a ruling",
}


def name_of(names: Names, seat: Seat) -> str:
    """A name on one line; a free seat is called by its letter."""
    return one_line(names[0 if seat == "A" else 1]) or FREE_SEAT[seat]


def one_line(text: str) -> str:
    """No line breaks, no control characters, no blanks in a row."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def result_in_words(result: GameResult, names: Names) -> str:
    """`Alice wins 2 points with a gammon`."""
    how = f" {KINDS[result.kind]}" if KINDS[result.kind] else ""
    if not result.points:
        return f"The game does not count: {name_of(names, result.winner)} wins the match"
    return f"{name_of(names, result.winner)} wins {points(result.points)}{how}"


def outcome_in_words(record: MatchRecord) -> str:
    """How it stands or ended: `Alice won on points; the score is 5:3`."""
    match = record.end.match
    score = "{}:{}".format(*match.score)
    if match.outcome is None:
        return f"Not over; the score is {score}"
    how = ENDINGS[match.outcome.reason]
    if match.outcome.winner is None:
        return f"{how.capitalize()}; the score is {score}"
    return f"{name_of(record.names, match.outcome.winner)} {how}; the score is {score}"


def note(entry: LogEntry, names: Names) -> str | None:
    """A sentence about an action that is neither a play nor a turn of the cube; None when there is no need."""
    say = _NOTES.get(type(entry.action))
    return None if say is None else say(entry.action, entry, names)


def _opening(action: act.OpeningRoll, entry: LogEntry, _names: Names) -> str | None:
    before, after = entry.before.match.live_game, entry.after.match.live_game
    if after is None or after.turn is not None:
        return None
    rolled = f"Opening roll: both rolled {action.dice[0]}."
    doubled = after.ties > (before.ties if before else 0)
    if doubled:
        return f"{rolled} Automatic double: the cube is at {after.cube}."
    return f"{rolled} They roll again."


def _offer(action: act.OfferResign, entry: LogEntry, names: Names) -> str:
    what = "a single game" if action.level == "single" else f"a {action.level}"
    cost = points(resign_points(entry.before.match, action.level))
    return f"{name_of(names, action.seat)} offers to resign {what} ({cost})."


def _accepted(action: act.AcceptResign, _entry: LogEntry, names: Names) -> str:
    return f"{name_of(names, action.seat)} accepts the resignation."


def _declined(action: act.DeclineResign, _entry: LogEntry, names: Names) -> str:
    return f"{name_of(names, action.seat)} declines the resignation."


def _concede(action: act.Concede, entry: LogEntry, names: Names) -> str:
    what = "session" if entry.before.match.rules.kind == "session" else "match"
    return f"{name_of(names, action.seat)} resigns the {what}."


def _last_game(action: act.LastGame, _entry: LogEntry, names: Names) -> str:
    return f"{name_of(names, action.seat)} ends the session after this game."


def _end_session(action: act.EndSession, entry: LogEntry, names: Names) -> str:
    done = entry.after.match.outcome is not None
    what = "ends the session" if done else "asks to end the session now"
    return f"{name_of(names, action.seat)} {what}."


def _flag(_action: act.Flag, entry: LogEntry, names: Names) -> str | None:
    loser = entry.before.match.to_act
    return None if loser is None else f"{name_of(names, loser)} runs out of time."


def _forfeit(action: act.Forfeit, _entry: LogEntry, names: Names) -> str:
    losers = " and ".join(name_of(names, seat) for seat in action.losers)
    verb = "forfeit" if len(action.losers) > 1 else "forfeits"
    reason = one_line(action.reason)
    return f"{losers} {verb} the match{f' ({reason})' if reason else ''}."


def _epoch(action: act.Epoch, _entry: LogEntry, _names: Names) -> str | None:
    number = action.epoch
    return f"The dice continue with a new seed (epoch {number})." if number > 1 else None


def _ruling(ruling: DirectorRuling, entry: LogEntry, names: Names) -> str:
    by, reason = one_line(ruling.by), one_line(ruling.reason)
    text = f"Ruling{f' by {by}' if by else ''}: {_ruled(ruling, entry, names)}."
    return f"{text} Reason: {reason}" if reason else text


RULED = {
    "pause": "the match is paused",
    "resume": "the match resumes",
    "void": "the match is void",
    "own_dice": "the match no longer shares its dice with other tables",
}


def _ruled(ruling: DirectorRuling, entry: LogEntry, names: Names) -> str:
    score = "the score is now {}:{}".format(*entry.after.match.score)
    match ruling.what:
        case "pause" | "resume" | "void" | "own_dice" as what:
            return RULED[what]
        case "score":
            return score
        case "clock":
            return f"the clocks are set; {clocks(entry, names)}"
        case "reopen":
            again = "the last game is replayed" if ruling.replay_game else "the match is reopened"
            return f"{again}; {score}"
        case "result":
            return _result(ruling, names)


def _result(ruling: DirectorRuling, names: Names) -> str:
    if ruling.winner is None:
        return "nobody wins the match"
    who = name_of(names, ruling.winner)
    if ruling.game_points is None:
        return f"{who} wins the match"
    return f"{who} is awarded the game and {points(ruling.game_points)}"


def clocks(entry: LogEntry, names: Names) -> str:
    """Both reserves: `Alice 9:48, Ben 10:00`."""
    clock = entry.after.clock
    if clock is None:
        return "no clock"
    a, b = (time_in_words(reserve) for reserve in clock.reserve)
    return f"{name_of(names, 'A')} {a}, {name_of(names, 'B')} {b}"


def moment_in_words(at_ms: int) -> str:
    """Milliseconds since 1970 as `2026-01-01T00:00:00.400Z`."""
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def time_in_words(ms: int) -> str:
    """`9:48`, and hours when there are any."""
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def days_in_words(days: int) -> str:
    """`1 day`, `3 days`."""
    return f"{days} day" if days == 1 else f"{days} days"


def _imported(action: act.Imported, entry: LogEntry, names: Names) -> str | None:
    game = entry.after.match.live_game
    if action.what == "end" and action.seat is not None:
        return f"{name_of(names, action.seat)} runs out of time."
    if action.what != "doubled" or game is None:
        return None
    return f"Automatic doubles: the cube starts at {game.cube}."


_NOTES: Mapping[type[Any], Callable[[Any, LogEntry, Names], str | None]] = {
    act.OpeningRoll: _opening,
    act.OfferResign: _offer,
    act.AcceptResign: _accepted,
    act.DeclineResign: _declined,
    act.Concede: _concede,
    act.LastGame: _last_game,
    act.EndSession: _end_session,
    act.Flag: _flag,
    act.Forfeit: _forfeit,
    act.Epoch: _epoch,
    act.Imported: _imported,
    DirectorRuling: _ruling,
}
