"""The table as one viewer may see it: what the board page draws and the API answers.

Made from a LoadedMatch without a query. Only the viewer's own rights and, when they have to play, their legal steps
are in it; a seed only once it is revealed.
"""

from collections.abc import Hashable
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, override

from games.engine.actions import Level
from games.engine.board import Board
from games.engine.clock import Clock, ClockSettings
from games.engine.game import GameState
from games.engine.match import cube_note, may, resign_points
from games.engine.moves import Move
from games.engine.notation import format_play
from games.engine.outcome import GameResult
from games.engine.permissions import permission_key, resign_costs
from games.engine.plays import steps
from games.engine.refusals import REFUSALS
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.engine.state import MatchState
from games.engine.table import SEATS
from games.loaded_match import LoadedMatch, SeatedPlayer, names_of
from games.models import Match
from games.rule_texts import refusal, rule_card
from games.selectors.loaded_matches import load_match
from games.selectors.rated import rated_sentence
from games.timestamps import to_ms

LEVEL_NAMES: dict[int, Level] = {1: "single", 2: "gammon", 3: "backgammon"}
View = dict[str, Any]

REFUSALS_LIMIT = 4096
_REFUSALS: dict[tuple[Hashable, str], View] = {}


def table_view(match: Match, viewer_seat: Seat | None, now: datetime) -> View:
    """The view of a match from the database; prefetch `selectors.SEATS` to spare queries."""
    return view_of(load_match(match), viewer_seat, now)


def view_of(loaded: LoadedMatch, viewer_seat: Seat | None, now: datetime) -> View:
    """The view of a match in memory."""
    return {**lasting_view(loaded), **passing_view(loaded, now), **own_view(loaded, viewer_seat)}


def own_view(loaded: LoadedMatch, viewer_seat: Seat | None, language: str | None = None) -> View:
    """What differs between the viewers of one match. Without a language it is the one of this thread."""
    match, language = loaded.table.match, language or get_language() or settings.LANGUAGE_CODE
    return {
        "seat": viewer_seat,
        "may": {} if viewer_seat is None else _may(match, viewer_seat, language),
        "cube_note": _cube_note(match, viewer_seat, language),
        "steps": _steps(match, viewer_seat),
    }


def lasting_view(loaded: LoadedMatch) -> View:
    """What stays as it is through a game, as `outlasts` says."""
    match = loaded.table.match
    return {
        "match": str(loaded.match_id),
        "length": match.rules.length,
        "games": match.rules.games,
        "players": {seat: _player(players) for seat, players in loaded.seats.items()},
        "results": [_result(result, match.rules) for result in match.results],
        "context": loaded.context,
        "rules_card": _card(loaded),
    }


def outlasts(before: LoadedMatch, after: LoadedMatch) -> bool:
    """Is the lasting view of a match certainly that of the same match later?"""
    was, now = before.table.match, after.table.match
    return (
        was.rules is now.rules
        and was.results is now.results
        and before.seats is after.seats
        and before.context is after.context
        and (before.table.clock is None) == (after.table.clock is None)
    )


def passing_view(loaded: LoadedMatch, now: datetime) -> View:
    """What any action may change."""
    match = loaded.table.match
    return {
        "seq": loaded.seq,
        "now": to_ms(now),
        "status": match.phase,
        "paused": match.paused,
        "score": _pair(match.capped_score),
        "away": None if match.away is None else _pair(match.away),
        "crawford": match.crawford,
        "game": match.game_no,
        **_position(match),
        "to_act": match.to_act,
        "waiting_for": match.waiting_for,
        "ready": _pair(match.ready),
        "last_game": match.last_game,
        "end_asked": _pair(match.end_asked),
        "last_play": _last_play(match.game),
        "resign": _resign(match),
        "drop_costs": match.drop_costs,
        "resign_costs": resign_costs(match),
        "resign_declined": match.live_game.declined_level if match.live_game else 0,
        "outcome": _outcome(match),
        "clock": _clock(loaded, to_ms(now)),
        "next_at": loaded.next_at,
        "dice_proof": _dice_proof(loaded),
        "shared_dice": _shared_dice(match),
    }


def _pair(both: tuple[Any, Any]) -> dict[str, Any]:
    return {"A": both[0], "B": both[1]}


def _player(players: tuple[SeatedPlayer, ...]) -> View | None:
    """Who sits there. A doubles pair has one name between them, and a country if both have the same."""
    if not players:
        return None
    countries = {player.country for player in players}
    return {
        "id": (players[0].player_id or None) if len(players) == 1 else None,
        "name": names_of(players),
        "country": countries.pop() if len(countries) == 1 else "",
        "is_bot": any(player.is_bot for player in players),
        "is_house_bot": any(player.is_house_bot for player in players),
        "people": [{"id": p.player_id, "name": p.name} for p in players if p.player_id],
    }


def _position(match: MatchState) -> View:
    """Board, cube and dice; A's checkers are positive, [25] is A's bar, [0] minus B's."""
    game = match.game or GameState(Board.start())
    board = game.seen_by("A")
    return {
        "board": list(board.points),
        "off": _pair(board.off),
        "pips": _pair(board.pips()),
        "cube": {
            "value": game.cube,
            "owner": game.owner,
            "offered": game.offered,
            "in_use": match.cube_in_use,
            "automatic": game.ties,
        },
        "dice": None if game.dice is None else list(game.dice),
        "turn": game.turn,
    }


def _may(match: MatchState, seat: Seat, language: str) -> View:
    """Thousands of positions have few answers: each is put into words once."""
    key = (permission_key(match, seat), language)
    refusals = _REFUSALS.get(key)
    if refusals is None:
        if len(_REFUSALS) >= REFUSALS_LIMIT:
            _REFUSALS.clear()
        refusals = _REFUSALS[key] = {
            kind: None if no is None else [no[0], _sentence(*no, language)]
            for kind, no in may(match, seat).items()
        }
    return refusals


def _cube_note(match: MatchState, seat: Seat | None, language: str) -> list[str] | None:
    """Why a double that is allowed would be pointless."""
    code = None if seat is None else cube_note(match, seat)
    return None if code is None else [code, _sentence(code, REFUSALS[code], language)]


@lru_cache(maxsize=1024)
def _sentence(code: str, message: str, language: str) -> str:
    """Cached, because changing the language costs more than making half a view."""
    with override(language):
        return refusal(code, message)


def _steps(match: MatchState, seat: Seat | None) -> Any:
    game = match.game
    if seat is None or match.to_act != seat or match.waiting_for != "play":
        return None
    return None if game is None or game.dice is None else steps(game.board, game.dice)


def _last_play(game: GameState | None) -> View | None:
    if game is None or game.last is None:
        return None
    last = game.last
    return {
        "seat": last.seat,
        "dice": list(last.dice),
        "moves": [list(move) for move in last.moves],
        "text": _play_text(last.moves),
    }


@lru_cache(maxsize=4096)
def _play_text(moves: tuple[tuple[int, int, int], ...]) -> str:
    return format_play(Move(source, target, bool(hit)) for source, target, hit in moves)


def _resign(match: MatchState) -> View | None:
    game = match.live_game
    if game is None or game.turn is None or not game.resign_offer:
        return None
    level = LEVEL_NAMES[game.resign_offer]
    return {"by": game.turn, "level": level, "points": resign_points(match, level)}


def _result(result: GameResult, rules: Rules) -> View:
    return {
        "game": result.game,
        "winner": result.winner,
        "kind": result.kind,
        "level": result.level,
        "points": result.points,
        "score": _pair(rules.capped(result.score)),
        "crawford": result.crawford,
    }


def _outcome(match: MatchState) -> View | None:
    outcome = match.outcome
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}


def _clock(loaded: LoadedMatch, now: int) -> View | None:
    """The reserves as of `at`; downtime since the clock last changed hands moves `at` on."""
    clock = loaded.table.clock
    if clock is None:
        return None
    if clock.settings.days:
        return _correspondence(loaded, clock, now)
    flag_at = clock.flag_at()
    lost = 0 if flag_at is None or loaded.flag_at is None else loaded.flag_at - flag_at
    return {
        "kind": clock.settings.kind,
        "delay_ms": clock.settings.delay_ms,
        "running": clock.running if clock.since is not None else None,
        "at": now if clock.since is None else clock.since + lost,
        "reserve_ms": _pair(clock.reserve),
        "delay_left_ms": clock.delay_left,
        "paused": clock.paused,
        **({"lag_left_ms": _pair(clock.lags)} if clock.settings.lag_ms else {}),
        **({"overtime_ms": _pair(clock.overtimes)} if clock.settings.overtime_ms else {}),
    }


def _correspondence(loaded: LoadedMatch, clock: Clock, now: int) -> View:
    """What is left of the turn as of `at`; whoever waits has all of theirs.

    While the player to move is on vacation, `at` is when they come back.
    """
    until = {seat: loaded.vacation_until(seat, now) for seat in SEATS}
    left, at = _pair(clock.reserve), now
    if loaded.table.match.outcome is None:
        left |= {seat: clock.settings.reserve_ms for seat in SEATS if seat != clock.running}
    running = clock.running if clock.since is not None else None
    if running is not None and loaded.flag_at is not None:
        at = until[running] or now
        left[running] = max(0, loaded.flag_at - at)
    return {
        "kind": clock.settings.kind,
        "days": clock.settings.days,
        "delay_ms": 0,
        "running": running,
        "at": at,
        "reserve_ms": left,
        "delay_left_ms": 0,
        "paused": clock.paused,
        "vacation_until": until,
    }


def _dice_proof(loaded: LoadedMatch) -> View:
    match = loaded.table.match
    return {
        "epoch": match.epoch,
        "commitment": match.commitment,
        "nonce_status": _pair(match.nonce_status),
        "throws": match.rolls,
        "seed": loaded.revealed.get(match.epoch),
    }


def _shared_dice(match: MatchState) -> View | None:
    """The next roll of dice that other tables share, and whether this table waits for it; null for most matches."""
    if not match.shared:
        return None
    game, roll = match.next_place
    return {"id": match.shared, "game": game, "roll": roll, "waits": match.awaits_dice}


def _card(loaded: LoadedMatch) -> list[str]:
    clock = loaded.table.clock
    settings = None if clock is None else clock.settings
    rated = rated_sentence(loaded.context)
    card = _card_in(loaded.table.match.rules, settings, get_language())
    return [rated, *card] if rated else list(card)


@lru_cache(maxsize=256)
def _card_in(rules: Rules, clock: ClockSettings | None, _language: str | None) -> tuple[str, ...]:
    return tuple(rule_card(rules, clock))
