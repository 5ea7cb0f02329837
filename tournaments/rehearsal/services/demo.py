"""Demo data: a finished tournament, running ones, one to enter, and a match to play. In demo mode only.

Made by the same services as everything else; running it again leaves existing data unchanged.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import BotKind, Player, User
from accounts.services.logins import create_login
from accounts.services.players import create_bot, ensure_player
from games.engine.rules import Rules
from games.models import Match, MatchKind
from games.services.bots import play_due
from games.services.setup import create_match
from tournaments.bracket.services.advancement import advance
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.rehearsal.services.demo_cleanup import forget
from tournaments.setup.services import lifecycle

BOT_NAMES = (
    "Aino", "Bogdan", "Celina", "Dragan", "Eero", "Felicja", "Goran", "Helmi",
    "Ivana", "Jaan", "Kasia", "Lauri", "Milica", "Nikola", "Oskar", "Piret",
)  # fmt: skip
STAFF = "director"  # sees the admin dashboard too
PEOPLE = {"director": "Dora Director", "alice": "Alice", "bob": "Bob"}
FINISHED, ENTRY = "Winter Cup", "Thursday Night"
LIVE, CLUB = "Round the Clock", "Club Evening"
KNOCKOUT_OF_FOUR = {
    "format": "single_elimination",
    "options": {},
    "lengths": [3],
    "take": {"cut": "top_of_group", "n": 2},
}
SERIES: dict[str, tuple[int, list[dict[str, Any]]]] = {
    LIVE: (
        16,
        [
            {"format": "single_elimination", "lengths": [5, 3]},
            {"format": "double_elimination", "lengths": [3]},
            {"format": "consolation", "lengths": [3], "options": {"last_chance": "fresh"}},
        ],
    ),
    CLUB: (
        8,
        [
            {"format": "swiss", "lengths": [3], "options": {"rounds": 4}},
            {"format": "groups", "lengths": [3], "later_stages": [KNOCKOUT_OF_FOUR]},
            {"format": "lives", "lengths": [3], "options": {"lives": 2}},
            {"format": "continuous_swiss", "lengths": [1], "options": {"matches": 5}},
        ],
    ),
}
PACE_MS = 1500
TURN = timedelta(seconds=7)
AGO = timedelta(hours=5)
MOST_TURNS = 5_000


def prepare(now: datetime) -> list[str]:
    """Make what is missing; returns the names of what was made."""
    people = _people()
    bots = _bots()
    made = []
    for name, make in (
        (FINISHED, lambda: _finished(people["director"], bots[:8], now)),
        (ENTRY, lambda: _entry(people["director"], bots[8:14], now)),
    ):
        if not Tournament.objects.filter(name=name, is_demo=True).exists():
            make()
            made.append(name)
    if not Match.objects.filter(seats__player__user=people["alice"]).exists():
        _friendly(ensure_player(people["alice"]), bots[0], now)
        made.append("friendly")
    return made + keep_playing(now)


def keep_playing(now: datetime) -> list[str]:
    """Start another tournament of bots in each series that has none running, and delete the oldest.

    A series takes its formats in turn. Returns the series that were started.
    """
    director = User.objects.filter(username="director").first()
    if not settings.DEMO or director is None:
        return []
    return [series for series in SERIES if _go_on(series, director, now)]


def _go_on(series: str, director: User, now: datetime) -> bool:
    mine = Tournament.objects.filter(is_demo=True, name__startswith=series)
    if mine.filter(status=Tournament.Status.RUNNING).exists():
        return False
    number = _next_number(mine)
    field, ways = SERIES[series]
    with transaction.atomic():
        players, way = _bots()[:field], ways[(number - 1) % len(ways)]
        made = _open(director, f"{series} {number}", players, now, **way)
        start(made.pk, by=None, now=now)
    forget(series)
    return True


def _next_number(mine: QuerySet[Tournament]) -> int:
    """One more than the number in the latest name; older tournaments may have been deleted."""
    latest = mine.order_by("-id").values_list("name", flat=True).first()
    number = latest.rpartition(" ")[2] if latest else "0"
    return int(number) + 1 if number.isdecimal() else mine.count() + 1


def _people() -> dict[str, User]:
    """The demo logins; an existing login keeps its password."""
    logins = {u.username: u for u in User.objects.filter(username__in=settings.DEMO_LOGINS)}
    for username, password in settings.DEMO_LOGINS.items():
        if username not in logins:
            email = f"{username}@example.org"
            logins[username] = create_login(username, email, password, name=PEOPLE[username])
            if username == STAFF:
                logins[username].is_staff = logins[username].is_superuser = True
                logins[username].save(update_fields=["is_staff", "is_superuser"])
    return logins


def _bots() -> list[Player]:
    """Sixteen bots that play sensibly."""
    wanted = [f"{name} (bot)" for name in BOT_NAMES]
    bots = {p.name: p for p in Player.objects.filter(name__in=wanted, bot_kind=BotKind.STEADY)}
    return [bots.get(name) or create_bot(name) for name in wanted]


def _open(
    director: User, name: str, players: list[Player], now: datetime, **settings_: Any
) -> Tournament:
    defaults: dict[str, Any] = {
        "clock": {"preset": "standard"},
        "bot_pace_ms": PACE_MS,
        "starts_at": now,
    }
    made = lifecycle.create(organizer=director, name=name, **(defaults | settings_))
    Tournament.objects.filter(pk=made.pk).update(is_demo=True)
    lifecycle.open_entry(made.pk, by=director)
    for player in players:
        entries.add_walk_in(made.pk, by=director, now=now, player=player)
    return made


def _entry(director: User, players: list[Player], now: datetime) -> None:
    """Six bots wait for two people; the director may start it at any time."""
    about = "Eight places, three points, bots welcome."
    _open(
        director,
        ENTRY,
        players,
        now,
        lengths=[3],
        entry_limit=8,
        description=about,
        bot_pace_ms=1000,
    )


def _friendly(player: Player, bot: Player, now: datetime) -> None:
    create_match(
        seat_a=player,
        seat_b=bot,
        rules=Rules.preset("tournament", length=3),
        clock=None,
        context={"title": "", "bot_pace_ms": 1000, "chat": True},
        join_within=None,
        now=now,
        kind=MatchKind.FRIENDLY,
    )


@transaction.atomic
def _finished(director: User, players: list[Player], now: datetime) -> None:
    """A cup of eight that its bots have really played, with a clock of its own that began some hours ago."""
    at = now - AGO
    made = _open(director, FINISHED, players, at, lengths=[3], bot_pace_ms=0, clock=None)
    start(made.pk, by=None, now=at)
    for _ in range(MOST_TURNS):
        if play_due(at):
            at += TURN
            continue
        done = advance(made.pk, at)
        if done.finished:
            return
        if done.is_nothing:
            break
    raise RuntimeError("the demo cup does not end")
