"""The pages of clubs: what is shown, to whom, and at what cost."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.access import suspend
from clubs.models import Club, ClubMember
from clubs.services import hosting
from ratings.models import PlayerRating
from tests.clubs.making import club, joined, login_of, row, statuses
from tests.staff.people import root, signed_in
from tests.tournaments import making
from tests.tournaments.making import NOW, player
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def event_of(organizer: User, name: str = "Club weekend", days: int = 5) -> Event:
    day = timezone.localdate() + timedelta(days=days)
    return Event.objects.create(
        slug=name.lower().replace(" ", "-"), name=name, starts_on=day, ends_on=day, organizer=organizer, is_public=True,
    )  # fmt: skip


def rated(of: Club, rating: float, name: str = "") -> None:
    PlayerRating.objects.create(
        pool="online", player=joined(of, player(name)), rating=rating, experience=500, glicko=rating, deviation=50,
        volatility=0.06, matches=9, last_at=NOW,
    )  # fmt: skip


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_the_list_is_searched_without_accents_and_by_country_and_says_what_is_next(
    client: Client,
) -> None:
    anna = player()
    made = club(anna, name="Žalgiris Gammon", country="LT", place="Kaunas")
    club(name="Tartu Club", country="EE")
    event = event_of(login_of(anna))
    hosting.add_event(login_of(anna), made.pk, event.pk, NOW)
    page = client.get("/clubs/", {"q": "zalgiris"}).content.decode()
    assert "Žalgiris Gammon" in page
    assert "Tartu Club" not in page
    assert "Club weekend" in page
    assert "1 member" in page
    assert "Tartu Club" not in client.get("/clubs/", {"country": "LT"}).content.decode()
    for odd in ("\x00", "%", "x" * 500, "🎲"):
        assert client.get("/clubs/", {"q": odd, "page": "-1", "country": "??"}).status_code == 200


def test_the_ranking_is_of_members_only_and_the_highest_comes_first(client: Client) -> None:
    made, other = club(), club()
    rated(made, 1600, "strong")
    rated(made, 1500, "weaker")
    rated(other, 1900, "elsewhere")
    page = client.get(f"/clubs/{made.slug}/").content.decode()
    assert "elsewhere" not in page
    ranking = page[page.index("ranking-h") :]
    assert ranking.index("strong") < ranking.index("weaker")
    assert (
        "strong"
        not in client.get(f"/clubs/{made.slug}/?pool=over_the_board")
        .content.decode()
        .split('id="members"')[0]
    )


def test_a_finished_tournament_stands_below_with_its_winner(client: Client) -> None:
    anna = player("anna")
    made = club(anna)
    played = making.started(2, organizer=login_of(anna), name="Autumn Cup")
    making.win_all(played, "W1.1 1")
    hosting.add_tournament(login_of(anna), made.pk, played.pk, NOW)
    page = client.get(f"/clubs/{made.slug}/").content.decode()
    past = page[page.index("past-h") :]
    assert "Autumn Cup" in past
    assert "Winner: 1" in past


def test_a_draft_is_seen_by_its_own_people_only(client: Client) -> None:
    anna = player("anna")
    made = club(anna)
    draft = lifecycle.create(organizer=login_of(anna), name="Secret Cup", lengths=[3], clock=None)
    hosting.add_tournament(login_of(anna), made.pk, draft.pk, NOW)
    assert "Secret Cup" not in client.get(f"/clubs/{made.slug}/").content.decode()
    assert "Secret Cup" not in client.get("/clubs/").content.decode()
    client.force_login(login_of(anna))
    assert "Secret Cup" in client.get(f"/clubs/{made.slug}/").content.decode()


def test_an_officer_adds_only_what_they_direct_and_each_has_one_club() -> None:
    anna, bob = player("anna"), player("bob")
    made, other = club(anna), club(bob)
    cup = making.tournament(login_of(anna))
    with pytest.raises(DomainError, match="not_your_role"):
        hosting.add_tournament(login_of(bob), other.pk, cup.pk, NOW)
    with pytest.raises(DomainError, match="not_an_officer"):
        hosting.add_tournament(login_of(anna), other.pk, cup.pk, NOW)
    item = hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW)
    assert hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW).pk == item.pk
    third = club(anna)
    with pytest.raises(DomainError, match="hosted_elsewhere"):
        hosting.add_tournament(login_of(anna), third.pk, cup.pk, NOW)
    with pytest.raises(DomainError, match="not_an_officer"):
        hosting.remove_hosting(login_of(bob), made.pk, item.pk)
    hosting.remove_hosting(login_of(bob), other.pk, item.pk)
    assert made.hostings.count() == 1
    hosting.remove_hosting(login_of(anna), made.pk, item.pk)
    assert Tournament.objects.filter(pk=cup.pk).exists()
    assert made.hostings.count() == 0


def test_the_number_of_queries_does_not_grow(client: Client) -> None:
    anna = player("anna")
    made = club(anna)
    client.force_login(login_of(anna))
    addresses = ("/clubs/", f"/clubs/{made.slug}/", f"/clubs/{made.slug}/settings/", f"/api/v1/clubs/{made.slug}", "/api/v1/clubs")  # fmt: skip
    counts = []
    for size in (2, 9):
        for n in range(size):
            rated(made, 1500 + n)
            club(name=f"Grows {size} {n}")
            item = event_of(login_of(anna), f"Event {size} {n}")
            hosting.add_event(login_of(anna), made.pk, item.pk, NOW)
            cup = making.tournament(login_of(anna), name=f"Cup {size} {n}")
            hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW)
            asking = player()
            ClubMember.objects.create(club=made, player=asking, status="requested", at=NOW)
        counts.append([queries(client, address) for address in addresses])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 24


def test_a_hidden_club_is_gone_for_everybody_but_officers_and_staff(client: Client) -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna, name="Rude Name")
    joined(made, bob)
    staff = signed_in(root())
    staff.post("/admin/clubs/club/", {"action": "hide", "_selected_action": [made.pk]})
    assert Club.objects.get(pk=made.pk).hidden_at is not None
    client.force_login(login_of(bob))
    for address in (f"/clubs/{made.slug}/", f"/api/v1/clubs/{made.slug}"):
        assert client.get(address).status_code == 404
    for address in ("/clubs/", f"/players/{anna.pk}/", "/api/v1/clubs", "/search/?q=rude"):
        assert "Rude Name" not in client.get(address).content.decode(), address
    client.force_login(login_of(anna))
    assert "hidden this club" in client.get(f"/clubs/{made.slug}/").content.decode()
    staff.post("/admin/clubs/club/", {"action": "show", "_selected_action": [made.pk]})
    assert Club.objects.get(pk=made.pk).hidden_at is None


def test_staff_give_a_club_an_officer_where_the_only_one_is_suspended() -> None:
    anna = player("anna")
    made = club(anna)
    joined(made, player("bob"))
    suspend(login_of(anna), NOW, because="spam")
    staff = signed_in(root())
    staff.post("/admin/clubs/club/", {"action": "appoint", "_selected_action": [made.pk]})
    assert statuses(made) == {"anna": "officer", "bob": "officer"}


def test_the_player_page_and_the_search_lead_to_the_club(client: Client) -> None:
    anna = player("anna")
    made = club(anna, name="Õhtu Club")
    link = f'href="/clubs/{made.slug}/"'
    assert link in client.get(f"/players/{anna.pk}/").content.decode()
    assert link in client.get("/search/", {"q": "ohtu"}).content.decode()
    groups = client.get("/search/suggestions.json", {"q": "ohtu"}).json()["groups"]
    assert groups == [
        {"name": "Clubs", "hits": [{"name": "Õhtu Club", "note": "Tartu", "url": f"/clubs/{made.slug}/"}]}
    ]  # fmt: skip
    assert '"/clubs/"' in client.get("/players/").content.decode()


def test_a_club_is_started_joined_and_run_in_the_browser(client: Client) -> None:
    anna, bob = player("anna"), player("bob")
    client.force_login(login_of(anna))
    form = {"name": "Night Owls", "joining": "on_approval", "website": "example.org"}
    assert client.post("/clubs/new/", form | {"name": "x"}).status_code == 422
    made_at = client.post("/clubs/new/", form)
    assert made_at["Location"] == "/clubs/night-owls/"
    page = client.get("/clubs/night-owls/").content.decode()
    assert 'href="https://example.org" rel="noopener nofollow"' in page
    made = Club.objects.get()
    client.force_login(login_of(bob))
    client.post("/clubs/night-owls/join/")
    assert client.get("/clubs/night-owls/settings/").status_code == 403
    client.force_login(login_of(anna))
    assert "bob" in client.get("/clubs/night-owls/settings/").content.decode()
    act = "/clubs/night-owls/members/"
    client.post(act, {"do": "accept", "member": row(made, bob).pk})
    client.post(act, {"do": "make_officer", "member": row(made, bob).pk})
    assert statuses(made) == {"anna": "officer", "bob": "officer"}
    client.post(act, {"do": "step_down"})
    assert statuses(made) == {"anna": "member", "bob": "officer"}
    for sent, status in (({"do": "remove"}, 403), ({}, 403)):
        assert client.post(act, sent).status_code == status
    client.force_login(login_of(bob))
    for sent, status in (({"do": "?"}, 400), ({"do": "remove", "member": "9" * 30}, 404), ({"do": "remove", "member": "x"}, 404)):  # fmt: skip
        assert client.post(act, sent).status_code == status
    for subject in ("", "event-", "event-x", "match-1", "event-99999", "tournament-" + "9" * 40):
        assert client.post("/clubs/night-owls/hosting/", {"subject": subject}).status_code == 404
    client.post("/clubs/night-owls/delete/")
    assert not Club.objects.exists()


def test_what_cannot_be_undone_asks_first(client: Client) -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    joined(made, bob)
    client.force_login(login_of(anna))
    page = client.get(f"/clubs/{made.slug}/settings/").content.decode()
    for value in ("remove", "hand_over", "make_officer"):
        button = page.index(f'name="do" value="{value}"')
        assert page.rindex('<details class="confirm"', 0, button) > page.rindex(
            "</details>", 0, button
        )
    assert "Delete club" in page
    client.force_login(login_of(bob))
    assert '<details class="confirm"' in client.get(f"/clubs/{made.slug}/").content.decode()


def test_the_api_lists_clubs_and_shows_one_with_members_and_tournaments(client: Client) -> None:
    anna = player("anna")
    made = club(anna, name="Ärmel Club", website="https://example.org/")
    club(name="Other Club", country="FI")
    event = event_of(login_of(anna), days=-9)
    cup = making.tournament(login_of(anna), name="Open Cup")
    hosting.add_event(login_of(anna), made.pk, event.pk, NOW)
    hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW)
    listed = client.get("/api/v1/clubs", {"q": "armel", "country": "ee"}).json()["results"]
    assert listed == [{"slug": made.slug, "name": "Ärmel Club", "place": "Tartu", "country": "EE", "members": 1}]  # fmt: skip
    shown = client.get(f"/api/v1/clubs/{made.slug}").json()
    assert [(item["player"]["name"], item["is_officer"]) for item in shown["members"]] == [("anna", True)]  # fmt: skip
    assert [item["slug"] for item in shown["events"]] == [event.slug]
    assert [(item["name"], item["winner"]) for item in shown["tournaments"]] == [("Open Cup", None)]
    assert "email" not in str(shown)
    assert client.get("/api/v1/clubs", {"page": "x"}).status_code == 400
    assert client.get("/api/v1/clubs", {"word": "x"}).json()["code"] == "unknown_parameter"
    assert client.get("/api/v1/clubs/none").json()["code"] == "no_such_club"
