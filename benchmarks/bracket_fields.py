"""Makes and plays the fields that benchmarks/brackets.py measures: runs inside Django, prints one JSON line."""

import json
import time
from datetime import datetime
from random import Random
from statistics import median

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from tournaments.bracket.services.advancement import advance, settle
from tournaments.bracket.services.growth import begin_stage
from tournaments.bracket.services.start import start
from tournaments.core.locking import locked
from tournaments.models import Entry, Pairing, PairingMatch, Result, Slot, Tournament
from tournaments.setup.services import lifecycle

REPORTS = 40


def run(quick: bool) -> None:
    values: dict[str, float] = {}
    for entries in (64, 4096):
        values |= _knockout(entries)
    values |= {f"swiss_small_{k}": v for k, v in _swiss(1000, 2).items()}
    values |= _swiss(10_000, 2 if quick else 5)
    values["swiss_small_queries_per_thousand"] = values["swiss_small_swiss_queries_per_thousand"]
    print(json.dumps(values))


def field_of(entries: int, **settings: object) -> Tournament:
    organizer = User.objects.filter(username="bench").first() or create_login(
        "bench", "bench@example.org", "pw"
    )
    settings = {"clock": None, "lengths": [3], "draw_method": "manual", **settings}
    name = f"Bench {entries} {settings['format']}"
    tournament = lifecycle.create(organizer=organizer, name=name, **settings)
    now = timezone.now()
    players = Player.objects.bulk_create(Player(name=f"P{n}") for n in range(entries))
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, entered_at=now) for player in players
    )
    return tournament


def _knockout(entries: int) -> dict[str, float]:
    now = timezone.now()
    settings = {"format": "double_elimination"}
    drawn, tournament = field_of(entries, **settings), field_of(entries, **settings)
    begun = time.perf_counter()
    with transaction.atomic():
        field = list(drawn.entries.values_list("pk", flat=True))
        begin_stage(drawn, 1, field, {}, now)
    draw_s = time.perf_counter() - begun
    begun = time.perf_counter()
    start(tournament.pk, by=None, now=now)
    start_s = time.perf_counter() - begun
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    took, queries = _reports(tournament, now)
    return {
        f"draw_{entries}_s": draw_s,
        f"start_{entries}_s": start_s,
        f"report_{entries}_s": took,
        f"report_{entries}_queries": queries,
    }


def _reports(tournament: Tournament, now: datetime) -> tuple[float, float]:
    """The median of reporting results of the first round, one by one, as the worker does after each match."""
    matches = PairingMatch.objects.filter(pairing__stage__tournament=tournament)
    rows = list(matches.select_related("match").order_by("id")[: min(REPORTS, 24)])
    took, queries = [], []
    for row in rows:
        _concede(row, now)
        with CaptureQueriesContext(connection) as asked:
            advance(tournament.pk, now, [row.match_id])
        queries.append(len(asked))
    rows = list(matches.filter(recorded_at=None).select_related("match").order_by("id")[:REPORTS])
    for row in rows[: REPORTS // 2]:
        _concede(row, now)
        begun = time.perf_counter()
        advance(tournament.pk, now, [row.match_id])
        took.append(time.perf_counter() - begun)
    return median(took), median(queries)


def _concede(row: PairingMatch, now: datetime) -> None:
    from games.services.rulings import forfeit

    forfeit(row.match_id, losers=("B",), reason="bench", now=now)


def _swiss(players: int, rounds: int) -> dict[str, float]:
    """Results of each round are laid as reports; the last of them is the click that makes the next round."""
    now, luck = timezone.now(), Random(players)
    tournament = field_of(players, format="swiss", options={"rounds": rounds + 2})
    start(tournament.pk, by=None, now=now)
    for _number in range(rounds):
        report_all(tournament, luck, now, but=1)
        last = Pairing.objects.filter(stage__tournament=tournament, decided_at=None)
        _lay(list(last.prefetch_related("slots")), luck, now)
        touched = list(last.values_list("id", flat=True))
        before = Slot.objects.count()
        with CaptureQueriesContext(connection) as asked:
            begun = time.perf_counter()
            with transaction.atomic():
                settle(locked(tournament.pk), now, touched=touched)
            took = time.perf_counter() - begun
        rows = 4 * (Slot.objects.count() - before)  # slots, pairings, matches, seats, log, seeds
    return {
        "players": players,
        "round": rounds + 1,
        "swiss_round_s": took,
        "swiss_queries_per_thousand": len(asked) / rows * 1000,
    }


def report_all(tournament: Tournament, luck: Random, now: datetime, but: int) -> None:
    open_ones = Pairing.objects.filter(stage__tournament=tournament, decided_at=None)
    pairings = list(open_ones.prefetch_related("slots"))[but:]
    _lay(pairings, luck, now)
    with transaction.atomic():
        settle(locked(tournament.pk), now, touched=[pairing.pk for pairing in pairings])


def _lay(pairings: list[Pairing], luck: Random, now: datetime) -> None:
    results = []
    for pairing in pairings:
        winner, loser = luck.sample([slot.entry_id for slot in pairing.slots.all()], 2)
        results.append(
            Result(
                pairing=pairing, winner_id=winner, loser_id=loser, kind="played", source="report",
                score={str(winner): 3, str(loser): 1}, created_at=now,
            )
        )  # fmt: skip
    Result.objects.bulk_create(results, batch_size=1000)
