"""The search of the top bar: who and what is found, by whom, and how often it may be asked."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import BotKind, Player, User
from tests.tournaments.making import NOW, director, tournament
from tournaments.models import Event, Tournament
from tournaments.public.selectors import search as search_selector
from tournaments.public.selectors.search import search, searched_text
from tournaments.public.views import search as search_view
from tournaments.setup.services import lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]  # its query is special
VISITOR = AnonymousUser()


def names(text: str) -> list[str]:
    return [player.name for player in search(text, VISITOR).players]


@pytest.mark.parametrize("text", ["zielinska", "ZIELIŃSKA", "kat ziel", "ńska"])
def test_a_player_is_found_without_accents_and_by_any_part(text: str) -> None:
    Player.objects.create(name="Katarzyna Zielińska")
    Player.objects.create(name="Kati Tamm")
    assert names(text) == ["Katarzyna Zielińska"]


def test_names_that_begin_with_the_text_come_first_and_ten_at_most() -> None:
    Player.objects.bulk_create(Player(name=f"A Bob {n:02}") for n in range(8))
    Player.objects.bulk_create(Player(name=f"Bob {n:02}") for n in range(4))
    hits = names("bob")
    assert hits[:4] == ["Bob 00", "Bob 01", "Bob 02", "Bob 03"]
    assert len(hits) == 10


def test_guests_and_former_players_are_not_found_and_bots_and_walk_ins_are() -> None:
    guest = User.objects.create(username="guest", guest_seen_at=NOW)
    Player.objects.create(name="Same guest", user=guest)
    Player.objects.create(name="Same gone", anonymised_at=NOW)
    Player.objects.create(name="Same bot", bot_kind=BotKind.STEADY)
    Player.objects.create(name="Same walk-in")
    assert names("same") == ["Same bot", "Same walk-in"]


def test_drafts_and_events_that_are_not_public_are_found_by_their_own_people() -> None:
    made = lifecycle.create(
        organizer=director(), name="Cup of drafts", lengths=[3], clock=None, draw_method="manual"
    )
    own = Event.objects.create(
        slug="cup-days", name="Cup days", starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 2),
        organizer=made.organizer,
    )  # fmt: skip
    assert not search("cup", VISITOR)
    assert made.organizer is not None
    results = search("cup", made.organizer)
    assert [row.pk for row in results.tournaments] == [made.pk]
    assert [row.pk for row in results.events] == [own.pk]


def test_odd_texts_are_answered(client: Client) -> None:
    assert searched_text("  a\x00b \n c ") == "a b c"
    for text in ("\x00", "%", "_", "'", "\\", "x" * 5000, "🎲", "a b c d e f g", "\ud7ff\uffff"):
        assert client.get("/search/", {"q": text}).status_code == 200, text
        assert client.get("/search/suggestions.json", {"q": text}).status_code == 200, text
    Player.objects.create(name="Plain")
    assert names("%") == []
    assert names("_") == []


def test_the_number_of_queries_does_not_grow() -> None:
    counts = []
    for size in (2, 60):
        Player.objects.bulk_create(Player(name=f"Grows {size} {n}") for n in range(size))
        Tournament.objects.bulk_create(
            Tournament(slug=f"grows-{size}-{n}", name=f"Grows {n}", status="open", format="swiss")
            for n in range(size)
        )
        with CaptureQueriesContext(
            connection,
        ) as asked:
            results = search("grows", VISITOR)
        counts.append(len(asked))
        assert len(results.players) <= search_selector.MOST_HITS
    assert counts[1] <= counts[0] <= 8


def test_suggestions_name_their_kind_and_lead_to_the_page(client: Client) -> None:
    player = Player.objects.create(name="Kadri <b>Tamm</b>", country="EE")
    made = tournament(name="Kadri memorial")
    groups = client.get("/search/suggestions.json", {"q": "kadri"}).json()["groups"]
    assert [group["name"] for group in groups] == ["Players", "Tournaments"]
    hit = groups[0]["hits"][0]
    assert (hit["name"], hit["note"], hit["url"]) == (
        player.name,
        "Estonia",
        f"/players/{player.pk}/",
    )
    assert groups[1]["hits"][0]["url"] == made.get_absolute_url()
    html = client.get("/search/", {"q": "kadri"}).content.decode()
    assert "Kadri &lt;b&gt;Tamm&lt;/b&gt;" in html
    assert made.name in html


def test_too_many_searches_are_refused_with_a_code(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_view, "MOST_OF_VISITORS", 2)
    codes = [client.get("/search/suggestions.json", {"q": "a"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert client.get("/search/suggestions.json", {"q": "a"}).json()["code"] == "too_many_searches"
    assert client.get("/search/", {"q": "a"}).status_code == 429
    assert client.get("/search/").status_code == 200  # the empty page asks nothing


def test_every_page_has_the_form_which_works_without_scripts(client: Client) -> None:
    for address in ("/", "/players/", "/tournaments/", "/nowhere/"):
        assert (
            '<form class="search-box" method="get" action="/search/"'
            in client.get(address).content.decode()
        )
