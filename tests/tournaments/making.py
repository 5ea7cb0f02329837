"""Tournaments for tests: made and moved through the services. Only `fill` writes rows itself."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.db.models import F

from accounts.models import Player, User
from accounts.services.logins import create_login
from accounts.services.players import create_bot
from games.models import Match
from games.services.play import act
from games.services.submissions import Submission
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.models import Entry, Pairing, PairingMatch, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.setup.services import lifecycle

NOW = datetime(2026, 3, 7, 10, tzinfo=UTC)
SEED = "5e" * 32
_names = count(1)


def director(name: str = "") -> User:
    name = name or f"director{next(_names)}"
    return create_login(name, f"{name}@example.org", "pw")


def player(name: str = "") -> Player:
    name = name or f"player{next(_names)}"
    return create_login(name, f"{name}@example.org", "pw").player


def nobody(name: str) -> Player:
    """A player with a login that nobody can use: no password, no address."""
    user = User.objects.create(username=f"{name}-{next(_names)}")
    return Player.objects.create(user=user, name=name)


def tournament(organizer: User | None = None, **settings: Any) -> Tournament:
    """Open for entry; three-point matches without a clock unless told otherwise."""
    organizer = organizer or director()
    defaults = {"name": "Spring Open", "lengths": [3], "clock": None, "draw_method": "manual"}
    made = lifecycle.create(organizer=organizer, **(defaults | settings))
    return lifecycle.open_entry(made.pk, by=organizer)


def entered(n: int, **settings: Any) -> Tournament:
    """With n players named 1 … n, in that order, so that seed k is called k."""
    made = tournament(**settings)
    fill(made, n)
    return made


def fill(of: Tournament, n: int) -> None:
    """What `add_walk_in` writes of `nobody("1")` … `nobody("n")`, in a few statements (test_making.py compares them)."""
    users = User.objects.bulk_create(User(username=f"{k}-{next(_names)}") for k in range(1, n + 1))
    players = Player.objects.bulk_create(
        Player(user=user, name=str(k)) for k, user in enumerate(users, start=1)
    )
    Entry.objects.bulk_create(Entry(tournament=of, player=item, entered_at=NOW) for item in players)
    Tournament.objects.filter(pk=of.pk).update(version=F("version") + n)


def started(n: int, **settings: Any) -> Tournament:
    made = entered(n, **settings)
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def bots(n: int, kind: str = "random") -> list[Player]:
    return [create_bot(f"Bot {k}", kind) for k in range(1, n + 1)]


def entry(of: Tournament, name: object) -> Entry:
    return of.entries.get(player__name=str(name))


def pairing(of: Tournament, key: str) -> Pairing:
    return Pairing.objects.get(stage__tournament=of, key=key, voided_at=None)


def match_of(of: Tournament, key: str) -> Match:
    """The match that stands for a pairing."""
    return PairingMatch.objects.get(pairing=pairing(of, key), voided_at=None).match


def win(
    of: Tournament, key: str, name: object, now: datetime = NOW, *, go_on: bool = True
) -> Match:
    """Let this player win: the opponent concedes. Then the tournament advances, unless told not to."""
    match = match_of(of, key)
    (loser,) = match.seats.exclude(player__name=str(name)).select_related("player")
    assert match.seats.filter(player__name=str(name)).exists()
    who = loser.player.user_id
    act(Submission(match.pk, loser.seat, "concede", {}, now, user_id=who), now)
    if go_on:
        advancement.advance(of.pk, now)
    match.refresh_from_db()
    return match


def win_all(of: Tournament, *winners: str) -> None:
    """`win_all(t, "W1.1 1", "W1.2 4")`"""
    for winner in winners:
        key, name = winner.split()
        win(of, key, name)


def join(of: Tournament, key: str, now: datetime = NOW) -> Match:
    """Both sit down and are ready, without nonces: the first game begins."""
    match = match_of(of, key)
    for seat in match.seats.select_related("player"):
        who = seat.player.user_id
        act(Submission(match.pk, seat.seat, "ready", {"nonce_hash": None}, now, user_id=who), now)
    match.refresh_from_db()
    return match


def play_out(of: Tournament, now: datetime = NOW) -> None:
    """The lower seed wins every match, to the end."""
    for _ in range(20):
        advancement.advance(of.pk, now)
        waiting = PairingMatch.objects.filter(
            pairing__stage__tournament=of, voided_at=None, match__finished_at=None
        ).select_related("pairing")
        keys = [(p.pairing.key, min(_seed(p.entry_a), _seed(p.entry_b))) for p in waiting]
        if not keys:
            return
        for key, name in keys:
            win(of, key, name, now, go_on=False)
    raise AssertionError("it does not end")


def _seed(entry: Entry) -> int:
    return int(entry.player.name)


def shown(of: Tournament, key: str) -> str:
    """`1 4`, with – for a bye and ? for nobody yet."""
    marks = {"bye": "–", "pending": "?"}
    slots = pairing(of, key).slots.select_related("entry__player").order_by("side")
    return " ".join(marks.get(s.state) or s.entry.player.name for s in slots)


def confirming(enter: Callable[..., Entry], *args: Any, **more: Any) -> Entry:
    """Enter somebody late, and say yes to the called matches that this cancels."""
    try:
        return enter(*args, **more)
    except ConfirmationNeeded as asked:
        return enter(*args, **more, confirm=asked.preview.digest)


def later(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)
