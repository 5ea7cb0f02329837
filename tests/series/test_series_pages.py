"""Pages, files and API of series: what visitors see, and what an organizer does."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from series.models import Series, SeriesAdjustment, SeriesTournament
from series.selectors.series import listed_series, search_hits
from tests.clubs.making import club, login_of
from tests.series.making_series import counted, field, played, season
from tests.tournaments.event.making_events import event
from tests.tournaments.making import director, player, tournament
from tournaments.event.services import events
from tournaments.models import Event, Tournament

pytestmark = [pytest.mark.django_db]
SENT = {
    "name": "Winter Tour", "kind": "place", "points": "10, 6, 4", "best": "1", "least_events": "0",
    "tie_break_1": "events", "taking_part": "0",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def text_of(client: Client, address: str) -> str:
    return str(client.get(address).content.decode())


def two_weeks(boss: User, **facts: Any) -> Series:
    players = field(4)
    made = season(boss, scheme={"kind": "place", "points": ["10", "6", "4", "2"]}, **facts)
    counted(made, played(boss, players), played(boss, players, week=1, best=players[3:]))
    return made


def test_a_dropped_result_is_crossed_out_and_the_line_of_a_player_opens(client: Client) -> None:
    made = two_weeks(director(), best=1)
    page = text_of(client, made.get_absolute_url())
    assert page.count("<s ") == 4
    (first,) = {row.player_id for row in made.counted.first().tournament.entries.filter(player__name="1")}  # type: ignore[union-attr]  # fmt: skip
    opened = text_of(client, f"{made.get_absolute_url()}?player={first}")
    assert 'id="player"' in opened
    assert "does not count" in opened
    assert 'id="player"' not in text_of(client, f"{made.get_absolute_url()}?player=999999")


def test_a_series_is_linked_from_its_event_tournament_club_and_players(client: Client) -> None:
    who = player("anna")
    boss, home = login_of(who), club(who)
    night = event("club_night", boss)
    events.publish(night.pk, by=boss, shown=True)
    players = field(4)
    cup = played(boss, players, event=night)
    made = season(boss, club=home)
    before = text_of(client, night.get_absolute_url())
    assert made.get_absolute_url() not in before
    counted(made, cup)
    pages = [night, cup, home, made]
    Event.objects.filter(pk=night.pk).update(version=99)
    Tournament.objects.filter(pk=cup.pk).update(version=99)
    for page in pages:
        assert made.get_absolute_url() in text_of(client, page.get_absolute_url())
    assert f"?player={players[0].pk}#player" in text_of(client, f"/players/{players[0].pk}/")
    assert night.get_absolute_url() in text_of(client, made.get_absolute_url())


def test_what_was_typed_stays_as_text_when_another_organizer_was_faster(client: Client) -> None:
    boss = director()
    made = season(boss)
    client.force_login(boss)
    address = f"/series/{made.slug}/settings/"
    version = client.get(address).context["form"].initial["version"]
    client.post(address, SENT | {"name": "First", "version": version})
    again = client.post(address, SENT | {"name": "Second", "version": version})
    assert again.status_code == 422
    assert 'value="Second"' in again.content.decode()


def test_a_hidden_series_is_seen_by_its_people_only(client: Client) -> None:
    boss = director()
    made = two_weeks(boss)
    Series.objects.update(hidden_at=made.created_at)
    assert client.get(made.get_absolute_url()).status_code == 404
    client.force_login(boss)
    assert client.get(made.get_absolute_url()).status_code == 200


def test_a_preview_shows_the_new_order_and_saves_nothing(client: Client) -> None:
    boss = director()
    made = two_weeks(boss)
    client.force_login(boss)
    address = f"{made.get_absolute_url()}settings/"
    page = client.post(address, SENT | {"points": "1, 20", "do": "preview"}).content.decode()
    assert "Nothing is saved yet." in page
    made.refresh_from_db()
    assert made.scheme["points"][0] == "10"
    assert client.post(address, SENT).status_code == 302
    made.refresh_from_db()
    assert (made.best, made.tie_breaks, made.scheme["points"]) == (1, ["events"], ["10", "6", "4"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": "10, x"},
        {"kind": "size", "by_size": "many: 3"},
        {"best": "-1"},
        {"tie_break_2": "events"},
        {"name": "x"},
    ],
)
def test_what_is_refused_stands_in_the_form_as_it_was_typed(
    client: Client, wrong: dict[str, str]
) -> None:
    boss = director()
    made = two_weeks(boss)
    client.force_login(boss)
    for address in ("/series/new/", f"{made.get_absolute_url()}settings/"):
        answer = client.post(address, SENT | {"about": "All about it"} | wrong)
        assert answer.status_code == 422
        assert "All about it" in answer.content.decode()


def test_of_two_who_change_the_settings_at_once_the_second_is_warned(client: Client) -> None:
    boss = director()
    made = two_weeks(boss)
    client.force_login(boss)
    address = f"{made.get_absolute_url()}settings/"
    shown = client.get(address).context["form"]["version"].value()
    assert client.post(address, SENT | {"version": shown, "best": "2"}).status_code == 302
    answer = client.post(address, SENT | {"version": shown, "best": "3"})
    assert answer.status_code == 422
    assert "Nothing was overwritten." in answer.content.decode()
    assert Series.objects.get().best == 2
    again = answer.context["form"]["version"].value()
    assert client.post(address, SENT | {"version": again, "best": "3"}).status_code == 302
    assert Series.objects.get().best == 3


def test_a_preview_of_points_for_matches_won_says_what_a_win_is_worth(client: Client) -> None:
    client.force_login(director())
    sent = SENT | {"kind": "wins", "win_main": "7", "do": "preview"}
    page = client.post("/series/new/", sent).content.decode()
    assert "Points for a match won: Main bracket, groups and rounds 7" in page


def test_the_organizer_of_a_tournament_removes_it_on_its_page(client: Client) -> None:
    anna, bob = director(), director()
    made, cup = season(anna), played(bob, field(4))
    SeriesTournament.objects.create(series=made, tournament=cup, at=made.created_at)
    client.force_login(anna)
    assert "Remove from series" not in text_of(client, cup.get_absolute_url())
    client.force_login(bob)
    assert "Remove from series" in text_of(client, cup.get_absolute_url())
    address = f"{made.get_absolute_url()}tournaments/"
    answer = client.post(address, {"do": "remove", "tournament": cup.pk})
    assert answer.headers["Location"] == made.get_absolute_url()
    assert not made.counted.exists()


def test_a_hidden_club_is_named_nowhere(client: Client) -> None:
    who = player("anna")
    boss, home = login_of(who), club(who)
    made = season(boss, club=home)
    home.hidden_at = made.created_at
    home.save()
    client.force_login(boss)
    assert home.name not in text_of(client, "/series/")
    assert home.name not in text_of(client, made.get_absolute_url())
    assert client.get("/api/v1/series").json()["results"][0]["club"] is None
    assert client.get(f"/api/v1{made.get_absolute_url()[:-1]}").json()["club"] is None
    assert [hit.note for hit in search_hits(["winter"], boss, 5).hits] == [""]


def test_a_list_counts_the_tournaments_that_everybody_may_see() -> None:
    boss = director()
    made = season(boss)
    for status in ("draft", "open", "cancelled"):
        cup = tournament(boss, name=status)
        Tournament.objects.filter(pk=cup.pk).update(status=status)
        SeriesTournament.objects.create(series=made, tournament=cup, at=made.created_at)
    assert listed_series().get().tournament_count == 1  # type: ignore[attr-defined]


def test_adjustments_are_added_and_withdrawn_on_the_page(client: Client) -> None:
    boss = director()
    made = two_weeks(boss)
    client.force_login(boss)
    address = f"{made.get_absolute_url()}adjustments/"
    winner = made.counted.first().tournament.champion  # type: ignore[union-attr]
    assert winner is not None
    sent = {
        "adjustment-player": str(winner.player_id),
        "adjustment-points": "2,5",
        "adjustment-reason": "Fair play",
    }
    assert client.post(address, sent | {"adjustment-points": "many"}).status_code == 422
    assert client.post(address, sent).status_code == 302
    assert "Fair play" in text_of(client, f"{made.get_absolute_url()}?player={winner.player_id}")
    given = SeriesAdjustment.objects.get()
    assert given.hundredths == 250
    client.post(address, {"do": "withdraw", "adjustment": given.pk})
    given.refresh_from_db()
    assert given.withdrawn_at is not None


def test_the_file_has_a_column_for_each_event_and_brackets_what_is_dropped(client: Client) -> None:
    made = two_weeks(director(), best=1)
    answer = client.get(f"{made.get_absolute_url()}standings.csv")
    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "place,player,country,player id,total,events,adjustment,Week 1,Week 2"
    assert lines[1].startswith("1,")
    assert sum("[" in line for line in lines[1:]) == 4


def test_programs_start_a_series_fill_it_and_read_it() -> None:
    boss = director()
    cup = played(boss, field(4))
    client = APIClient()
    client.force_authenticate(boss)
    made = client.post("/api/v1/series", {"name": "Tour", "best": 2}, format="json")
    assert made.status_code == 201
    address = f"/api/v1/series/{made.json()['slug']}"
    added = client.post(f"{address}/tournaments", {"tournament": cup.slug}, format="json")
    assert added.json() == {"added": [cup.slug]}
    sent = {"scheme": {"kind": "place", "points": ["8", "4"]}}
    assert client.patch(address, sent, format="json").json()["scheme"]["points"] == ["8", "4"]
    bad = client.patch(address, {"scheme": {"kind": "goals"}}, format="json")
    assert (bad.status_code, bad.json()["code"]) == (400, "bad_scheme")
    assert cup.champion is not None
    hand = {"player": cup.champion.player_id, "points": "1.5", "reason": "Fair play"}
    given = client.post(f"{address}/adjustments", hand, format="json").json()
    shown = APIClient().get(f"{address}/standings").json()
    assert shown["lines"][0]["total"] == "9.5"
    assert shown["columns"][0]["tournaments"] == [cup.slug]
    assert client.delete(f"{address}/adjustments/{given['id']}").status_code == 204
    assert APIClient().get(f"{address}/standings").json()["lines"][0]["total"] == "8"
    weighed = f"{address}/tournaments/{cup.slug}"
    assert client.patch(weighed, {"weight": 0}, format="json").json()["code"] == "bad_weight"
    assert client.patch(weighed, {"weight": 50}, format="json").status_code == 204
    assert APIClient().get(f"{address}/standings").json()["lines"][0]["total"] == "4"
    assert client.delete(weighed).status_code == 204
    assert APIClient().get("/api/v1/series").json()["results"][0]["tournaments"] == 0
    assert APIClient().patch(address, sent, format="json").status_code in {401, 403}
    assert client.delete(address).status_code == 204
    assert not Series.objects.exists()
