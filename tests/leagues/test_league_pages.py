"""Pages and API of leagues: what visitors see, what an organizer types, and what stays when it is refused."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from leagues.forms import NextSeasonForm
from leagues.models import League, LeagueSeason
from leagues.selectors import next_season
from leagues.selectors.leagues import search_hits
from leagues.selectors.next_season import MOST_JOINING
from leagues.selectors.tables import all_tables
from leagues.services.seasons import add_division
from tests.clubs.making import club, login_of
from tests.leagues.making_leagues import divisions, league, two_divisions
from tests.tournaments.making import NOW, director, nobody, player
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def api(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def text_of(client: Client, address: str) -> str:
    return str(client.get(address).content.decode())


def address_of(season: LeagueSeason, part: str = "") -> str:
    return f"/leagues/{season.league.slug}/seasons/{season.number}/{part}"


def test_a_season_shows_its_tables_with_zones_the_champion_and_links(client: Client) -> None:
    who = player("anna")
    boss, home = login_of(who), club(who)
    season = two_divisions(boss, club=home)
    page = text_of(client, season.league.get_absolute_url())
    assert page.count('class="zone-relegation"') == 1
    assert page.count('class="zone-promotion"') == 1
    assert page.count("Relegation") == 1
    assert "Champion:" in page
    assert "Prepare next season" not in page
    first = divisions(season)[0]
    for shown in (first.get_absolute_url(), home.get_absolute_url()):
        assert season.league.slug in text_of(client, shown)
    assert "Prepare next season" in text_of(browser(boss), address_of(season))


def test_a_hidden_league_is_seen_by_its_people_only(client: Client) -> None:
    boss = director()
    season = two_divisions(boss)
    League.objects.update(hidden_at=NOW)
    Tournament.objects.update(version=99)
    assert client.get(address_of(season)).status_code == 404
    assert browser(boss).get(address_of(season)).status_code == 200
    assert season.league.slug not in text_of(client, divisions(season)[0].get_absolute_url())
    assert search_hits(["city"], boss, 5).hits == []


def test_a_league_is_started_with_a_season_and_divisions() -> None:
    boss = director()
    client = browser(boss)
    assert client.post("/leagues/new/", {"name": "ab"}).status_code == 422
    client.post("/leagues/new/", {"name": "City League"})
    made = League.objects.get()
    client.post(f"/leagues/{made.slug}/seasons/", {"do": "add", "season-name": "2026"})
    season = made.seasons.get()
    draft = lifecycle.create(organizer=boss, name="Upper", lengths=[3], clock=None, format="swiss")
    sent = {"do": "add", "new-tournament": draft.pk, "new-relegated": "99", "new-play_off": "1"}
    refused = client.post(address_of(season, "divisions/"), sent)
    assert refused.status_code == 422
    assert 'value="99"' in refused.content.decode()
    client.post(address_of(season, "divisions/"), sent | {"new-relegated": "2"})
    row = season.divisions.get()
    assert (row.name, row.relegated, row.play_off) == ("Upper", 2, 1)
    changed = {f"division-{row.pk}-{name}": value for name, value in (("name", "Premier"), ("relegated", 1), ("play_off", 0))}  # fmt: skip
    client.post(
        address_of(season, "divisions/"), {"do": "change", "division": row.pk} | changed
    )  # fmt: skip
    row.refresh_from_db()
    assert (row.name, row.relegated) == ("Premier", 1)
    record = text_of(client, f"/leagues/{made.slug}/settings/")
    assert "Division changed: 2026 · Premier · Players relegated: 1 · Play-off places: 0" in record
    client.post(address_of(season, "divisions/"), {"do": "remove", "division": row.pk})
    assert not season.divisions.exists()
    client.post(f"/leagues/{made.slug}/seasons/", {"do": "remove", "season": 1})
    client.post(f"/leagues/{made.slug}/delete/")
    assert not League.objects.exists()


def test_the_preview_keeps_what_was_typed_and_asks_which_player_is_meant() -> None:
    boss = director()
    season = two_divisions(boss)
    client, address = browser(boss), address_of(season, "next/")
    four = divisions(season)[0].entries.get(player__name="4").player_id
    guest = nobody("Guest")
    sent: dict[str, Any] = {
        "name": "Spring", f"place-{four}": "0", "new_players": "Guest\n Guest \nNewcomer", "do": "make",
    }  # fmt: skip
    asked = client.post(address, sent)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Guest: which player?" in page
    assert 'value="Spring"' in page
    assert "By hand" in page
    assert page.count('name="at-') == 1
    sent |= {"who-guest": str(guest.pk), "at-guest": "0"}
    shown = client.post(address, sent | {"do": "preview"})
    assert shown.status_code == 200
    assert f'<option value="{guest.pk}" selected>' in shown.content.decode()
    assert LeagueSeason.objects.count() == 1
    made = client.post(address, sent)
    assert made.headers["Location"] == f"/leagues/{season.league.slug}/seasons/2/"
    following = LeagueSeason.objects.get(number=2)
    upper, lower = ({e.player.name for e in of.entries.all()} for of in divisions(following))
    assert upper == {"1", "2", "4", "Guest"}
    assert lower == {"3", "5", "6", "7", "8", "Newcomer"}
    client.post(address, sent)
    assert LeagueSeason.objects.count() == 2


def test_odd_input_is_refused_and_answered() -> None:
    boss = director()
    season = two_divisions(boss)
    client, address = browser(boss), address_of(season, "next/")
    first = divisions(season)[0].entries.get(player__name="1").player_id
    for sent in (
        {"name": "\x00", "new_players": "a\x00b\nc"},
        {"name": "S", f"place-{first}": "9" * 30},
        {"name": "S", "new_players": "\n".join(f"N{n}" for n in range(101))},
        {"name": "S", "new_players": "1", "who-1": str(first)},
        {"name": "S", "new_players": "Nobody", "who-nobody": "9" * 30},
    ):
        assert client.post(address, sent | {"do": "make"}).status_code == 422
    assert client.get(f"/leagues/{season.league.slug}/seasons/{'9' * 18}/").status_code == 404
    for sent in ({"do": "remove", "division": "9" * 25}, {"do": "change", "division": "x"}):
        assert client.post(address_of(season, "divisions/"), sent).status_code == 404
    assert LeagueSeason.objects.count() == 1


def test_another_organizer_does_not_overwrite_settings_unseen() -> None:
    boss = director()
    made = league(boss)
    client, address = browser(boss), f"/leagues/{made.slug}/settings/"
    version = client.get(address).context["form"].initial["version"]
    client.post(address, {"name": "First", "about": "", "version": version})
    again = client.post(address, {"name": "Second", "about": "", "version": version})
    assert again.status_code == 422
    assert 'value="Second"' in again.content.decode()
    sent = {"name": "Second", "about": "", "version": again.context["form"].data["version"]}
    assert client.post(address, sent).status_code == 302
    assert League.objects.get().name == "Second"
    assert "Settings changed: Name" in text_of(client, address)


def test_the_api_does_what_the_pages_do() -> None:
    boss = director()
    client = api(boss)
    made = client.post("/api/v1/leagues", {"name": "City League"}, format="json").json()
    root = f"/api/v1/leagues/{made['slug']}"
    assert client.patch(root, {"about": "Weekly."}, format="json").json()["about"] == "Weekly."
    assert client.post(f"{root}/seasons", {"name": "2026"}, format="json").json()["number"] == 1
    draft = lifecycle.create(organizer=boss, name="Upper", lengths=[3], clock=None, format="swiss")
    row = client.post(
        f"{root}/seasons/1/divisions", {"tournament": draft.slug, "relegated": 1}, format="json"
    ).json()
    changed = client.patch(
        f"{root}/seasons/1/divisions/{row['id']}", {"name": "Premier"}, format="json"
    )
    assert changed.json() == {"id": row["id"], "name": "Premier", "relegated": 1, "play_off": 0}
    shown = APIClient().get(f"{root}/seasons/1").json()
    assert shown["divisions"][0]["tournament"] is None
    assert client.delete(f"{root}/seasons/1/divisions/{row['id']}").status_code == 204
    assert client.delete(f"{root}/seasons/1").status_code == 204
    assert client.delete(root).status_code == 204


def test_the_api_previews_and_prepares_a_season() -> None:
    boss = director()
    season = two_divisions(boss)
    client, root = api(boss), f"/api/v1/leagues/{season.league.slug}/seasons"
    preview = client.get(f"{root}/1/next").json()
    assert preview["is_over"] is True
    moves = [[line["move"] for line in row["lines"]] for row in preview["divisions"]]
    assert moves == [
        ["stays", "stays", "stays", "promoted"],
        ["relegated", "stays", "stays", "stays"],
    ]
    six = divisions(season)[1].entries.get(player__name="6").player_id
    sent = {
        "moves": [{"player": six, "division": None}],
        "new_players": [{"name": "Newcomer", "division": 1}],
    }
    made = client.post(f"{root}/1/next", sent, format="json")
    assert made.status_code == 201
    assert made.json() == {"number": 2, "name": "Season 2", "is_new": True, "refused": []}
    assert client.post(f"{root}/1/next", sent, format="json").status_code == 200
    for move in ({"player": 10**15, "division": 0}, {"player": six, "division": 12}):
        asked = client.post(f"{root}/2/next", {"moves": [move]}, format="json")
        assert asked.status_code == 400
    bad = {"new_players": [{"player": 10**15}]}
    assert client.post(f"{root}/2/next", bad, format="json").json()["code"] == "no_such_player"
    listed = client.get(root).json()
    assert [(row["number"], row["champion"]) for row in listed] == [(2, None), (1, "1")]
    lines = client.get(f"{root}/1").json()["divisions"][0]["lines"]
    assert [line["zone"] for line in lines] == ["", "", "", "relegation"]


def test_a_long_text_makes_no_more_fields_than_new_players_are_allowed() -> None:
    season = two_divisions(director())
    typed = {"new_players": "\n".join(f"N{n}" for n in range(200_000))}
    form = NextSeasonForm(typed, season, all_tables(season))
    assert len(form.new_names) == MOST_JOINING + 1
    assert not form.is_valid()


def test_officers_see_nothing_of_drafts_that_they_do_not_direct() -> None:
    boss, who = director(), player("officer")
    season = two_divisions(boss)
    League.objects.update(club=club(who))
    draft = lifecycle.create(
        organizer=boss, name="Secret", lengths=[3], clock=None, format="round_robin"
    )
    add_division(boss, season.pk, NOW, tournament=draft.pk, name="Third")
    officer = browser(login_of(who))
    for part in ("", "divisions/"):
        page = text_of(officer, address_of(season, part))
        assert "Third" in page
        assert "Secret" not in page
        assert "Prepare next season" not in page
    assert "Secret" not in text_of(officer, f"/leagues/{season.league.slug}/settings/")
    assert "Secret" in text_of(browser(boss), address_of(season, "divisions/"))
    for client in (officer.get, officer.post):
        assert client(address_of(season, "next/")).status_code == 403
    root = f"/api/v1/leagues/{season.league.slug}/seasons/1/next"
    asked = api(login_of(who)).get(root)
    assert (asked.status_code, asked.json()["code"]) == (403, "not_your_role")


def test_a_season_too_large_for_the_page_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boss = director()
    season = two_divisions(boss)
    monkeypatch.setattr(next_season, "MOST_PLAYERS", 8)
    sent = {"name": "Spring", "new_players": "Newcomer", "do": "make"}
    asked = browser(boss).post(address_of(season, "next/"), sent)
    assert asked.status_code == 422
    assert "Newcomer" in asked.content.decode()
    monkeypatch.setattr(next_season, "MOST_PLAYERS", 7)
    page = browser(boss).get(address_of(season, "next/"))
    assert page.status_code == 409
    assert "up to 7 players" in page.content.decode()
