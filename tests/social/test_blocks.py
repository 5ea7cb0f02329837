"""A block keeps two players apart outside tournaments, in both directions, and nothing says so to the blocked player."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player, User
from accounts.selectors import personal_data
from accounts.services.logins import delete_account
from games.chat_envelope import LineRequest
from games.engine.rules import Rules
from games.models import Match, MatchKind
from games.selectors.chat import chat_pass
from games.selectors.lobby import lobby
from games.services import chat, friendly
from games.services import lobby as lobby_service
from games.services.rematch import rematch
from social.models import BlockedPlayer, Follow
from social.services import blocks, follows
from tests.games.services.tables import Sitting, person, playing
from web.errors import DomainError

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)
NOW = datetime(2026, 7, 1, 18, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    cache.clear()


def login_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def blocked(blocker: Player, other: Player) -> None:
    blocks.block(login_of(blocker), other.pk, NOW)


def code_of(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as refused:
        call(*args, **more)
    return refused.value.code


def two_apart() -> tuple[Player, Player]:
    """Anna has blocked Bob."""
    anna, bob = person("anna"), person("bob")
    blocked(anna, bob)
    return anna, bob


def at_table(kind: str = MatchKind.FRIENDLY) -> tuple[Sitting, Player, Player]:
    sitting = playing()
    Match.objects.filter(pk=sitting.match.pk).update(kind=kind)
    first, second = (sitting.match.seats.get(seat=seat).player for seat in "AB")
    return sitting, first, second


def test_the_blocked_player_reads_what_privacy_settings_say() -> None:
    anna, bob = two_apart()
    with pytest.raises(DomainError) as by_block:
        friendly.challenge(bob, anna, RULES, None, NOW)
    carol = person("carol")
    User.objects.filter(pk=carol.user_id).update(challenges_from="nobody")
    with pytest.raises(DomainError) as by_setting:
        friendly.challenge(bob, Player.objects.get(pk=carol.pk), RULES, None, NOW)
    assert (by_block.value.code, by_block.value.detail) == (
        by_setting.value.code,
        by_setting.value.detail,
    )
    assert not Match.objects.exists()


def test_who_has_blocked_reads_that_they_have() -> None:
    anna, bob = two_apart()
    assert code_of(friendly.challenge, anna, bob, RULES, None, NOW) == "blocked_by_you"
    blocks.unblock(login_of(anna), bob.pk)
    assert friendly.challenge(anna, bob, RULES, None, NOW)


def test_a_link_does_not_bring_the_two_together() -> None:
    anna, bob = two_apart()
    token = friendly.invitation(friendly.challenge(anna, None, RULES, None, NOW))
    assert code_of(friendly.accept_invitation, token, bob, NOW) == "not_accepted"
    token = friendly.invitation(friendly.challenge(bob, None, RULES, None, NOW))
    assert code_of(friendly.accept_invitation, token, anna, NOW) == "blocked_by_you"


def test_open_challenges_are_hidden_from_each_other_and_gone_when_accepted() -> None:
    anna, bob = two_apart()
    listed = lobby_service.post(anna, RULES, None, NOW)
    assert lobby(bob) == []
    assert len(lobby(None)) == 1
    assert code_of(lobby_service.accept, listed.pk, bob, NOW) == "challenge_gone"
    lobby_service.post(bob, RULES, None, NOW)
    assert [row.player for row in lobby(anna)] == [anna]


def test_a_page_with_blocks_asks_the_server_for_new_rows(client: Client) -> None:
    """The stream of the lobby says the same to everybody."""
    anna, _bob = two_apart()
    lobby_service.post(person("carol"), RULES, None, NOW)
    client.force_login(login_of(anna))
    assert "data-asks-for-rows" in client.get("/play/").content.decode()
    client.force_login(login_of(person("dan")))
    assert "data-asks-for-rows" not in client.get("/play/").content.decode()


@pytest.mark.parametrize("turned", [False, True])
def test_quick_pairing_never_pairs_them(turned: bool) -> None:
    anna, bob = two_apart()
    first, second = (bob, anna) if turned else (anna, bob)
    lobby_service.find_opponent(first, RULES, None, NOW)
    _match, has_opponent = lobby_service.find_opponent(second, RULES, None, NOW)
    assert not has_opponent
    _match, has_opponent = lobby_service.find_opponent(person("carol"), RULES, None, NOW)
    assert has_opponent


def test_a_block_calls_off_what_waits_and_nothing_that_has_started() -> None:
    sitting, first, second = at_table()
    waiting = friendly.challenge(second, first, RULES, None, NOW)
    back = friendly.challenge(first, second, RULES, None, NOW)
    blocked(first, second)
    for match in (waiting, back):
        match.refresh_from_db()
        assert match.status == "void"
    assert sitting.fresh().status == "playing"


def test_there_is_no_rematch_for_either() -> None:
    sitting, first, second = at_table()
    sitting.act("A", "concede")
    blocked(first, second)
    assert code_of(rematch, sitting.match.pk, login_of(second), NOW) == "not_accepted"
    assert code_of(rematch, sitting.match.pk, login_of(first), NOW) == "blocked_by_you"


def says(player: Player, match: Match) -> Any:
    line = LineRequest(key="k", text="hello")
    return chat.say(match.pk, login_of(player), line, match.created_at)


def test_neither_writes_at_a_friendly_match_nor_does_a_blocked_spectator() -> None:
    sitting, first, second = at_table()
    fan = person("fan")
    assert chat_pass(login_of(second), sitting.match.pk).may_write
    blocked(first, second)
    blocked(first, fan)
    for player in (first, second, fan):
        assert code_of(says, player, sitting.match) == "may_not_write"
        assert not chat_pass(login_of(player), sitting.match.pk).may_write
    assert says(person("other"), sitting.match)


def test_tournament_matches_and_their_chat_go_on() -> None:
    sitting, first, second = at_table(MatchKind.TOURNAMENT)
    blocked(first, second)
    assert says(first, sitting.match)
    assert says(second, sitting.match)
    assert sitting.fresh().status == "playing"


def test_blocking_ends_following_and_following_waits_for_unblocking() -> None:
    anna, bob = person("anna"), person("bob")
    follows.follow(login_of(anna), bob.pk, NOW)
    follows.follow(login_of(bob), anna.pk, NOW)
    blocked(anna, bob)
    assert list(Follow.objects.values_list("player", flat=True)) == [anna.pk]  # Bob sees no change
    assert code_of(follows.follow, login_of(anna), bob.pk, NOW) == "blocked_by_you"


def test_twice_is_once_and_the_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bob = two_apart()
    blocked(anna, bob)
    assert BlockedPlayer.objects.count() == 1
    monkeypatch.setattr(blocks, "MOST_BLOCKED", 1)
    assert code_of(blocks.block, login_of(anna), person("carol").pk, NOW) == "too_many_blocked"


def test_neither_oneself_nor_bots_nor_players_without_account_nor_guests() -> None:
    anna = person("anna")
    walk_in = Player.objects.create(name="Walk-in")
    bot = Player.objects.create(name="Bot", bot_kind="steady")
    guest_login = User.objects.create(username="guest-1", guest_seen_at=NOW)
    guest = Player.objects.create(user=guest_login, name="Guest 1")
    for change in (blocks.block, follows.follow):
        assert code_of(change, login_of(anna), anna.pk, NOW) == "yourself"
        for other in (walk_in, bot, guest):
            assert code_of(change, login_of(anna), other.pk, NOW) == "no_such_player"
        assert code_of(change, guest_login, anna.pk, NOW) == "sign_up_first"


def test_the_download_has_own_blocks_only_and_they_go_with_the_account() -> None:
    anna, bob = two_apart()
    assert [row["player"] for row in personal_data(login_of(anna))["blocked_players"]] == ["bob"]
    assert personal_data(login_of(bob))["blocked_players"] == []
    delete_account(login_of(bob), NOW)
    assert not BlockedPlayer.objects.exists()


def test_pages_block_and_unblock_and_do_not_show_it_to_the_other(client: Client) -> None:
    anna, bob = person("anna"), person("bob")
    client.force_login(login_of(anna))
    asked = client.get(f"/players/{bob.pk}/block/").content.decode()
    assert "Tournament matches and their chat go on too." in asked
    client.post(f"/players/{bob.pk}/block/")
    page = client.get(f"/players/{bob.pk}/").content.decode()
    assert "You have blocked this player." in page
    assert "/matches/new/?player=" not in page
    assert "bob" in client.get("/profile/blocked/").content.decode()
    theirs = Client()
    theirs.force_login(login_of(bob))
    page = theirs.get(f"/players/{anna.pk}/").content.decode()
    assert "Accepts no challenges from you." in page
    assert "blocked" not in page
    answer = client.post(f"/players/{bob.pk}/unblock/", {"from": "list"})
    assert answer.headers["Location"] == "/profile/blocked/"
    assert not BlockedPlayer.objects.exists()


def test_the_api_blocks_lists_and_unblocks(client: Client) -> None:
    anna, bob = person("anna"), person("bob")
    client.force_login(login_of(anna))
    assert client.put(f"/api/v1/blocks/{bob.pk}").status_code == 204
    (row,) = client.get("/api/v1/blocks").json()["results"]
    assert row["player"]["id"] == bob.pk
    theirs = Client()
    theirs.force_login(login_of(bob))
    assert theirs.get("/api/v1/blocks").json()["results"] == []
    asked = theirs.post(
        "/api/v1/matches", {"player": anna.pk, "length": 3}, content_type="application/json"
    )
    assert (asked.status_code, asked.json()["code"]) == (403, "challenges_closed")
    assert client.delete(f"/api/v1/blocks/{bob.pk}").status_code == 204
    assert client.put("/api/v1/blocks/999999").json()["code"] == "no_such_player"
