"""A match to be read again: its steps, its games, its move list and its counts, as far as one viewer may see them.

All of it is a function of the log, the names and the language, so it is kept in the cache, compressed; nothing
here is true that is not in the log.
"""

import json
import zlib
from dataclasses import asdict, replace
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.utils.translation import get_language

from games import log_texts, statistics_texts
from games.engine.board import Board
from games.engine.seats import Seat
from games.engine.state import MatchState
from games.models import Action, Match, MatchKind
from games.records.frames import EMPTY_BOARD, Chapter, Frame, chapters, frames, is_unseen
from games.records.identifiers import identifiers_of
from games.records.replay import MatchRecord
from games.records.statistics import statistics
from games.selectors.loaded_matches import spans_of
from games.selectors.records import record_of

Review = dict[str, Any]
VERSION = 5  # of shape and words; another one makes other keys
KEPT_S, KEPT_LIVE_S = 600, 60
SEATS: tuple[Seat, Seat] = ("A", "B")
LEVELS = 8  # of the quiet bar that shows the time of a play
LONG_PLAY_MS = 60_000  # fills the bar


def review_of(match: Match, until: datetime | None = None) -> tuple[Review, str]:
    """The review and its tag, which is another one whenever anything in it could be. `until`: see hidden_from."""
    seq = match.seq
    if until is not None:
        seq = Action.objects.filter(match=match.pk, at__lte=until).count()
    tag = _tag(match, seq)
    cached = caches["pages"].get(f"review:{tag}")
    if cached is not None:
        return json.loads(zlib.decompress(cached)), tag
    record = record_of(match, until)
    # What came between the two looks at the log is not of this number: somebody may see just so far.
    review = _review(replace(record, entries=record.entries[:seq]), match)
    kept_s = KEPT_S if seq == match.seq and match.is_over else KEPT_LIVE_S
    caches["pages"].set(f"review:{tag}", zlib.compress(json.dumps(review).encode(), 3), kept_s)
    return review, tag


def frame_at(review: Review, seq: int) -> Review:
    """The step to show for a number of the log: the last one up to it."""
    frames_up_to = [frame for frame in review["frames"] if frame["seq"] <= seq]
    shown: Review = frames_up_to[-1] if frames_up_to else review["frames"][0]
    return shown


def board_view(shown: Review) -> Review:
    """A step as games.board_svg draws it: the roll just played stands there faded."""
    value, owner, offered, in_use = shown["cube"]
    played = shown["kind"] == "play"
    return {
        "board": shown["board"],
        "off": dict(zip(SEATS, shown["off"], strict=True)),
        "cube": {"value": value, "owner": owner, "offered": offered, "in_use": in_use},
        "crawford": shown["crawford"],
        "dice": None if played else shown["dice"],
        "turn": shown["turn"],
        "to_act": shown["asked"],
        "last_play": {"dice": shown["dice"], "seat": shown["seat"]} if played else None,
    }


def _tag(match: Match, seq: int) -> str:
    names = [(seat_row.seat, seat_row.player.name) for seat_row in match.seats.all()]
    facts = [VERSION, str(match.pk), seq, get_language(), sorted(names)]
    return sha256(json.dumps(facts).encode()).hexdigest()[:20]


def _review(record: MatchRecord, match: Match) -> Review:
    log = [(entry.action, entry.at_ms) for entry in record.entries]
    seen = list(frames(record, spans_of(match, log)))
    timed = match.kind != MatchKind.IMPORTED
    tallies = statistics(seen)
    parts = chapters(seen)
    shown = [_start(record), *(_frame(frame, record.names, timed=timed) for frame in seen)]
    for number, part in enumerate(parts):
        for frame in shown:
            if part.frames[0].seq <= frame["seq"] <= part.frames[-1].seq:
                frame["chapter"] = number
    return {
        "seq": len(record.entries),
        "length": record.rules.length,
        "games": record.rules.games,
        "names": [log_texts.name(seat, record.names) for seat in SEATS],
        "frames": shown,
        "chapters": [_chapter(part, record, timed=timed) for part in parts],
        "statistics": [asdict(line) for line in statistics_texts.lines(tallies, timed=timed)],
        "luck": statistics_texts.luck(tallies, record.names),
        "summary": statistics_texts.summary(tallies, timed=timed),
    }


def _start(record: MatchRecord) -> Review:
    """Before anything was rolled; the only step of a match that never began."""
    first = next((m.before for m in record.entries if not is_unseen(m)), record.end)
    shown = _position(first.match) | {
        "seq": 0,
        "kind": "start",
        "seat": "",
        "say": "",
        "chapter": 0,
        "spent": None,
    }
    return shown | {"clock": None if first.clock is None else list(first.clock.reserve)}


def _frame(frame: Frame, names: tuple[str, str], *, timed: bool) -> Review:
    after = frame.entry.after
    shown = _position(after.match) | {
        "seq": frame.seq,
        "kind": frame.kind,
        "seat": frame.seat or "",
        "say": log_texts.sentence(frame, names),
        "dice": None if frame.dice is None else list(frame.dice),
        "clock": None if after.clock is None else list(after.clock.reserve),
        "spent": frame.spent_ms if timed else None,
    }
    if frame.result is not None:
        # The board and the game's own Crawford mark stay those of the game that ended.
        shown["crawford"] = "now" if frame.result.crawford else ""
    if frame.kind == "play":
        last = frame.game.last
        shown["moves"] = [] if last is None else [list(move) for move in last.moves]
    return shown


def _position(match: MatchState) -> Review:
    game = match.game or EMPTY_BOARD
    points, off, pips = _counts(game.seen_by("A"))
    ids = identifiers_of(match)
    return {
        "board": points,
        "off": off,
        "pips": pips,
        "turn": game.turn,
        "dice": None,
        "cube": [game.cube, game.owner, game.offered, match.rules.cube_possible],
        "asked": game.to_act if game.offered else None,
        "score": list(match.capped_score),
        "away": None if match.away is None or match.outcome else list(match.away),
        "crawford": "now" if game.crawford and match.game else _mark(match),
        "ids": [ids.position, ids.gnubg, ids.xgid],
    }


@lru_cache(maxsize=16)
def _counts(board: Board) -> tuple[tuple[int, ...], tuple[int, int], tuple[int, int]]:
    """Points, borne off and pips; a roll leaves them as they were."""
    return board.points, board.off, board.pips()


def _mark(match: MatchState) -> str:
    return match.crawford if match.crawford in ("now", "after") else ""


def _chapter(part: Chapter, record: MatchRecord, *, timed: bool) -> Review:
    result, capped = part.result, record.rules.capped
    return {
        "game": part.game,
        "first": part.frames[0].seq,
        "last": part.frames[-1].seq,
        "score": list(capped(part.score)),
        "crawford": part.crawford,
        "winner": result.winner if result else None,
        "points": result.points if result else 0,
        "after": list(capped(result.score)) if result else None,
        "how": _how(part) if result else "",
        "lines": _lines(part.frames, record.names, timed=timed),
    }


def _how(part: Chapter) -> str:
    """How the game was won; a game without points ended with the match."""
    if part.result is not None and part.result.points:
        return log_texts.result_word(part.result)
    return log_texts.won_how(part.frames[-1].entry.after.match.outcome)


def _lines(all_frames: tuple[Frame, ...], names: tuple[str, str], *, timed: bool) -> list[Review]:
    """The move list: numbered lines of two cells, A's at the left, and comments across both.

    A double and its answer take a cell each, as a play does.
    """
    lines: list[Review] = []
    number = 0
    for frame in all_frames:
        if log_texts.is_comment(frame):
            lines.append({"seq": frame.seq, "comment": log_texts.sentence(frame, names)})
            continue
        text = log_texts.cell(frame)
        if not text or frame.seat is None:
            continue
        cell = _cell(frame, text, timed=timed)
        last = lines[-1] if lines else {}
        if frame.seat == "B" and "cells" in last and last["cells"][1] is None:
            last["cells"][1] = cell
            continue
        number += 1
        lines.append({"n": number, "cells": [cell, None] if frame.seat == "A" else [None, cell]})
    return lines


def _cell(frame: Frame, text: str, *, timed: bool) -> Review:
    spent = frame.spent_ms if timed and frame.spent_ms else 0
    dice = log_texts.roll_text(frame.dice) if frame.kind == "play" and frame.dice else ""
    kind = frame.kind if frame.kind == "play" else "said"
    level = min(LEVELS, -(-spent * LEVELS // LONG_PLAY_MS))
    time = statistics_texts.duration(spent) if spent else ""
    return {
        "seq": frame.seq,
        "kind": kind,
        "dice": dice,
        "text": text,
        "time": time,
        "bar": level,
    }
