"""Matches to test on: people with logins, rules, and a clock in our own hands."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import BotKind, Player, User
from games.engine.clock import ClockSettings
from games.engine.dice import nonce_hash
from games.engine.plays import legal_plays
from games.engine.rules import Rules
from games.engine.state import MatchState
from games.models import Match, SharedDice
from games.services.play import act
from games.services.setup import Players, create_match
from games.services.submissions import Accepted, Submission

START = datetime(2026, 7, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
_numbers = count(1)


def person(name: str = "") -> Player:
    """A player with a login."""
    name = name or f"player{next(_numbers)}"
    user = User.objects.create_user(f"{name}-{next(_numbers)}", f"{name}@example.org", "pw")
    return Player.objects.create(user=user, name=name)


def bot(kind: str = BotKind.RANDOM) -> Player:
    return Player.objects.create(name=f"bot{next(_numbers)}", bot_kind=kind)


@dataclass
class Sitting:
    """A match with the time at its table; `tick` moves it on."""

    match: Match
    now: datetime = START

    def tick(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def fresh(self) -> Match:
        self.match.refresh_from_db()
        return self.match

    @property
    def state(self) -> MatchState:
        from games.engine.table import Table

        return Table.from_json(self.fresh().state).match

    def submission(self, seat: str, kind: str, **given: Any) -> Submission:
        user_id = self.match.seats.filter(seat=seat)[0].player.user_id
        facts: dict[str, Any] = {"received_at": self.now, "user_id": user_id, "payload": {}}
        return Submission(match_id=self.match.pk, seat=seat, kind=kind, **(facts | given))

    def act(
        self, seat: str, kind: str, payload: dict[str, Any] | None = None, **given: Any
    ) -> Accepted:
        return act(self.submission(seat, kind, payload=payload or {}, **given), self.now)

    def join(self, nonce_a: str | None = None, nonce_b: str | None = None) -> None:
        """Both press ready; with nonces both show them."""
        for seat, nonce in (("A", nonce_a), ("B", nonce_b)):
            self.act(seat, "ready", {"nonce_hash": None if nonce is None else nonce_hash(nonce)})
        for seat, nonce in (("A", nonce_a), ("B", nonce_b)):
            if nonce is not None:
                self.act(seat, "nonce", {"nonce": nonce})

    def step(self, **given: Any) -> Accepted:
        """The player to act rolls or makes the first legal play, takes, or is ready for the next game."""
        state = self.state
        if state.phase == "break":
            return self.act("B" if state.ready[0] else "A", "ready", **given)
        assert state.to_act is not None
        if state.waiting_for == "play":
            return self.act(state.to_act, "play", {"moves": first_play(state)}, **given)
        kind = {"roll": "roll", "answer_double": "take", "answer_resign": "accept_resign"}
        return self.act(state.to_act, kind[str(state.waiting_for)], **given)

    def until(self, waiting_for: str) -> str:
        """Step until somebody has to do this; returns who."""
        while self.state.waiting_for != waiting_for:
            self.step()
        return str(self.state.to_act)


def first_play(state: MatchState) -> list[list[int]]:
    game = state.game
    assert game is not None
    assert game.dice is not None
    play = legal_plays(game.board, game.dice)[0]
    return [[move.source, move.target] for move in play.moves]


def sit(
    a: Players = None,
    b: Players = None,
    *,
    length: int = 3,
    clock: ClockSettings | None = None,
    join_within: timedelta | None = None,
    rules: Rules | None = None,
    shared_dice: SharedDice | None = None,
    **context: Any,
) -> Sitting:
    """A match between two people, nobody ready yet."""
    match = create_match(
        seat_a=a or person(),
        seat_b=b or person(),
        rules=rules or Rules.preset("tournament", length),
        clock=clock,
        context=context,
        join_within=join_within,
        now=START,
        shared_dice=shared_dice,
    )
    return Sitting(match)


def playing(**given: Any) -> Sitting:
    """A match in its first game, the opening rolled."""
    sitting = sit(**given)
    sitting.join()
    return sitting
