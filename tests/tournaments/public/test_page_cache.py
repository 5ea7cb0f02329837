"""A visitor's page that is kept for the next visitor is never an old one, and never that of somebody we know."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.games.services.tables import playing
from tests.keeping import forget
from tests.tournaments.making import director
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.models import Tournament
from tournaments.players.views import player_page

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')


@pytest.fixture(autouse=True)
def _fresh_cache_and_two_languages(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("fi", "Finnish")]
    forget()


@pytest.fixture
def made() -> Tournament:
    return begun(8, format="swiss", options={"rounds": 2})


def page(client: Client, made: Tournament, tab: str = "standings", **headers: str) -> str:
    answer = client.get(f"/tournaments/{made.slug}/{tab}/", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_second_visitor_costs_two_queries(made: Tournament, django_assert_num_queries) -> None:
    first = page(Client(), made)
    with django_assert_num_queries(2):
        second = page(Client(), made)
    assert TOKEN.sub("", first) == TOKEN.sub("", second)


def test_the_next_visitor_sees_a_result(made: Tournament) -> None:
    before = page(Client(), made)
    decide(made)
    after = page(Client(), made)
    assert TOKEN.sub("", before) != TOKEN.sub("", after)


def test_each_visitor_has_a_token_of_their_own_that_their_forms_may_send(made: Tournament) -> None:
    tokens = []
    for _ in range(3):
        client = Client(enforce_csrf_checks=True)
        match = TOKEN.search(page(client, made))
        assert match is not None
        tokens.append(match[1])
        sent = {"language": "fi", "next": "/", "csrfmiddlewaretoken": match[1]}
        assert client.post("/i18n/setlang/", sent).status_code == 302
    assert len(set(tokens)) == 3
    assert all(re.fullmatch(r"\w{64}", token) for token in tokens)


def test_each_language_has_its_own_page(made: Tournament) -> None:
    english = page(Client(), made, **{"Accept-Language": "en"})
    finnish = page(Client(), made, **{"Accept-Language": "fi"})
    assert '<html lang="en"' in english
    assert '<html lang="fi"' in finnish


def test_who_is_signed_in_neither_leaves_nor_gets_a_kept_page(made: Tournament) -> None:
    member = director("somebody_known")
    client = Client()
    client.force_login(member)
    assert "somebody_known" in page(client, made)
    assert "somebody_known" not in page(Client(), made)
    assert "somebody_known" in page(client, made)


def test_what_anybody_can_make_up_is_not_kept(made: Tournament) -> None:
    page(Client(), made)
    with CaptureQueriesContext(connection) as kept:
        [Client().get(f"/tournaments/{made.slug}/standings/?stage=1") for _ in range(2)]
    with CaptureQueriesContext(connection) as made_up:
        [Client().get(f"/tournaments/{made.slug}/standings/?x=1") for _ in range(2)]
    assert len(made_up) > len(kept)


def test_a_part_for_htmx_is_not_the_whole_page(made: Tournament) -> None:
    whole, part = page(Client(), made), page(Client(), made, **{"HX-Request": "true"})
    assert "<html" in whole
    assert "<html" not in part


@pytest.mark.parametrize(
    "address", ["", "boards/", "tv/", "files/txt.zip", "standings/"]
)  # fmt: skip
def test_head_is_answered_like_get(made: Tournament, address: str) -> None:
    answer = Client().head(f"/tournaments/{made.slug}/{address}", follow=True)
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content if answer.streaming else [answer.content]) == b""


@pytest.mark.parametrize("address", ["/", "/dice/", "/players/", "/tv/", "/watch/", "/privacy/"])
def test_head_is_answered_where_get_is(address: str) -> None:
    assert Client().head(address).status_code == 200


def test_nobody_can_write_the_place_of_the_token_into_a_page() -> None:
    """A link with the token in its address would take it to the author of the link."""
    made = begun(8, format="swiss", options={"rounds": 2}, name="@@token@@")
    shown = [page(Client(), made) for _ in range(2)]
    assert all("@@token@@" in html for html in shown)


def test_a_players_page_is_drawn_once_and_shows_the_next_result_at_once(
    django_assert_num_queries: Any,
) -> None:
    sitting = playing()
    player = sitting.match.seats.get(seat="B").player
    address = f"/players/{player.pk}/"
    with freeze_half_second():
        assert "res--won" not in Client().get(address).content.decode()
        with django_assert_num_queries(3):
            Client().get(address)
        sitting.act("A", "concede")
        assert "res--won" in Client().get(address).content.decode()


def test_a_players_new_name_is_on_their_page_at_once() -> None:
    player = playing().match.seats.get(seat="B").player
    with freeze_half_second():
        Client().get(f"/players/{player.pk}/")
        player.name = "Renamed"
        player.save()
        assert "Renamed" in Client().get(f"/players/{player.pk}/").content.decode()


def freeze_half_second() -> Any:
    """Within one: however slow the machine is, the page is not drawn again because of its age."""
    return patch.object(player_page, "CACHED_S", 3600.0)
