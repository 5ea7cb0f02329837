"""The page of a player with 2,000 matches, the leaderboard and the search, with 100,000 players: processor time of a whole
page for a reader who is logged in (nothing is cached for them), and how many queries it takes.

With DATABASE_URL it measures that database, which must be empty (`python -m tests.services -- …`); else SQLite.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import harness

PLAYERS, MATCHES, FEW = 100_000, 2_000, 200
CLUB_MEMBERS = 200
LIMIT_MS = 50.0
ROUNDS = 7
START = datetime(2020, 1, 1, tzinfo=UTC)
LENGTHS = (1, 3, 5, 7, 9, 11)
SLOW = {"kind": "correspondence", "reserve_ms": 3 * 24 * 3600 * 1000, "delay_ms": 0}
LAST = "Lefèvre"


def fill(players: int) -> tuple[int, int]:
    """Players with ratings; the last two have many matches and few. Their numbers."""
    from accounts.models import Player
    from ratings.models import PeriodRating, PlayerRating
    from web.folding import fold

    chance = random.Random(7)
    names = (f"Player {n:06} {LAST if n % 97 == 0 else ''}".strip() for n in range(players))
    Player.objects.bulk_create(
        (Player(name=name, search_name=fold(name)) for name in names), batch_size=1000
    )
    numbers = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    PlayerRating.objects.bulk_create(
        (
            PlayerRating(
                pool="online", player_id=pk, rating=chance.gauss(1500, 150),
                experience=chance.randrange(2000), glicko=1500, deviation=100, volatility=0.06,
                matches=100, last_at=START, last_source="",
            )
            for pk in numbers
        ),
        batch_size=1000,
    )  # fmt: skip
    PeriodRating.objects.bulk_create(
        (
            PeriodRating(
                pool="online", period="2026-11", player_id=pk, rating=chance.gauss(1500, 150),
                gain=chance.gauss(0, 40), experience=chance.randrange(2000), matches=8, last_at=START,
            )
            for pk in numbers
        ),
        batch_size=1000,
    )  # fmt: skip
    found_club(numbers[:: PLAYERS // CLUB_MEMBERS])
    for player, matches in zip(numbers[-2:], (MATCHES, FEW), strict=True):
        play(player, numbers[:300], matches)
    return numbers[-2], numbers[-1]


def found_club(members: list[int]) -> None:
    """A club of these players."""
    from clubs.models import Club, ClubMember

    club = Club.objects.create(slug="club", name="Club", created_at=START)
    ClubMember.objects.bulk_create(
        ClubMember(club=club, player_id=pk, status="member", at=START) for pk in members
    )


def play(player: int, opponents: list[int], number: int) -> None:
    """So many finished and rated matches of one player, three games each."""
    from games.models import Game, Match, MatchSeat
    from ratings.models import RatingChange

    chance = random.Random(player)
    ids = [uuid.UUID(int=chance.getrandbits(128), version=4) for _ in range(number)]
    matches, seats, games, changes = [], [], [], []
    for at, pk in enumerate(ids):
        own, length = chance.choice("AB"), chance.choice(LENGTHS)
        winner, opponent = chance.choice("AB"), chance.choice(opponents)
        ended = START + timedelta(hours=5 * at)
        title = "" if at % 2 else f"Open {at // 40}"
        matches.append(
            Match(
                id=pk, rules={"length": length}, clock=SLOW if at % 7 == 0 else None,
                context={"title": title, "rated": True} if title else {"rated": True}, state={},
                last_at=ended, status="finished", winner=winner, reason="played",
                score_a=length if winner == "A" else 0, score_b=length if winner == "B" else 0,
                created_at=ended, started_at=ended, finished_at=ended,
            )
        )  # fmt: skip
        seats += [MatchSeat(match_id=pk, seat=own, player_id=player)]
        seats += [MatchSeat(match_id=pk, seat="B" if own == "A" else "A", player_id=opponent)]
        games += [
            Game(match_id=pk, number=n, winner=winner, kind="single", points=1, cube=1, finished_at=ended)
            for n in range(3)
        ]  # fmt: skip
        changes += [
            RatingChange(
                source=f"match:{pk.hex}", pool="online", ended_at=ended, length=length,
                won=winner == own, player_id=player, opponent_id=opponent, match_id=pk,
                rating_before=1500 + at % 90, rating_after=1501 + at % 90, experience_before=at,
                glicko_before=1500, glicko_after=1500, deviation_before=90, deviation_after=90,
                volatility_before=0.06, volatility_after=0.06,
            )
        ]  # fmt: skip
    for model, rows in (
        (Match, matches),
        (MatchSeat, seats),
        (Game, games),
        (RatingChange, changes),
    ):
        model._default_manager.bulk_create(rows, batch_size=500)  # type: ignore[arg-type]


def asked(client: Any, address: str) -> tuple[float, int]:
    """The least processor time of a page in milliseconds, and its queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} is answered {answer.status_code}")
    number, best = len(queries), float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        client.get(address)
        best = min(best, time.process_time() - start)
    return 1000 * best, number


def measure(players: int) -> None:
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    many, few = fill(players)
    from django.db import connection

    from accounts.services.logins import create_login

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(create_login("reader", "reader@example.org", "pw"))
    pages = {
        f"page of a player with {MATCHES:,} matches": f"/players/{many}/",
        f"page of a player with {FEW:,} matches": f"/players/{few}/",
        "leaderboard": "/ratings/",
        "leaderboard of a month, most gained": "/ratings/?period=2026-11&order=gain",
        "leaderboard of a club": "/ratings/?club=club",
        "search for a name": "/search/?q=lefevre",
    }
    for title, address in pages.items():
        ms, queries = asked(client, address)
        name = f"players ({connection.vendor}): {title}, of {players:,} players, {queries} queries"
        harness.report(name, ms, "ms", peer="limit", peer_value=LIMIT_MS)


def main() -> None:
    quick = harness.asked_to_be_quick(__doc__ or "")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'players.sqlite3'}")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        import django

        django.setup()
        measure(PLAYERS // 10 if quick else PLAYERS)


if __name__ == "__main__":
    main()
