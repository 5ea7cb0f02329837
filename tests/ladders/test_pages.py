"""Pages and API of ladders: what visitors see, a month on a ladder by pages, and the same actions by API."""

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Player
from clubs.models import Club
from ladders.models import Ladder, LadderChallenge, LadderResult
from ladders.services.results import report_result
from tests.clubs.making import login_of
from tests.ladders.making_ladders import challenged, ladder_of, order, played
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Winter ladder", "length": "7", "preset": "tournament", "clock": "none", "reach": "3", "answer_days": "3",
    "play_days": "14", "unanswered": "place", "unplayed": "nothing", "rematch_days": "7", "idle_days": "0",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def browser(who: Player) -> Client:
    client = Client()
    client.force_login(login_of(who))
    return client


def test_an_officer_starts_a_ladder_and_a_mistake_loses_nothing_typed() -> None:
    made = ladder_of(1)
    client, address = browser(made.officer), f"/clubs/{made.club.slug}/ladders/new/"
    wrong = client.post(address, FORM | {"reach": "0"})
    assert wrong.status_code == 422
    assert "Winter ladder" in wrong.content.decode()
    assert client.post(address, FORM).status_code == 302
    assert Ladder.objects.filter(name="Winter ladder").exists()
    assert browser(made.players[0]).post(address, FORM).status_code == 403


def test_a_challenge_from_its_start_to_a_corrected_result_by_pages() -> None:
    made = ladder_of(2)
    top, two = made.players
    page = made.ladder.get_absolute_url()
    low, high = browser(two), browser(top)
    low.post(f"{page}challenges/", {"do": "challenge", "player": top.pk})
    row = LadderChallenge.objects.get()
    high.post(f"{page}challenges/", {"do": "accept", "challenge": row.pk})
    sent = {"do": "report", "challenge": row.pk, "winner": two.pk, "loser_points": "99"}
    wrong = low.post(f"{page}challenges/", sent)
    assert wrong.status_code == 422
    assert 'value="99"' in wrong.content.decode()
    for client in (low, high):
        client.post(f"{page}challenges/", sent | {"loser_points": "3"})
    assert order(made.ladder) == [two.pk, top.pk]
    fixed = {"challenge": row.pk, "winner": top.pk, "loser_points": "3", "reason": "Typed wrong."}
    assert browser(made.officer).post(f"{page}decide/", fixed).status_code == 302
    assert order(made.ladder) == [top.pk, two.pk]
    assert "Typed wrong." in Client().get(f"{page}log/").content.decode()


def test_a_refused_challenge_says_why_on_the_page() -> None:
    made = ladder_of(3, reach=1)
    answer = browser(made.players[2]).post(
        f"{made.ladder.get_absolute_url()}challenges/",
        {"do": "challenge", "player": made.players[0].pk},
    )
    assert answer.status_code == 422
    assert "places above you" in answer.content.decode()


def test_ladders_are_on_the_pages_of_clubs_and_players_but_not_of_hidden_clubs() -> None:
    made = ladder_of(2)
    addresses = (f"/clubs/{made.club.slug}/", f"/players/{made.players[0].pk}/", "/ladders/")
    addresses += ("/search/?q=club+LADDER", "/sitemap-ladders.xml")
    shown = ("Club ladder", made.ladder.get_absolute_url())
    for address in addresses:
        page = Client().get(address).content.decode()
        assert any(text in page for text in shown), address
    Club.objects.filter(pk=made.club.pk).update(hidden_at=NOW)
    caches["pages"].clear()
    for address in addresses[1:]:
        page = Client().get(address).content.decode()
        assert not any(text in page for text in shown), address
    assert Client().get(made.ladder.get_absolute_url()).status_code == 404
    assert browser(made.officer).get(made.ladder.get_absolute_url()).status_code == 200


def test_pages_of_players_and_officers_open_in_every_state() -> None:
    made = ladder_of(4)
    top, two, three, four = made.players
    played(made, two, top, two)
    page = made.ladder.get_absolute_url()
    row = challenged(made, four, three, timezone.now(), accepted=False)
    for who in (*made.players, made.officer):
        assert browser(who).get(page).status_code == 200
    browser(three).post(f"{page}challenges/", {"do": "accept", "challenge": row.pk})
    assert "Play online" in browser(four).get(page).content.decode()
    report_result(login_of(four), made.ladder.pk, row.pk, LadderResult(four.pk, 1), timezone.now())
    assert "Confirm result" in browser(three).get(page).content.decode()
    assert browser(made.officer).get(f"{page}settings/").status_code == 200


@pytest.mark.parametrize("do", ["challenge", "accept", "play", "report", "nothing"])
@pytest.mark.parametrize("number", ["", "x", "9" * 30])
def test_odd_numbers_are_refused_and_not_an_error(do: str, number: str) -> None:
    made = ladder_of(1)
    sent = {"do": do, "player": number, "challenge": number}
    address = f"{made.ladder.get_absolute_url()}challenges/"
    assert 400 <= browser(made.players[0]).post(address, sent).status_code < 500


def test_of_two_officers_who_change_the_settings_the_second_is_asked_again() -> None:
    made = ladder_of(1)
    officer, address = browser(made.officer), f"/ladders/{made.ladder.slug}/settings/"
    assert officer.post(address, FORM | {"version": "0", "reach": "5"}).status_code == 302
    late = officer.post(address, FORM | {"version": "0", "name": "Late name"})
    assert late.status_code == 422
    assert "Nothing was overwritten." in late.content.decode()
    assert "Late name" in late.content.decode()
    version = late.content.decode().split('name="version" value="')[1].split('"')[0]
    assert (
        officer.post(address, FORM | {"version": version, "name": "Late name"}).status_code == 302
    )
    made.ladder.refresh_from_db()
    assert (made.ladder.name, made.ladder.reach) == ("Late name", 3)


def test_a_program_changes_settings_only_of_the_version_that_it_has_read() -> None:
    made = ladder_of(1)
    api, address = APIClient(), f"/api/v1/ladders/{made.ladder.slug}"
    api.force_login(login_of(made.officer))
    version = api.get(address).json()["version"]
    read = {"If-Match": f'"{version}"'}
    assert api.patch(address, {"reach": 5}, format="json", headers=read).status_code == 200
    late = api.patch(address, {"reach": 4}, format="json", headers=read)
    assert (late.status_code, late.json()["code"]) == (412, "version_changed")
    assert api.patch(address, {"reach": 6}, format="json").status_code == 200


def test_the_same_actions_by_api() -> None:
    made = ladder_of(2)
    top, two = made.players
    api, root = APIClient(), f"/api/v1/ladders/{made.ladder.slug}"
    api.force_login(login_of(two))
    sent = api.post(f"{root}/challenges", {"player": top.pk}, format="json")
    assert sent.status_code == 201, sent.content
    at = f"{root}/challenges/{sent.json()['id']}"
    assert api.post(at, {"do": "accept"}, format="json").status_code == 403
    api.force_login(login_of(top))
    assert api.post(at, {"do": "accept"}, format="json").json()["status"] == "accepted"
    report = {"do": "report", "winner": two.pk, "loser_points": 4}
    assert api.post(at, report, format="json").json()["status"] == "reported"
    api.force_login(login_of(two))
    assert api.post(at, report, format="json").json()["status"] == "played"
    shown = APIClient().get(root).json()
    assert [row["player"] for row in shown["order"]] == [two.pk, top.pk]
    assert APIClient().get(f"{root}/log").json()["results"][0]["kind"] == "won"
    assert api.patch(f"{root}/membership", {"days": 7}, format="json").status_code == 200
    assert api.delete(f"{root}/membership").status_code == 204
