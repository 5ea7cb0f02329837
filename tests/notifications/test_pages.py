"""The bell, the page and the API: what is unread, what is waiting already, and that a user reaches their own alone."""

import json

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.rules import Rules
from games.services import friendly
from notifications import kinds
from notifications.models import Notification
from notifications.services.notify import News, notify
from tests.tournaments.making import NOW, player
from tournaments.public.selectors.waiting import WaitingView, waiting_view

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)


def tell(
    who: Player, subject: str = "one", url: str = "/tournaments/", kind: str = kinds.SEAT
) -> None:
    notify([News(who.user_id, kind, subject, url)], NOW)  # type: ignore[arg-type]


def bell(who: Player, at: str = "") -> WaitingView:
    return waiting_view(who.user, NOW, at)  # type: ignore[arg-type]


def signed_in(who: Player) -> Client:
    client = Client()
    client.force_login(who.user)  # type: ignore[arg-type]
    return client


def test_what_is_waiting_is_counted_and_listed_once() -> None:
    alice, bob = player("alice"), player("bob")
    friendly.challenge(alice, bob, RULES, None, NOW)
    tell(bob)
    view = bell(bob)
    assert [item.kind for item in view.items] == ["challenge"]
    assert [line.kind for line in view.news.lines] == [kinds.SEAT]
    assert view.count == 2


def test_the_page_that_it_is_about_is_read_by_opening_it() -> None:
    bob = player("bob")
    tell(bob, "one", "/tournaments/cup/")
    tell(bob, "two", "/tournaments/other/")
    assert bell(bob).news.unread == 2
    view = bell(bob, "/tournaments/cup/")
    assert (view.news.unread, view.news.is_about_page) == (1, True)
    client = signed_in(bob)
    html = client.get("/waiting/", {"at": "/tournaments/cup/"}).content.decode()
    assert "data-here" in html
    fetch = {"X-Requested-With": "fetch"}
    sent = client.post("/notifications/read/", {"at": "/tournaments/cup/"}, headers=fetch)
    assert sent.status_code == 204
    assert bell(bob).news.unread == 1
    assert "data-here" not in client.get("/waiting/", {"at": "/tournaments/cup/"}).content.decode()


def test_all_are_read_with_one_button_and_those_of_others_are_left() -> None:
    alice, bob = player("alice"), player("bob")
    for who in (alice, bob):
        tell(who)
    assert signed_in(bob).post("/notifications/read/")["Location"] == "/notifications/"
    assert (bell(bob).news.unread, bell(alice).news.unread) == (0, 1)


def test_the_page_lists_pages_of_them_and_unread_ones_alone() -> None:
    bob = player("bob")
    notify([News(bob.user_id, kinds.SEAT, f"{n}", "/x/") for n in range(35)], NOW)  # type: ignore[arg-type]
    Notification.objects.filter(subject="0").update(read_at=NOW)
    client = signed_in(bob)
    assert client.get("/notifications/").content.count(b'class="notified"') == 30
    assert client.get("/notifications/?page=2").content.count(b'class="notified"') == 5
    assert client.get("/notifications/?unread=1&page=2").content.count(b'class="notified"') == 4
    assert Client().get("/notifications/").status_code == 302


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    bob = player("bob")
    rivals = [player() for _ in range(20)]
    notify(
        [
            News(bob.user_id, kinds.DECLINED, f"{who.pk}", "/x/", player_id=who.pk)  # type: ignore[arg-type]
            for who in rivals
        ],
        NOW,
    )
    client = signed_in(bob)
    client.get("/notifications/")
    with django_assert_max_num_queries(8):
        client.get("/notifications/")
    with django_assert_max_num_queries(9):
        waiting_view(bob.user, NOW)  # type: ignore[arg-type]


def test_programs_read_and_mark_their_own() -> None:
    alice, bob = player("alice"), player("bob")
    tell(bob, "one")
    tell(bob, "two")
    tell(alice)
    client = signed_in(bob)
    listed = client.get("/api/v1/notifications?unread=true").json()
    assert listed["count"] == 2
    first = listed["results"][0]
    assert first["text"] == "You have a place. You are no longer on the waiting list."
    assert (first["kind"], first["url"], first["is_read"]) == ("seat", "/tournaments/", False)

    def mark(body: object) -> tuple[int, dict[str, int]]:
        sent = client.post("/api/v1/notifications/read", json.dumps(body), "application/json")
        return sent.status_code, sent.json()

    others = Notification.objects.get(user=alice.user).pk
    assert mark({"ids": [first["id"], others]}) == (200, {"read": 1})
    assert mark({})[0] == 400
    assert mark({"ids": [1], "all": True})[0] == 400
    assert mark({"ids": [0]})[0] == 400
    assert mark({"all": True}) == (200, {"read": 1})
    assert client.get("/api/v1/notifications?unread=true").json()["count"] == 0
    assert client.get("/api/v1/notifications?unread=false").json()["count"] == 2
    assert Notification.objects.get(user=alice.user).read_at is None
    assert Client().get("/api/v1/notifications").status_code == 401
