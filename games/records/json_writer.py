"""A match as JSON: rules, clock, every row of the log with its time and the position after it, every game.

Made to be read back: folding `log` gives everything else. No seed is in it, only what the log shows to everybody.
Fields: docs/match-files.md.
"""

import json
from typing import Any

from games.engine.actions import Flag, Imported
from games.engine.outcome import GameResult
from games.engine.state import MatchState
from games.engine.table import Table
from games.records.games import GameRecord, games_of
from games.records.identifiers import identifiers_of
from games.records.replay import LogEntry, MatchRecord
from games.records.wording import moment_in_words

FORMAT, VERSION = "barpoint-match", 1


def json_text(record: MatchRecord) -> str:
    """The whole file, one game and one row of the log a line."""
    lines = []
    for key, value in as_json(record).items():
        if isinstance(value, list):
            rows = ",\n".join(f"  {_dumped(row)}" for row in value)
            lines.append(f' "{key}": [\n{rows}\n ]' if rows else f' "{key}": []')
        else:
            lines.append(f' "{key}": {_dumped(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def as_json(record: MatchRecord) -> dict[str, Any]:
    """The same as a dict of plain values."""
    match = record.end.match
    clock = record.clock
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": record.match_id,
        "title": record.title,
        "subtitle": record.subtitle,
        "players": {"A": record.names[0], "B": record.names[1]},
        "rules": record.rules.to_json(),
        "clock": None if clock is None else clock.to_json(),
        "status": match.phase,
        "score": _pair(match.score),
        "outcome": _outcome(match),
        "games": [_game(game) for game in games_of(record)],
        "log": [_row(entry) for entry in record.entries],
    }


def positions(table: Table) -> dict[str, str | None]:
    """Of a game being played, in the words of other programs; nothing outside a game."""
    game = table.match.live_game
    if game is None or game.turn is None:
        return {"position_id": None, "gnubg_id": None, "xgid": None}
    ids = identifiers_of(table.match)
    return {"position_id": ids.position, "gnubg_id": ids.gnubg, "xgid": ids.xgid}


def _row(entry: LogEntry) -> dict[str, Any]:
    action, clock = entry.action, entry.after.clock
    row: dict[str, Any] = {
        "seq": entry.seq,
        "at": moment_in_words(entry.at_ms),
        "game": entry.game,
        "seat": _seat(entry),
        "kind": action.kind,
        "payload": action.to_json(),
        **positions(entry.after),
    }
    if clock is not None:
        row["reserve_ms"] = _pair(clock.reserve)
    return row


def _seat(entry: LogEntry) -> str:
    """ "" for what the server or a director did, as in the log."""
    if isinstance(entry.action, Flag | Imported):
        return ""
    return getattr(entry.action, "seat", None) or ""


def _game(game: GameRecord) -> dict[str, Any]:
    return {
        "number": game.number,
        "score_before": _pair(game.score),
        "crawford": game.crawford,
        "automatic_doubles": game.automatic,
        "first_seq": game.first_seq or None,
        "last_seq": game.last_seq,
        "annulled": game.replayed,
        "result": None if game.result is None else _result(game.result),
    }


def _result(result: GameResult) -> dict[str, Any]:
    return {
        "winner": result.winner,
        "kind": result.kind,
        "level": result.level,
        "points": result.points,
        "cube": result.cube,
        "score": _pair(result.score),
    }


def _outcome(match: MatchState) -> dict[str, Any] | None:
    outcome = match.outcome
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}


def _pair(both: tuple[int, int]) -> dict[str, int]:
    return {"A": both[0], "B": both[1]}


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
