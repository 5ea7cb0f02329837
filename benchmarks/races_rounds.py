"""The rounds of benchmarks/races.py: a fresh position, what both sides want, and what the database says afterwards.

Needs Django to be set up. Each race yields `Round`s; what it needs is made in few statements, away from the instant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any
from uuid import UUID

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import Action, Match
from games.services import friendly
from games.services.play import act_many
from games.services.setup import MatchPlan, create_matches
from games.services.submissions import Accepted, Submission
from games.services.verify import verify
from tests.games.services.tables import first_play
from tests.tournaments.making import NOW, director, match_of, nobody, pairing, win
from tests.tournaments.rows import live_matches_fit, resolved_alike
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Pairing, Result, Ruling, Tournament
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.setup.services import lifecycle

Want = tuple[str, dict[str, Any]]
AT_ONCE = 100
_numbers = count(1)


@dataclass
class Round:
    """`sides` are verbs of races_sides.py with what they need; `written` counts the winners in the database."""

    sides: tuple[Want, Want]
    now: datetime
    written: Callable[[], int]
    is_whole: Callable[[], bool]
    match: Match | None = None


@dataclass(frozen=True)
class Position:
    """A match that waits for `seat`."""

    match: Match
    seat: str
    table: Table
    users: dict[str, int]

    def want(self, kind: str, key: str, payload: object = None, seat: str = "") -> Want:
        seat = seat or self.seat
        return "act", {
            "match_id": str(self.match.pk),
            "seat": seat,
            "kind": kind,
            "payload": payload or {},
            "received_at": NOW.isoformat(),
            "key": key,
            "expected_seq": self.match.seq,
            "user_id": self.users[seat],
        }

    def round(self, first: Want, second: Want, now: datetime = NOW) -> Round:
        seq = self.match.seq

        def written() -> int:
            log = Action.objects.filter(match=self.match, seq__gt=seq)
            return log.exclude(key=None).count() + log.filter(kind="flag").count()

        return Round((first, second), now, written, partial(_is_right, self.match.pk), self.match)


def double_submit(rounds: int) -> Iterator[Round]:
    for at in positions(rounds, "roll"):
        yield at.round(at.want("roll", "same"), at.want("roll", "same"))


def roll_twice(rounds: int) -> Iterator[Round]:
    for at in positions(rounds, "roll"):
        yield at.round(at.want("roll", "one-tab"), at.want("roll", "other-tab"))


def take_and_drop(rounds: int) -> Iterator[Round]:
    for at in positions(rounds, "answer_double"):
        yield at.round(at.want("take", "take"), at.want("drop", "drop"))


def resign_and_move(rounds: int) -> Iterator[Round]:
    """One player's own: in one tab they play, in the other they resign the game."""
    for at in positions(rounds, "play"):
        play = {"moves": first_play(at.table.match)}
        resign = at.want("offer_resign", "resign", {"level": "single"})
        yield at.round(resign, at.want("play", "play", play))


def flag_and_move(rounds: int) -> Iterator[Round]:
    """A play that came in a millisecond in time and is written late, and the sweep after the grace."""
    for at in positions(rounds, "play", ClockSettings("simple", 60_000, 12_000)):
        flag_at = at.match.flag_at
        assert flag_at is not None
        verb, wants = at.want("play", "play", {"moves": first_play(at.table.match)})
        wants["received_at"] = (flag_at - timedelta(milliseconds=1)).isoformat()
        settle = ("settle", {"match_id": str(at.match.pk)})
        yield at.round((verb, wants), settle, flag_at + timedelta(seconds=1))


def positions(
    rounds: int, waiting_for: str, clock: ClockSettings | None = None
) -> Iterator[Position]:
    """So many matches to five, brought where somebody has to play, to roll or to answer a double."""
    for first in range(0, rounds, AT_ONCE):
        players = [nobody("racer") for _ in range(2 * min(AT_ONCE, rounds - first))]
        rules = Rules.preset("tournament", 5)
        pairs = zip(players[::2], players[1::2], strict=True)
        plans = [MatchPlan(a, b, rules, clock, {}, None) for a, b in pairs]
        made = [match.pk for match in create_matches(plans, NOW)]
        _step(made, lambda _table: ("A", "ready", {"nonce_hash": None}))
        _step(made, lambda _table: ("B", "ready", {"nonce_hash": None}))
        if waiting_for != "play":
            _step(made, lambda table: ("", "play", {"moves": first_play(table.match)}))
        if waiting_for == "answer_double":
            _step(made, lambda _table: ("", "double", {}))
        for match in Match.objects.filter(pk__in=made).prefetch_related("seats__player"):
            table = Table.from_json(match.state)
            assert table.match.waiting_for == waiting_for
            yield Position(match, str(table.match.to_act), table, _users(match))


def _step(ids: list[UUID], wanted: Callable[[Table], tuple[str, str, dict[str, Any]]]) -> None:
    submissions = []
    for match in Match.objects.filter(pk__in=ids).prefetch_related("seats__player"):
        table = Table.from_json(match.state)
        seat, kind, payload = wanted(table)
        seat = seat or str(table.match.to_act)
        user = _users(match)[seat]
        submissions.append(Submission(match.pk, seat, kind, payload, NOW, user_id=user))
    assert all(isinstance(answer, Accepted) for answer in act_many(submissions, NOW)[0])


def _users(match: Match) -> dict[str, int]:
    return {seat.seat: seat.player.user_id or 0 for seat in match.seats.all()}


def last_seat_of_a_challenge(rounds: int) -> Iterator[Round]:
    first, two = nobody("racer"), nobody("racer")
    for _ in range(rounds):
        host = nobody("host")  # of its own: a player may have twenty open challenges
        match = friendly.challenge(host, None, Rules.preset("tournament", 5), None, NOW)
        sides = [("sit_down", {"match_id": str(match.pk), "player_id": p.pk}) for p in (first, two)]
        taken = match.seats.filter(seat="B")
        yield Round((sides[0], sides[1]), NOW, taken.count, partial(_is_right, match.pk))


def last_place(rounds: int) -> Iterator[Round]:
    boss, first, item, two = _boss(), nobody("there"), nobody("racer"), nobody("racer")
    for _ in range(rounds):
        made = _tournament(boss, [first], entry_limit=2)
        sides = [("enter", {"tournament_id": made.pk, "player_id": p.pk}) for p in (item, two)]
        late = made.entries.exclude(player=first)
        yield Round((sides[0], sides[1]), NOW, late.count, _not_yet_asked)


def two_advances(rounds: int) -> Iterator[Round]:
    """A knockout of eight gives seven: a match ends, and two processes hear of it."""
    boss, players = _boss(), [nobody(str(n)) for n in range(1, 9)]
    keys = ["W1.1", "W1.2", "W1.3", "W1.4", "W2.1", "W2.2", "W3.1"]
    made = _started(boss, players)
    for number in range(rounds):
        key = keys[number % len(keys)]
        if number and key == keys[0]:
            made = _started(boss, players)
        match = match_of(made, key)
        win(made, key, match.seats.earliest("seat").player.name, go_on=False)
        both = ("advance", {"tournament_id": made.pk})
        recorded = Result.objects.filter(pairing=pairing(made, key))
        check = partial(_is_whole, made) if key == keys[-1] else _not_yet_asked
        yield Round((both, both), NOW, recorded.count, check)


def two_directors(rounds: int) -> Iterator[Round]:
    """A knockout of sixteen gives eight: each of two directors records another player as the winner."""
    boss, players = _boss(), [nobody(str(n)) for n in range(1, 17)]
    given = 0
    while given < rounds:
        made = _started(boss, players)
        places = list(Pairing.objects.filter(stage__tournament=made, key__startswith="W1."))
        for place in places:
            entered = [slot.entry_id for slot in place.slots.order_by("side")]
            seen = SetResult(pairing_id=place.pk, winner=entered[0] or 0).load().version().mark
            sides = [
                ("set_result", {"pairing_id": place.pk, "winner": entry, "seen": seen})
                for entry in entered
            ]
            ruled = Ruling.objects.filter(pairing=place)
            given += 1
            last = place is places[-1] or given == rounds
            check = partial(_is_whole, made) if last else _not_yet_asked
            yield Round((sides[0], sides[1]), NOW, ruled.count, check)
            if given == rounds:
                return


def _not_yet_asked() -> bool:
    """A tournament is looked over once, after the last of its rounds."""
    return True


def _is_right(match_id: UUID) -> bool:
    return not verify(match_id)


def _is_whole(of: Tournament) -> bool:
    """What is stored is what its results say; doing it all again changes nothing."""
    try:
        resolved_alike(of)
        live_matches_fit(of)
    except AssertionError:
        return False
    return advancement.recompute(of.pk, NOW).is_nothing


def _boss() -> User:
    return director(f"boss{next(_numbers)}")


def _started(boss: User, players: list[Player]) -> Tournament:
    return start(_tournament(boss, players).pk, by=None, now=NOW)


def _tournament(boss: User, players: list[Player], **settings: Any) -> Tournament:
    name = f"Race {next(_numbers)}"
    made = lifecycle.create(organizer=boss, name=name, lengths=[3], **settings)
    lifecycle.open_entry(made.pk, by=boss)
    for player in players:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
    return made
