"""Who follows a player is notified of a match that starts, if they asked for it and the player shows that they are here."""

from datetime import datetime, timedelta

import pytest

from accounts.models import Player, User
from games.models import Match
from games.services.started_matches import note_started
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.lists import notification_line, notifications_of
from notifications.selectors.preferences import channels_of
from notifications.services.preferences import save_preferences
from social.models import BlockedPlayer, Follow
from tests.games.services.tables import person, playing
from tests.tournaments.making import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def login(player: Player) -> User:
    assert player.user is not None
    return player.user


def follower(of: Player, name: str = "fan") -> User:
    user = login(person(name))
    Follow.objects.create(user=user, player=of, at=NOW)
    channels = channels_of(user)
    channels[kinds.STARTED][kinds.SITE] = True
    save_preferences(user, channels, None, None)
    return user


def match_of(a: Player, b: Player, at: datetime = NOW) -> Match:
    made = playing(a=a, b=b).match
    Match.objects.filter(pk=made.pk).update(started_at=at)
    return made


def test_a_follower_who_asked_for_it_is_notified_once_with_a_link_to_the_match() -> None:
    alice, bob = person("alice"), person("bob")
    fan, silent = follower(alice), login(person("silent"))
    Follow.objects.create(user=silent, player=alice, at=NOW)
    made = match_of(alice, bob)
    assert note_started(NOW + timedelta(seconds=10)) == 1
    assert note_started(NOW + timedelta(seconds=25)) == 0
    (row,) = notifications_of(fan)
    line = notification_line(row)
    assert (line.text, line.url) == ("alice is playing a match now.", f"/matches/{made.pk}/")
    assert not Notification.objects.filter(user=silent).exists()


def test_two_followed_players_at_one_table_and_a_second_match_within_the_hour_are_one() -> None:
    alice, bob, cleo = person("alice"), person("bob"), person("cleo")
    fan = follower(alice)
    Follow.objects.create(user=fan, player=bob, at=NOW)
    match_of(alice, bob)
    assert note_started(NOW) == 1
    soon = NOW + timedelta(minutes=30)
    match_of(alice, cleo, soon)
    assert note_started(soon) == 0
    late = NOW + timedelta(minutes=61)
    match_of(alice, person(), late)
    assert note_started(late) == 1


def test_a_follower_who_hides_that_they_are_here_is_not_notified_of_their_own_match() -> None:
    alice = person("alice")
    fan = follower(alice)
    User.objects.filter(pk=fan.pk).update(shows_last_seen=False)
    match_of(alice, fan.player)
    match_of(fan.player, person())
    assert note_started(NOW) == 0


@pytest.mark.parametrize("why", ["hides", "blocked", "blocks", "plays", "old", "delayed"])
def test_nobody_is_notified_who_may_not_know(why: str) -> None:
    alice, bob = person("alice"), person("bob")
    fan = follower(alice)
    made = match_of(alice, bob)
    if why == "hides":
        User.objects.filter(pk=alice.user_id).update(shows_last_seen=False)
    elif why == "blocked":
        BlockedPlayer.objects.create(user=login(alice), player=fan.player, at=NOW)
    elif why == "blocks":
        BlockedPlayer.objects.create(user=fan, player=alice, at=NOW)
    elif why == "plays":
        Match.objects.filter(pk=made.pk).update(started_at=None)
        match_of(alice, fan.player)
    elif why == "old":
        Match.objects.filter(pk=made.pk).update(started_at=NOW - timedelta(minutes=3))
    else:
        Match.objects.filter(pk=made.pk).update(context={"spectator_delay_s": 300})
    assert note_started(NOW) == 0
    assert note_started(NOW + timedelta(minutes=5, seconds=30)) == (why == "delayed")
