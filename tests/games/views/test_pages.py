"""The pages of matches: the table, friendlies by name, link and bot, and what is being played."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from accounts.services.players import create_bot
from games.models import Match, MatchKind
from tests.games.services.tables import START, Sitting, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def bob() -> User:
    return create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")


@pytest.fixture
def sitting(ann: User, bob: User) -> Sitting:
    return sit(ann.player, bob.player, length=1)


def started(sitting: Sitting) -> Match:
    """Both are ready and the server has rolled the first dice."""
    sitting.join()
    return sitting.fresh()


def page_data(client: Client, match: Match) -> dict[str, Any]:
    html = client.get(reverse("match", args=[match.pk])).content.decode()
    matched = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html)
    assert matched
    return json.loads(matched[1])


def test_a_player_gets_their_seat_and_their_rights(
    client: Client, sitting: Sitting, bob: User
) -> None:
    client.force_login(bob)
    data = page_data(client, sitting.match)
    assert data["view"]["seat"] == "B"
    assert data["view"]["may"]["ready"] is None
    assert [row["kind"] for row in data["actions"]] == ["epoch"]


def test_anybody_may_watch_without_rights(client: Client, sitting: Sitting) -> None:
    data = page_data(client, started(sitting))
    assert data["view"]["seat"] is None
    assert data["view"]["may"] == {}
    assert data["view"]["steps"] is None


def test_the_position_is_drawn_without_javascript(client: Client, sitting: Sitting) -> None:
    html = client.get(reverse("match", args=[started(sitting).pk])).content.decode()
    html = html.partition("</main>")[0].partition("<dialog")[0]
    assert html.count('href="#ck-a"') == html.count('href="#ck-b"') == 15
    assert html.count('class="die"') == 2
    assert "style=" not in html


def test_no_page_of_a_match_shows_its_seed(client: Client, sitting: Sitting, ann: User) -> None:
    client.force_login(ann)
    html = client.get(reverse("match", args=[started(sitting).pk])).content.decode()
    assert sitting.match.seeds.get().seed not in html


def test_a_table_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/matches/00000000-0000-4000-8000-000000000000/").status_code == 404


def test_spectators_of_a_delayed_match_see_it_late(client: Client, ann: User, bob: User) -> None:
    match = started(sit(ann.player, bob.player, spectator_delay_s=60))
    page = reverse("match", args=[match.pk])
    with time_machine.travel(START + timedelta(seconds=30), tick=False):
        early = client.get(page).content.decode()
        assert "60 s late" in early
        assert "table-data" not in early
        assert (
            reverse("match", args=[match.pk]) not in client.get(reverse("watch")).content.decode()
        )
    with time_machine.travel(START + timedelta(seconds=90), tick=False):
        late = page_data(client, match)
        assert len(late["actions"]) == match.seq
        client.force_login(ann)
        data = page_data(client, match)
        assert data["view"]["seat"] == "A"
        # Clocks and countdowns run from the moment that is seen.
        assert data["view"]["now"] - late["view"]["now"] == 60_000


def test_spectators_of_a_delayed_match_see_its_end_late_too(
    client: Client, ann: User, bob: User
) -> None:
    sitting = sit(ann.player, bob.player, spectator_delay_s=60)
    started(sitting)
    sitting.act("A", "concede", received_at=sitting.tick(100))
    for seconds, status in ((130, "playing"), (170, "finished")):
        with time_machine.travel(START + timedelta(seconds=seconds), tick=False):
            assert page_data(client, sitting.match)["view"]["status"] == status


def test_watching_lists_what_is_played_with_a_fixed_number_of_queries(
    client: Client, ann: User, bob: User, django_assert_num_queries: Any
) -> None:
    sit(ann.player, bob.player)
    for _ in range(3):
        started(sit(ann.player, bob.player))
    with django_assert_num_queries(2):
        html = client.get(reverse("watch")).content.decode()
    assert html.count('class="live-card"') == 3
    part = client.get(
        reverse("watch"), {"limit": "2"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert part.count('class="live-card"') == 2
    assert "<html" not in part


@pytest.mark.parametrize(
    ("show", "number"),
    [("all", 3), ("tournaments", 1), ("people", 1), ("bots", 1), ("nonsense", 3)],
)
def test_watching_shows_the_chosen_kind_of_matches(
    client: Client, ann: User, bob: User, show: str, number: int
) -> None:
    started(sit(ann.player, bob.player))
    started(sit(ann.player, bob.player))
    Match.objects.filter(pk=started(sit(ann.player, bob.player)).pk).update(
        kind=MatchKind.TOURNAMENT
    )
    first = Match.objects.filter(kind=MatchKind.FRIENDLY)[0]
    first.seats.filter(seat="B").update(player=create_bot("Dicey", "random"))
    html = client.get(reverse("watch"), {"show": show}).content.decode()
    assert html.count('class="live-card"') == number


def test_watching_sends_nothing_while_no_board_has_changed(
    client: Client, ann: User, bob: User
) -> None:
    started(sit(ann.player, bob.player))
    html = client.get(reverse("watch")).content.decode()
    key = html.split("key=")[1].split('"')[0]
    asked = {"limit": "60", "key": key}
    poll = client.get(reverse("watch"), asked, headers={"HX-Request": "true"})
    assert poll.status_code == 204
    started(sit(ann.player, bob.player))
    poll = client.get(reverse("watch"), asked, headers={"HX-Request": "true"})
    assert poll.content.decode().count('class="live-card"') == 2


def test_an_empty_house_says_so(client: Client) -> None:
    assert "No live matches right now." in client.get(reverse("watch")).content.decode()


def test_the_words_of_the_table_come_as_a_script_file(client: Client) -> None:
    answer = client.get(reverse("javascript-catalog"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert "gettext" in answer.content.decode()
