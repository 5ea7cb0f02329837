"""The staff's pages: every list opens, seals stay sealed, suspension shuts out."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from accounts.services.tokens import create_token, find_token
from games.models import Match, MatchSeed
from tournaments.staff.selectors.dashboard import dashboard

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # searches columns of every kind
]
SEED = "5eed" * 16
COMMITMENT = "c0ffee" + "0" * 58


@pytest.fixture
def staff(client: Client) -> User:
    user = User.objects.create_superuser("root", "root@example.org", "a long pass phrase")
    client.force_login(user)
    return user


@pytest.fixture
def match() -> Match:
    now = timezone.now()
    return Match.objects.create(rules={}, state={}, created_at=now, last_at=now)


def seal(match: Match, *, revealed: bool) -> MatchSeed:
    now = timezone.now()
    return MatchSeed.objects.create(
        match=match,
        epoch=1,
        seed=SEED,
        commitment=COMMITMENT,
        created_at=now,
        revealed_at=now if revealed else None,
    )


OURS = [
    model
    for model in admin.site._registry
    if model._meta.app_label in {"accounts", "games", "tournaments", "account", "auth"}
]


@pytest.mark.parametrize("model", OURS, ids=lambda m: m._meta.label_lower)
def test_every_list_opens_and_can_be_searched(client, staff, match, model) -> None:
    seal(match, revealed=False)
    create_login("tiina", "tiina@example.org", "a long pass phrase")
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert client.get(address).status_code == 200
    if admin.site._registry[model].search_fields:
        assert client.get(address, {"q": "tiina"}).status_code == 200


def test_the_dashboard_shows_what_is_owed(client, staff, match) -> None:
    late = timezone.now() - timezone.timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(status="playing", flag_at=late)
    page = client.get(reverse("admin:index"), {"show": "system"}).content.decode()
    assert "Live matches" in page
    assert "late" in page


def test_only_a_match_that_has_begun_is_live(match: Match) -> None:
    def live() -> tuple[str, str]:
        figure = dashboard(timezone.now()).figures[0]
        return figure.value, figure.hint

    assert live() == ("0", "Waiting for players: 1. Over the board: 0")
    Match.objects.update(status="playing")
    assert live() == ("1", "Waiting for players: 0. Over the board: 0")


def test_every_list_bears_words_of_the_house(client, staff) -> None:
    page = client.get(reverse("admin:app_list", args=["tournaments"])).content.decode()
    assert "Pairing matches" in page
    assert "Pairing matchs" not in page


@pytest.mark.parametrize("name", ["changelist", "change"])
def test_a_sealed_seed_is_on_no_page(client, staff, match, name: str) -> None:
    sealed = seal(match, revealed=False)
    args = [sealed.pk] if name == "change" else []
    page = client.get(reverse(f"admin:games_matchseed_{name}", args=args)).content.decode()
    assert COMMITMENT in page
    assert SEED not in page


def test_a_revealed_seed_is_shown(client, staff, match) -> None:
    revealed = seal(match, revealed=True)
    page = client.get(reverse("admin:games_matchseed_change", args=[revealed.pk]))
    assert SEED in page.content.decode()


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("matchseed", "seed__startswith"),
        ("matchseed", "seed"),
        ("match", "seeds__seed__startswith"),
        ("action", "match__seeds__seed__startswith"),
    ],
)
def test_no_filter_spells_a_sealed_seed_out(client, staff, match, model, lookup) -> None:
    seal(match, revealed=False)
    address = reverse(f"admin:games_{model}_changelist")
    assert client.get(address, {lookup: SEED[:4]}).status_code == 400


def test_searching_for_a_sealed_seed_finds_nothing(client, staff, match) -> None:
    seal(match, revealed=False)
    page = client.get(reverse("admin:games_matchseed_changelist"), {"q": SEED})
    assert COMMITMENT not in page.content.decode()


@pytest.mark.parametrize("model", ["match", "action", "matchseed", "outage", "heartbeat"])
def test_the_record_of_play_cannot_be_added_to(client, staff, model: str) -> None:
    assert client.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_a_match_cannot_be_changed_or_deleted(client, staff, match) -> None:
    change = reverse("admin:games_match_change", args=[match.pk])
    assert client.post(change, {"status": "void"}).status_code == 403
    delete = reverse("admin:games_match_delete", args=[match.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403


def act(client: Client, name: str, *users: User) -> None:
    data = {"action": name, "_selected_action": [user.pk for user in users]}
    client.post(reverse("admin:accounts_user_changelist"), data)


def test_suspension_ends_sessions_tokens_and_log_in(client, staff) -> None:
    user = create_login("tiina", "tiina@example.org", "a long pass phrase")
    _token, text = create_token(user, "bot")
    theirs = Client()
    theirs.force_login(user)
    act(client, "suspend_users", user)
    assert theirs.get(reverse("profile")).status_code == 302
    assert find_token(text) is None
    login = {"login": "tiina", "password": "a long pass phrase"}
    assert theirs.post(reverse("account_login"), login).status_code == 403
    version = user.access_version
    user.refresh_from_db()
    assert user.access_version > version
    act(client, "reinstate_users", user)
    assert theirs.post(reverse("account_login"), login).status_code == 302


def test_staff_cannot_suspend_themselves(client, staff) -> None:
    act(client, "suspend_users", staff)
    staff.refresh_from_db()
    assert not staff.is_suspended


def test_accounts_are_deleted_by_the_action_that_keeps_the_player(client, staff) -> None:
    user = create_login("tiina", "tiina@example.org", "a long pass phrase", name="T. Mets")
    player = Player.objects.get(user=user)
    assert client.post(reverse("admin:accounts_user_delete", args=[user.pk])).status_code == 403
    act(client, "delete_accounts", user)
    player.refresh_from_db()
    assert (player.name, player.user) == ("Former player", None)


def test_a_player_sees_no_staff_page(client: Client) -> None:
    client.force_login(create_login("tiina", "tiina@example.org", "a long pass phrase"))
    assert client.get(reverse("admin:index")).status_code == 302
