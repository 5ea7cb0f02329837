"""A tournament by its ratings at the start: the average, the favourite, the biggest upset, on its page and in the API."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from ratings.formulas.replay import RatedResult
from ratings.models import ExternalRating
from ratings.selectors.field import rated_field
from ratings.services import sweep
from ratings.services.incremental import apply
from tests.ratings.test_sweep import conceded
from tests.tournaments import making
from tests.tournaments.making import NOW, later
from tournaments.bracket.services import snapshots
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def ranked(of: Tournament, names: str) -> None:
    """Each of these players has beaten all after them, a day before the tournament."""
    people = {entry.player.name: entry.player for entry in of.entries.select_related("player")}
    listed = [people[name] for name in names.split()]
    results = [
        RatedResult(
            source=f"{a.pk}.{b.pk}", pool="online", ended_at=NOW - timedelta(days=1), length=7,
            winner=a.pk, loser=b.pk,
        )
        for i, a in enumerate(listed)
        for b in listed[i + 1 :]
    ]  # fmt: skip
    apply([], results)


def summary(of: Tournament) -> tuple[int, int, str, tuple[str, str] | None]:
    """(players, rated, favourite, upset)"""
    field = rated_field(Tournament.objects.get(pk=of.pk))
    assert field is not None
    upset = None
    if field.upset is not None:
        upset = (field.upset.winner.player.name, field.upset.loser.player.name)
    return field.players, field.rated, field.favourite.player.name if field.favourite else "", upset


def test_the_field_is_that_of_the_start_whatever_is_played_later() -> None:
    made = making.entered(5)
    assert rated_field(made) is None
    ranked(made, "1 2 3 4")
    assert summary(made) == (5, 4, "1", None)
    before = rated_field(made)
    making.start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    conceded(made, "W1.2", 5, 1)  # who has no rating yet
    sweep.run_due(later(2))
    after = rated_field(Tournament.objects.get(pk=made.pk))
    assert before is not None
    assert after is not None
    assert (after.average, after.rated, after.upset) == (before.average, 4, None)


def test_the_biggest_upset_is_of_a_match_that_was_played() -> None:
    made = making.entered(4)
    ranked(made, "1 2 3 4")
    making.start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", 4)  # nobody had joined: a forfeit
    assert summary(made)[3] is None
    conceded(made, "W1.2", 3, 1)
    assert summary(made)[3] == ("3", "2")
    conceded(made, "W2.1", 3, 2)
    assert summary(made)[3] == ("3", "2")


def test_who_shares_the_highest_rating_is_no_favourite() -> None:
    made = making.entered(4)
    results = [
        RatedResult(source=f"s{k}", pool="online", ended_at=NOW - timedelta(days=1), length=7,
                    winner=making.entry(made, k).player_id, loser=making.entry(made, k + 2).player_id)
        for k in (1, 2)
    ]  # fmt: skip
    apply([], results)
    assert summary(made) == (4, 4, "", None)
    Tournament.objects.filter(pk=made.pk).update(rated=False)
    assert rated_field(Tournament.objects.get(pk=made.pk)) is None


def test_spectators_read_of_an_upset_as_late_as_of_the_result() -> None:
    made = making.entered(4, spectator_delay_s=600, delay_results=True)
    ranked(made, "1 2 3 4")
    making.start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    conceded(made, "W1.1", 4, 1)
    director = Client()
    snapshots.keep(later(1))
    assert made.organizer is not None
    director.force_login(made.organizer)
    addresses = (f"/tournaments/{made.slug}/entries/", f"/api/v1/tournaments/{made.slug}/ratings")
    seen = {}
    for minutes in (2, 12):
        with time_machine.travel(later(minutes), tick=False):
            for who, client in (("spectator", Client()), ("director", director)):
                seen[who, minutes] = [is_upset_in(client.get(each)) for each in addresses]
    assert seen == {
        ("spectator", 2): [False, False],
        ("director", 2): [True, True],
        ("spectator", 12): [True, True],
        ("director", 12): [True, True],
    }


def is_upset_in(answer: Any) -> bool:
    assert answer.status_code == 200
    text = answer.content.decode()
    return bool(answer.json()["upset"]) if text.startswith("{") else "Biggest upset" in text


def test_the_page_and_the_api_name_average_favourite_and_upset(client: Client) -> None:
    made = making.entered(4)
    assert client.get(f"/api/v1/tournaments/{made.slug}/ratings").json()["code"] == "no_ratings"
    ranked(made, "1 2 3 4")
    making.start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    conceded(made, "W1.1", 4, 1)
    answer = client.get(f"/api/v1/tournaments/{made.slug}/ratings").json()
    assert (answer["pool"], answer["players"], answer["rated"]) == ("online", 4, 4)
    assert (answer["upset"]["winner"]["player"]["name"], answer["favourite"]["player"]["name"]) == (
        "4",
        "1",
    )
    assert answer["upset"]["difference"] > 0
    page = client.get(f"/tournaments/{made.slug}/entries/").content.decode()
    assert f"Average rating: {answer['average']}" in page
    assert "Biggest upset" in page
    assert "Biggest upset" not in client.get(f"/tournaments/{made.slug}/rules/").content.decode()


def test_a_large_field_asks_no_more_than_a_small_one() -> None:
    counts = []
    for n in (4, 64):
        made = making.entered(n)
        ranked(made, "1 2 3 4")
        making.start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
        shown = Tournament.objects.get(pk=made.pk)
        with CaptureQueriesContext(connection) as queries:
            rated_field(shown)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5


def test_the_api_reads_the_newest_external_number_of_each_list(client: Client) -> None:
    player = making.player("anna")
    for list_name, rating, day in (("USBGF", 1700, 1), ("USBGF", 1712.5, 2), ("WBGF", 1650, 1)):
        ExternalRating.objects.create(
            player=player, list_key=list_name.lower(), list_name=list_name, rating=rating,
            number="77", as_of=date(2026, 1, day), source="list.csv", imported_at=NOW,
        )  # fmt: skip
    answer = client.get(f"/api/v1/players/{player.pk}/external-ratings").json()
    assert [(row["name"], row["rating"]) for row in answer["results"]] == [
        ("USBGF", 1712.5),
        ("WBGF", 1650.0),
    ]
    assert "77" not in str(answer["results"])
    assert client.get("/api/v1/players/999999/external-ratings").json()["code"] == "no_such_player"
    Player.objects.filter(pk=player.pk).update(anonymised_at=NOW)
    assert client.get(f"/api/v1/players/{player.pk}/external-ratings").json()["results"] == []
