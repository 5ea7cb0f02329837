"""Ratings of a million synthetic matches from nothing, and a correction in the middle of a hundred thousand stored ones.

The limits are those of the specification; the peer of each figure is its limit. With DATABASE_URL it measures that
database, which must be empty (`python -m tests.services -- …`); else SQLite. Measured is the processor time of this process:
what PostgreSQL does in its own is not counted.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import harness

MATCHES, PLAYERS = 1_000_000, 100_000
STORED, STORED_PLAYERS = 100_000, 10_000
FROM_NOTHING_S = 60.0
START = datetime(2020, 1, 1, tzinfo=UTC)
AT_ONCE = 1000
LENGTHS = (1, 3, 5, 7, 9, 11)


def results(number: int, players: int, first: int = 1) -> Iterator[Any]:
    """So many results in the order of rating; players meet others of their own circle of a hundred."""
    from ratings.formulas.replay import RatedResult

    chance = random.Random(7)
    for at in range(number):
        circle = chance.randrange(max(players // 100, 1)) * 100
        a, b = chance.sample(range(min(100, players)), 2)
        yield RatedResult(
            f"match:{at:012}",
            "online",
            START + timedelta(seconds=30 * at),
            chance.choice(LENGTHS),
            first + circle + a,
            first + circle + b,
        )


def from_nothing(number: int) -> float:
    """Seconds of processor time for the formulas of so many matches."""
    from ratings.formulas.replay import replay

    listed = list(results(number, PLAYERS))
    start = time.process_time()
    for _ in replay(listed):
        pass
    return time.process_time() - start


def fill(number: int, players: int) -> list[Any]:
    """Friendly matches with their seats, one for each result; the results, which name these matches."""
    from accounts.models import Player
    from games.models import Match, MatchSeat
    from ratings.selectors.outcomes import friendly_source

    Player.objects.bulk_create((Player(name=f"p{k}") for k in range(players)), batch_size=1000)
    first = Player.objects.order_by("pk").values_list("pk", flat=True)[0]
    listed = []
    for at, result in enumerate(results(number, players, first)):
        pk = uuid.UUID(int=random.Random(at).getrandbits(128), version=4)
        listed.append(replace(result, source=friendly_source(pk), match=pk))
    for start in range(0, number, AT_ONCE):
        part = listed[start : start + AT_ONCE]
        Match.objects.bulk_create(match_of(result) for result in part)
        MatchSeat.objects.bulk_create(
            MatchSeat(match_id=result.match, seat=seat, player_id=player)
            for result in part
            for seat, player in (("A", result.winner), ("B", result.loser))
        )
    return listed


def match_of(result: Any) -> Any:
    """A match on the site that ended with this result."""
    from games.models import Match

    return Match(
        pk=result.match, rules={"length": result.length}, context={"rated": True}, state={},
        last_at=result.ended_at, status="finished", winner="A", reason="played",
        created_at=result.ended_at, started_at=result.ended_at, finished_at=result.ended_at,
        clock={"kind": "simple", "reserve_ms": 600_000, "delay_ms": 12_000},
    )  # fmt: skip


def stored(number: int, players: int) -> tuple[float, float, int]:
    """Seconds to read, compute and write so many matches, and to turn the one in the middle around; rows that this wrote."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Match
    from ratings.services import rebuild
    from ratings.services.incremental import apply

    listed = fill(number, players)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    start = time.process_time()
    rebuild.rebuild(timezone.now())
    written_s = time.process_time() - start
    old = listed[number // 2]
    new = replace(old, winner=old.loser, loser=old.winner)
    Match.objects.filter(pk=old.match).update(winner="B")
    start = time.process_time()
    rows = apply([old], [new])
    corrected_s = time.process_time() - start
    if wrong := rebuild.check(timezone.now()):
        raise SystemExit(f"{wrong} rows differ from those from nothing")
    return written_s, corrected_s, rows


def main() -> None:
    quick = harness.asked_to_be_quick(__doc__ or "")
    share = 10 if quick else 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'ratings.sqlite3'}")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        seconds = from_nothing(MATCHES // share)
        title = f"ratings: the formulas of {MATCHES // share:,} matches"
        harness.report(title, seconds, "s", peer="limit", peer_value=FROM_NOTHING_S / share)
        number, players = STORED // share, STORED_PLAYERS // share
        written_s, corrected_s, rows = stored(number, players)
        title = f"ratings ({connection.vendor}): {number:,} matches from nothing, read and written"
        limit = FROM_NOTHING_S * number / MATCHES
        harness.report(title, written_s, "s", peer="limit", peer_value=limit)
        title = f"ratings ({connection.vendor}): a correction in the middle of {number:,} ({rows:,} rows)"
        harness.report(title, corrected_s, "s", peer="from nothing", peer_value=written_s)


if __name__ == "__main__":
    main()
