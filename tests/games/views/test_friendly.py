"""Friendly matches: against a player by name, anybody who follows a link, or a bot."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.logins import create_login
from games.models import Match
from games.services.play import act
from games.services.submissions import Submission
from tests.games.services.sweeps import settle_next

pytestmark = pytest.mark.django_db
FORM = {
    "opponent": "player",
    "player": "",
    "bot": "steady",
    "length": "3",
    "preset": "tournament",
    "clock": "none",
}


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def bob() -> User:
    return create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")


def test_a_player_is_challenged_by_name(client: Client, ann: User, bob: User) -> None:
    client.force_login(ann)
    answer = client.post(reverse("match-new"), FORM | {"player": "bob ilves", "clock": "fast"})
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.pk])
    assert {seat.seat: seat.player for seat in match.seats.all()} == {
        "A": ann.player,
        "B": bob.player,
    }
    assert match.rules["length"] == 3
    assert match.clock["reserve_ms"] == 180_000


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("", "Enter your opponent’s name"),
        ("Nobody Here", "No player with an account has this name"),
        ("Ann Vaher", "No player with an account has this name"),
    ],
)
def test_who_cannot_be_challenged_is_said_at_the_field(
    client: Client, ann: User, player: str, sentence: str
) -> None:
    client.force_login(ann)
    answer = client.post(reverse("match-new"), FORM | {"player": player})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_two_players_of_one_name_are_told_apart_by_number(
    client: Client, ann: User, bob: User
) -> None:
    twin = create_login("bob2", "bob2@example.org", "a long pass phrase", name="Bob Ilves").player
    client.force_login(ann)
    assert (
        "Several players"
        in client.post(reverse("match-new"), FORM | {"player": "Bob Ilves"}).content.decode()
    )
    names = client.get(reverse("player-names"), {"player": "ilv"}).content.decode()
    assert f"Bob Ilves #{twin.pk}" in names
    client.post(reverse("match-new"), FORM | {"player": f"Bob Ilves #{twin.pk}"})
    assert Match.objects.get().seats.get(seat="B").player == twin


@pytest.mark.parametrize("kind", ["steady", "random"])
def test_a_bot_of_either_kind_sits_down_at_once(client: Client, ann: User, kind: str) -> None:
    client.force_login(ann)
    client.post(reverse("match-new"), FORM | {"opponent": "bot", "bot": kind})
    client.post(reverse("match-new"), FORM | {"opponent": "bot", "bot": kind})
    first, second = (m.seats.get(seat="B").player for m in Match.objects.all())
    assert first == second
    assert first.bot_kind == kind


def test_the_first_to_follow_an_invitation_takes_the_seat(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    link = client.post(reverse("match-new"), FORM | {"opponent": "link"})["Location"]
    assert link in client.get(link).content.decode()
    assert client.get(link, headers={"HX-Request": "true"}).status_code == 204
    match = Match.objects.get()
    guest = Client()
    assert "Log in to play" in guest.get(link).content.decode()
    guest.force_login(bob)
    assert not match.seats.filter(seat="B").exists(), "looking at the link takes nothing"
    assert guest.post(link)["Location"] == reverse("match", args=[match.pk])
    assert match.seats.get(seat="B").player == bob.player
    assert client.get(link, headers={"HX-Request": "true"})["HX-Redirect"] == reverse(
        "match", args=[match.pk]
    )
    late = Client()
    late.force_login(create_login("carl", "carl@example.org", "a long pass phrase", name="Carl"))
    assert "This match already has two players" in late.get(link).content.decode()
    late.post(link)
    assert match.seats.count() == 2


def test_a_forged_invitation_leads_nowhere(client: Client) -> None:
    assert client.get(reverse("join", args=["abc:def:ghi"])).status_code == 404


def test_only_who_is_logged_in_makes_matches(client: Client) -> None:
    assert client.post(reverse("match-new"), FORM)["Location"].startswith("/accounts/login/")


def challenged(client: Client, ann: User) -> Match:
    client.force_login(ann)
    client.post(reverse("match-new"), FORM | {"player": "Bob Ilves"})
    return Match.objects.get()


def sits_ready(match: Match, seat: str, user: User) -> None:
    now = timezone.now()
    act(Submission(match.pk, seat, "ready", {}, now, user_id=user.pk), now)


def test_the_challenged_player_may_decline(client: Client, ann: User, bob: User) -> None:
    match = challenged(client, ann)
    client.force_login(bob)
    address = reverse("match-decline", args=[match.pk])
    assert address in client.get(reverse("match", args=[match.pk])).content.decode()
    assert "Decline this challenge? Opponent: Ann Vaher" in client.get(address).content.decode()
    client.post(address)
    match.refresh_from_db()
    assert (match.status, match.winner) == ("void", None)
    assert match.actions.last().payload == {"kind": "void", "reason": "declined"}


def test_the_challenger_may_withdraw_an_invitation_nobody_took(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.post(reverse("match-new"), FORM | {"opponent": "link"})
    match = Match.objects.get()
    address = reverse("match-decline", args=[match.pk])
    assert "Withdraw the invitation?" in client.get(address).content.decode()
    client.post(address)
    match.refresh_from_db()
    assert match.actions.last().payload["reason"] == "withdrawn"


def test_nobody_else_calls_a_match_off_and_nobody_once_it_has_begun(
    client: Client, ann: User, bob: User
) -> None:
    match = challenged(client, ann)
    address = reverse("match-decline", args=[match.pk])
    client.force_login(create_login("eve", "eve@example.org", "a long pass phrase"))
    assert client.post(address).status_code == 403
    assert client.get(address)["Location"] == reverse("match", args=[match.pk])
    sits_ready(match, "A", ann)
    sits_ready(match, "B", bob)
    client.force_login(bob)
    assert client.post(address).status_code == 409
    match.refresh_from_db()
    assert match.finished_at is None


def test_a_challenge_that_is_not_taken_up_lapses_without_a_loser(
    client: Client, ann: User, bob: User
) -> None:
    match = challenged(client, ann)
    sits_ready(match, "A", ann)
    settle_next(match.pk, timezone.now() + timedelta(hours=23))
    match.refresh_from_db()
    assert match.status == "joining"
    settle_next(match.pk, timezone.now() + timedelta(hours=25))
    match.refresh_from_db()
    assert (match.status, match.winner, match.reason) == ("void", None, "void")


def test_a_session_takes_the_books_own_options_and_beavers_as_chosen(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    session = {"player": "Bob Ilves", "play": "session", "games": "3", "preset": "money"}
    client.post(reverse("match-new"), FORM | session | {"beavers": "2", "clock": "standard"})
    match = Match.objects.get()
    rules = {k: match.rules[k] for k in ("kind", "length", "games", "jacoby", "max_beavers")}
    assert rules == {
        "kind": "session",
        "length": None,
        "games": 3,
        "jacoby": True,
        "max_beavers": 2,
    }
    assert match.clock["reserve_ms"] == 3 * 120_000


def test_without_a_choice_a_session_has_the_books_beavers(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    for preset in ("money", "sr_nocube"):
        session = {"player": "Bob Ilves", "play": "session", "preset": preset}
        client.post(reverse("match-new"), FORM | session)
    money, nocube = Match.objects.order_by("created_at")
    assert (money.rules["games"], money.rules["max_beavers"]) == (3, 1)
    assert not nocube.rules["cube"]


@pytest.mark.parametrize(("chosen", "agreed"), [({}, None), ({"clock_lag": "30000"}, 30_000)])
def test_two_friends_may_agree_on_lag_compensation(
    client: Client, ann: User, bob: User, chosen: dict[str, str], agreed: int | None
) -> None:
    client.force_login(ann)
    client.post(reverse("match-new"), FORM | {"player": "Bob Ilves", "clock": "standard"} | chosen)
    assert Match.objects.get().clock.get("lag_ms") == agreed


def test_no_other_lag_can_be_chosen(client: Client, ann: User, bob: User) -> None:
    client.force_login(ann)
    sent = FORM | {"player": "Bob Ilves", "clock": "standard", "clock_lag": "900000"}
    assert client.post(reverse("match-new"), sent).status_code == 422
