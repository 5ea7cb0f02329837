"""Bot accounts: declared before the first match, marked by their name, and never taken for a bot that the site plays."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import BotKind, Player, User
from accounts.services.bot_accounts import declare_bot, withdraw_bot
from accounts.services.profile import update_profile
from accounts.services.tokens import create_token
from games.engine.rules import Rules
from games.services import friendly
from games.services.rematch import _require_may_meet
from notifications.models import Notification
from social.services.blocks import block
from tests.clubs.making import login_of
from tests.tournaments.making import NOW, player
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    user = User.objects.create_user("marvin", "marvin@example.org", "a long pass phrase")
    Player.objects.create(user=user, name="Marvin")
    return user


def test_a_declared_bot_carries_the_mark_in_its_name_whatever_it_is_called_later(
    user: User,
) -> None:
    player = declare_bot(user, owner="Mia Õun", shows_owner=False)
    assert (player.name, player.is_bot, player.is_house_bot) == ("Marvin (bot)", True, False)
    update_profile(user, name="M" * 80, country="")
    player.refresh_from_db()
    assert player.name == "M" * 74 + " (bot)"
    assert player.search_name.endswith("(bot)")


def test_only_an_account_that_has_played_nothing_becomes_a_bot_or_a_persons_again(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare_bot(user, owner="Mia Õun", shows_owner=True)
    player = withdraw_bot(user)
    assert (player.name, player.is_bot, user.bot_owner) == ("Marvin", False, "")
    monkeypatch.setattr("games.selectors.seats.has_match", lambda _player: True)
    with pytest.raises(DomainError) as refused:
        declare_bot(user, owner="Mia Õun", shows_owner=True)
    assert refused.value.code == "has_played"
    monkeypatch.undo()
    declare_bot(user, owner="Mia Õun", shows_owner=True)
    monkeypatch.setattr("tournaments.players.selectors.personal_data.has_entry", lambda _player: True)  # fmt: skip
    with pytest.raises(DomainError) as refused:
        withdraw_bot(user)
    assert refused.value.code == "has_played"
    declare_bot(user, owner="Ilmar", shows_owner=False)  # the owner may change at any time
    assert user.bot_owner == "Ilmar"


def test_staff_accounts_and_bots_without_an_owner_are_refused(user: User) -> None:
    with pytest.raises(DomainError) as refused:
        declare_bot(user, owner="  ", shows_owner=False)
    assert (refused.value.code, refused.value.status) == ("owner_needed", 400)
    user.is_staff = True
    with pytest.raises(DomainError) as refused:
        declare_bot(user, owner="Mia", shows_owner=False)
    assert refused.value.code == "staff_account"


def test_the_page_says_what_it_means_and_loses_nothing_that_was_typed(
    user: User, client: Client
) -> None:
    client.force_login(user)
    page = reverse("bot-account")
    assert "Marvin (bot)" in client.get(page).content.decode()
    answer = client.post(page, {"owner": "", "shows_owner": "on"})
    assert answer.status_code == 422
    assert re.search(r'name="shows_owner"[^>]* checked', answer.content.decode())
    assert client.post(page, {"owner": "Mia Õun", "shows_owner": "on"}).status_code == 302
    assert Player.objects.get(user=user).bot_kind == BotKind.ACCOUNT
    public = Client().get(reverse("player", args=[user.player.pk])).content.decode()
    assert "Bot account" in public
    assert "Owner: Mia Õun" in public
    assert client.post(reverse("bot-account-withdraw")).status_code == 302
    assert Player.objects.get(user=user).name == "Marvin"


def test_the_owner_is_public_only_where_they_chose_so(user: User, client: Client) -> None:
    declare_bot(user, owner="Mia Õun", shows_owner=False)
    address = f"/api/v1/players/{user.player.pk}"
    assert client.get(address).json()["bot_owner"] == ""
    assert "Mia" not in client.get(reverse("player", args=[user.player.pk])).content.decode()
    declare_bot(user, owner="Mia Õun", shows_owner=True)
    assert client.get(address).json() == {
        "id": user.player.pk, "name": "Marvin (bot)", "country": "", "is_bot": True, "bot_owner": "Mia Õun",
    }  # fmt: skip


def test_a_program_declares_its_account_by_a_token(user: User, client: Client) -> None:
    _token, text = create_token(user, "bot", ["play"])
    headers = {"authorization": f"Token {text}"}
    address = "/api/v1/me/bot"
    assert client.get(address, headers=headers).json() == {
        "is_bot": False, "owner": "", "shows_owner": False, "may_change": True,
    }  # fmt: skip
    kind = "application/json"
    made = client.put(address, {"owner": "Mia"}, content_type=kind, headers=headers)
    assert (made.status_code, made.json()["is_bot"], made.json()["owner"]) == (200, True, "Mia")
    assert client.put(address, {"owner": " "}, content_type=kind, headers=headers).status_code == 400  # fmt: skip
    assert client.delete(address, headers=headers).status_code == 204
    assert client.get(address, headers=headers).json()["is_bot"] is False


def test_a_bot_account_is_challenged_by_a_notification_and_a_block_stops_its_rematch() -> None:
    person, bot = player(), player()
    Player.objects.filter(pk=bot.pk).update(bot_kind=BotKind.ACCOUNT)
    bot.refresh_from_db()
    friendly.challenge(person, bot, Rules(length=1), None, NOW)
    assert Notification.objects.filter(user=bot.user, kind="challenge").exists()
    block(login_of(person), bot.pk, NOW)
    with pytest.raises(NotAllowed):
        _require_may_meet({"A": [person], "B": [bot]}, "B")
