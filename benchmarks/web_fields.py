"""Stores what benchmarks/web_speed.py loads: runs inside Django, prints one JSON line of addresses."""

import json
from random import Random

from django.db import connection
from django.utils import timezone

from benchmarks.bracket_fields import field_of, report_all
from tournaments.bracket.services.start import start
from tournaments.models import Entry, Pairing, PairingMatch, Tournament

SMALL, BIG = 1_000, 10_000


def make(small: int = SMALL, big: int = BIG, rounds: int = 2) -> None:
    """A Swiss of each size in the middle of its rounds, every match of it made; and one field open for entry."""
    events = [_played(small, rounds), _played(big, rounds)]
    opened = field_of(big, format="single_elimination")
    Tournament.objects.filter(pk=opened.pk).update(status="open", name="Bench open")
    knockout = field_of(256, format="single_elimination")
    start(knockout.pk, by=None, now=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    fields = {"small": events[0].slug, "big": events[1].slug}
    fields |= {"open": opened.slug, "knockout": knockout.slug} | _of(events[1])
    print(json.dumps(fields))


def _played(players: int, rounds: int) -> Tournament:
    now, luck = timezone.now(), Random(players)
    tournament = field_of(players, format="swiss", options={"rounds": rounds + 2})
    start(tournament.pk, by=None, now=now)
    for _number in range(rounds):
        report_all(tournament, luck, now, but=0)
    return tournament


def _of(event: Tournament) -> dict[str, object]:
    """One match that is on, a round, a player and an entry of the big event."""
    on = PairingMatch.objects.filter(pairing__stage__tournament=event, voided_at=None)
    row = on.filter(match__finished_at=None).latest("pk")
    entry = Entry.objects.filter(tournament=event).latest("pk")
    decided = Pairing.objects.filter(stage__tournament=event).exclude(decided_at=None)
    round_id = decided.latest("pk").round_id
    return {
        "match": str(row.match_id),
        "player": entry.player_id,
        "entry": entry.pk,
        "round": round_id,
    }
