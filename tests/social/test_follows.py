"""The list of followed players: who is online, what they play, and what those who hide it keep to themselves."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.last_seen import note_seen
from accounts.models import Player, User
from accounts.selectors import personal_data
from accounts.services.logins import delete_account
from games.models import Match
from games.services.challenge_privacy import challenge_refusal
from social.models import BlockedPlayer, Follow
from social.selectors.follows import FollowedPlayer, followed_rows, online_first
from social.services import follows
from social.services.leaving import prepare_merge
from tests.games.services.tables import person, playing
from tests.staff.people import root
from tests.staff.test_impersonation import looking
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def login_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def rows_of(player: Player) -> dict[str, FollowedPlayer]:
    user, now = login_of(player), timezone.now()
    rows = followed_rows(online_first(user, now), user, player, now)
    return {row.player.name: row for row in rows}


def follower_of(*players: Player) -> Player:
    anna = person("anna")
    for player in players:
        follows.follow(login_of(anna), player.pk, timezone.now())
    return anna


def test_those_who_are_online_come_first() -> None:
    bob, carol, dan = person("bob"), person("carol"), person("dan")
    anna = follower_of(bob, carol, dan)
    note_seen(login_of(carol).pk, timezone.now())
    rows = rows_of(anna)
    assert list(rows) == ["carol", "bob", "dan"]
    assert [row.is_online for row in rows.values()] == [True, False, False]


def test_a_row_has_the_match_of_now_unless_it_is_late_hidden_or_old() -> None:
    sitting = playing()
    match = Match.objects.filter(pk=sitting.match.pk)
    first, second = (sitting.match.seats.get(seat=seat).player for seat in "AB")
    anna = follower_of(first)
    now = timezone.now()
    match.update(last_at=now, started_at=now)
    shown = rows_of(anna)[first.name].match
    assert shown is not None
    assert (shown.match, shown.opponent) == (sitting.match.pk, second.name)

    context = sitting.fresh().context
    match.update(context={**context, "spectator_delay_s": 300})
    assert rows_of(anna)[first.name].match is None  # it has not begun for spectators
    match.update(started_at=now - timedelta(minutes=6))
    assert rows_of(anna)[first.name].match is not None

    match.update(last_at=now - timedelta(hours=1))
    assert rows_of(anna)[first.name].match is None
    match.update(last_at=now)
    User.objects.filter(pk=first.user_id).update(shows_last_seen=False)
    assert rows_of(anna)[first.name].match is None


@pytest.mark.parametrize(
    ("choice", "stranger", "followed"),
    [
        ("everybody", True, True),
        ("followed", False, True),
        ("played", False, False),
        ("nobody", False, False),
    ],
)
def test_who_may_be_challenged_is_the_same_in_the_list_and_in_the_service(
    choice: str, stranger: bool, followed: bool
) -> None:
    bob = person("bob")
    anna = follower_of(bob)
    User.objects.filter(pk=bob.user_id).update(challenges_from=choice)
    assert rows_of(anna)["bob"].can_be_challenged is stranger
    fresh = Player.objects.get(pk=bob.pk)
    assert (challenge_refusal(anna, fresh) is None) is stranger
    follows.follow(login_of(bob), anna.pk, timezone.now())
    assert rows_of(anna)["bob"].can_be_challenged is followed
    assert (challenge_refusal(anna, fresh) is None) is followed


def test_the_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = follower_of(person("bob"))
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 1)
    with pytest.raises(DomainError) as refused:
        follows.follow(login_of(anna), person("carol").pk, timezone.now())
    assert refused.value.code == "too_many_followed"


def test_the_page_takes_the_same_number_of_queries_for_many(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    anna = follower_of(person("bob"))
    client.force_login(login_of(anna))
    client.get("/following/")
    with django_assert_max_num_queries(14) as few:
        client.get("/following/")
    for number in range(8):
        follows.follow(login_of(anna), person(f"player{number}").pk, timezone.now())
    with django_assert_max_num_queries(len(few)):
        client.get("/following/")


def test_staff_who_look_through_a_users_eyes_do_not_make_them_online() -> None:
    bob = person("bob")
    anna = follower_of(bob)
    look = looking(root(), login_of(bob))
    assert look.get("/waiting/").status_code in {200, 204}
    assert not rows_of(anna)["bob"].is_online
    own = Client()
    own.force_login(login_of(bob))
    own.get("/waiting/")
    assert rows_of(anna)["bob"].is_online


def test_pages_follow_show_and_unfollow(client: Client) -> None:
    anna, bob = person("anna"), person("bob")
    client.force_login(login_of(anna))
    assert "You follow nobody yet." in client.get("/following/").content.decode()
    client.post(f"/players/{bob.pk}/follow/")
    page = client.get(f"/players/{bob.pk}/").content.decode()
    assert f"/players/{bob.pk}/unfollow/" in page
    note_seen(login_of(bob).pk, timezone.now())
    listed = client.get("/following/").content.decode()
    assert "presence-dot" in listed
    assert "Online" in listed
    assert f"/matches/new/?player=bob%20%23{bob.pk}" in listed
    client.post(f"/players/{bob.pk}/unfollow/", {"from": "list"})
    assert not Follow.objects.exists()
    own = client.get(f"/players/{anna.pk}/").content.decode()
    assert "/follow/" not in own
    assert "/block/" not in own


def test_the_api_follows_lists_and_unfollows(client: Client) -> None:
    anna, bob = person("anna"), person("bob")
    client.force_login(login_of(anna))
    assert client.put(f"/api/v1/following/{bob.pk}").status_code == 204
    assert client.put(f"/api/v1/following/{bob.pk}").status_code == 204
    (row,) = client.get("/api/v1/following").json()["results"]
    assert row["player"]["id"] == bob.pk
    assert (row["is_online"], row["last_seen"], row["match"]) == (False, None, None)
    assert row["can_be_challenged"] is True
    assert client.delete(f"/api/v1/following/{bob.pk}").status_code == 204
    assert client.get("/api/v1/following").json()["results"] == []
    assert Client().get("/api/v1/following").status_code == 401


def test_the_download_has_them_and_nobody_follows_a_former_player() -> None:
    bob = person("bob")
    anna = follower_of(bob)
    assert [row["player"] for row in personal_data(login_of(anna))["following"]] == ["bob"]
    delete_account(login_of(bob), timezone.now())
    assert not Follow.objects.exists()


def test_merging_leaves_nothing_double_and_nobody_with_themselves() -> None:
    gone, kept = person("gone"), person("kept")
    anna, now = person("anna"), timezone.now()
    for model in (Follow, BlockedPlayer):
        for user, player in ((anna, gone), (anna, kept), (kept, gone), (gone, kept)):
            model.objects.create(user=login_of(user), player=player, at=now)
    prepare_merge(gone, kept)
    for model in (Follow, BlockedPlayer):
        assert list(model.objects.values_list("user", "player")) == [(anna.user_id, kept.pk)]
