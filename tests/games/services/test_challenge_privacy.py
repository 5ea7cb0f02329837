"""Who may challenge whom is the choice of the challenged; when somebody was last online is shown where they let it be."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.last_seen import note_seen, presence_of
from accounts.models import Player, User
from games.engine.rules import Rules
from games.models import Match
from games.services import friendly
from tests.tournaments.making import NOW, nobody
from web.errors import NotAllowed

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", length=3)


def wants(player: Player, who: str) -> Player:
    User.objects.filter(pk=player.user_id).update(challenges_from=who)
    return Player.objects.get(pk=player.pk)


def challenge(asker: Player, other: Player) -> Match:
    return friendly.challenge(asker, other, RULES, None, NOW)


@pytest.mark.parametrize("who", ["nobody", "played", "followed"])
def test_a_stranger_is_refused_before_anything_is_made(who: str) -> None:
    asker, other = nobody("One"), wants(nobody("Other"), who)
    with pytest.raises(NotAllowed) as refused:
        challenge(asker, other)
    assert refused.value.code == "challenges_closed"
    assert not Match.objects.exists()
    assert challenge(other, asker)  # they may ask others themselves


def test_somebody_they_have_played_may_ask_again() -> None:
    asker, other = nobody("One"), nobody("Other")
    made = challenge(asker, other)
    wants(other, "played")
    other.refresh_from_db()
    with pytest.raises(NotAllowed):
        challenge(asker, Player.objects.get(pk=other.pk))  # the match before has not begun
    Match.objects.filter(pk=made.pk).update(started_at=NOW)
    assert challenge(asker, Player.objects.get(pk=other.pk))


def test_the_form_says_why_and_keeps_what_was_typed(client: Client) -> None:
    asker, other = nobody("One"), wants(nobody("Other"), "nobody")
    assert asker.user is not None
    client.force_login(asker.user)
    values = {
        "opponent": "player",
        "player": f"Other #{other.pk}",
        "length": "3",
        "preset": "tournament",
        "clock": "none",
    }
    answer = client.post("/matches/new/", values)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "This player does not accept challenges from you." in html
    assert f"Other #{other.pk}" in html
    page = client.get(f"/players/{other.pk}/").content.decode()
    assert "/matches/new/?player=" not in page
    assert "Accepts no challenges from you." in page


def test_the_button_on_a_page_fills_the_form_in(client: Client) -> None:
    asker, other = nobody("One"), nobody("Other")
    assert asker.user is not None
    client.force_login(asker.user)
    page = client.get(f"/players/{other.pk}/").content.decode()
    assert f"/matches/new/?player=Other%20%23{other.pk}" in page
    form = client.get("/matches/new/", {"player": f"Other #{other.pk}"}).context["form"]
    assert (form["player"].value(), form["opponent"].value()) == (f"Other #{other.pk}", "player")


def test_last_online_is_shown_unless_they_hide_it(client: Client) -> None:
    cache.clear()
    now = timezone.now()
    player = nobody("Seen")
    user = player.user
    assert user is not None
    assert presence_of(user, now) is None  # never seen
    note_seen(user.pk, now - timedelta(days=3))
    user.refresh_from_db()
    cache.clear()
    earlier = presence_of(user, now)
    assert earlier is not None
    assert not earlier.is_online
    assert "Last online:" in client.get(f"/players/{player.pk}/").content.decode()
    note_seen(user.pk, now)
    assert (presence := presence_of(user, now)) is not None
    assert presence.is_online
    User.objects.filter(pk=user.pk).update(shows_last_seen=False)
    user.refresh_from_db()
    assert presence_of(user, now) is None
    html = client.get(f"/players/{player.pk}/?page=2").content.decode()
    assert "Last online:" not in html
    assert "presence-dot" not in html


def test_being_seen_is_stored_seldom(django_assert_num_queries: object) -> None:
    cache.clear()
    user = nobody("Seen").user
    assert user is not None
    note_seen(user.pk, NOW)
    with django_assert_num_queries(0):  # type: ignore[operator]
        note_seen(user.pk, NOW)
