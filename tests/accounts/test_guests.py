"""Guests: how they come to be, what they may do, how they become accounts, and how they go."""

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.admin import BotFilter, GuestFilter
from accounts.models import Player, User
from accounts.selectors import players_found
from accounts.services.guests import create_guest, touch_guest
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from games.engine.rules import Rules
from games.models import Match, MatchStatus
from games.services import friendly
from games.services.play import act
from games.services.submissions import Submission
from tests.keeping import forget
from tournaments.staff.selectors.dashboard import dashboard
from tournaments.staff.selectors.growth import growth
from web.errors import DomainError

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
TERMS = {"length": "1", "clock": "fast"}
FORM = {
    "name": "Nadia Kask", "username": "nadia", "email": "nadia@example.org",
    "password1": PASSWORD, "password2": PASSWORD,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    forget()


def press_play(client: Client, kind: str = "steady") -> Match:
    answer = client.post(reverse("play-bot", args=[kind]), TERMS)
    assert answer.status_code == 302, answer.content
    return Match.objects.get(pk=answer["Location"].split("/")[2])


def guest_of(match: Match) -> User:
    return User.objects.get(player__match_seats__match=match)


def concede(match: Match) -> None:
    """Over at once; the guest has lost."""
    guest, now = guest_of(match), timezone.now()
    for kind in ("ready", "concede"):
        act(Submission(match.pk, "A", kind, {}, now, user_id=guest.pk), now)


def test_one_press_makes_a_guest_who_sits_at_the_table() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(reverse("play"))
    token = page.content.decode().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    address = reverse("play-bot", args=["steady"])
    assert client.post(address, TERMS).status_code == 403
    answer = client.post(address, TERMS | {"csrfmiddlewaretoken": token})
    table = client.get(answer["Location"])
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.player.name.startswith("Guest ")
    assert table.context["data"]["ticket"]["seat"] == "A"
    assert table.context["data"]["beside"]["chat"] is None
    assert f"{guest.player.name}</b>. <a" in client.get(reverse("play")).content.decode()


def test_the_session_is_a_new_one_and_ends_some_days_after_the_last_visit(
    settings: Settings,
) -> None:
    client = Client()
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    planted = session.session_key
    client.cookies["sessionid"] = planted
    press_play(client)
    assert client.session.session_key != planted
    assert client.session.get_expiry_age() == settings.GUEST_DAYS * 86_400


def test_a_guest_cannot_log_in(client: Client) -> None:
    match = press_play(Client())
    form = {"login": guest_of(match).username, "password": ""}
    client.post(reverse("account_login"), form)
    client.post(reverse("account_login"), form | {"password": "!"})
    client.post(reverse("account_reset_password"), {"email": guest_of(match).username})
    assert "_auth_user_id" not in client.session
    assert mail.outbox == []


def test_a_guest_is_asked_to_sign_up_where_a_visitor_would_log_in(client: Client) -> None:
    press_play(client)
    answer = client.get(reverse("tournament-new"))
    assert answer.status_code == 403
    page = answer.content.decode()
    assert 'data-code="sign_up_first"' in page
    assert f"{reverse('account_signup')}?next={reverse('tournament-new')}" in page
    for method, address in (("get", "/api/v1/me"), ("post", "/api/v1/tournaments")):
        answer = getattr(client, method)(address, {}, content_type="application/json")
        assert answer.status_code == 403
        assert answer.json()["code"] == "sign_up_first"


def test_services_refuse_guests_whatever_address_they_come_by() -> None:
    guest = create_guest("127.0.0.1", timezone.now())
    bob = create_login("bob", "bob@example.org", PASSWORD)
    rules, now = Rules.preset("tournament", 1), timezone.now()
    for opponent in (None, bob.player):
        with pytest.raises(DomainError, match="sign_up_first"):
            friendly.challenge(guest.player, opponent, rules, None, now)
    with pytest.raises(DomainError, match="sign_up_first"):
        create_token(guest, "bot")


def test_guests_are_in_no_list_of_players(client: Client) -> None:
    match = press_play(Client())
    name = guest_of(match).player.name
    assert not players_found(name).exists()
    assert client.get("/api/v1/players", {"search": "guest"}).json()["results"] == []
    ann = create_login("ann", "ann@example.org", PASSWORD, name="Ann Vaher")
    client.force_login(ann)
    names = client.get(reverse("player-names"), {"player": "Guest"}).content.decode()
    assert name not in names
    body = {"player": guest_of(match).player.pk}
    answer = client.post("/api/v1/matches", body, content_type="application/json")
    assert answer.status_code == 404


def test_staff_tell_guests_apart() -> None:
    guest = create_guest("127.0.0.1", timezone.now())
    ann = create_login("ann", "ann@example.org", PASSWORD)
    users = {
        value: set(GuestFilter(None, {"guest": [value]}, User, None).queryset(None, User.objects))  # type: ignore[arg-type]
        for value in ("yes", "no")
    }
    assert users == {"yes": {guest}, "no": {ann}}
    players = {
        value: set(BotFilter(None, {"is": [value]}, Player, None).queryset(None, Player.objects))  # type: ignore[arg-type]
        for value in ("guest", "login", "walk-in")
    }
    assert players == {"guest": {guest.player}, "login": {ann.player}, "walk-in": set()}


def test_signing_up_keeps_the_row_and_the_match(client: Client) -> None:
    match = press_play(client)
    concede(match)
    guest = guest_of(match)
    page = client.get(reverse("account_signup")).content.decode()
    assert "Your match against Steady (bot) will be kept." in page
    answer = client.post(reverse("account_signup"), FORM)
    assert answer.status_code == 302
    user = User.objects.get()
    assert (user.pk, user.username, user.is_guest) == (guest.pk, "nadia", False)
    assert user.player.name == "Nadia Kask"
    assert user.check_password(PASSWORD)
    assert EmailAddress.objects.filter(user=user, email="nadia@example.org").exists()
    assert client.get("/api/v1/me").json()["player"]["name"] == "Nadia Kask"
    assert "Steady (bot)" in client.get(reverse("player", args=[user.player.pk])).content.decode()


def test_a_refused_sign_up_leaves_the_guest_as_they_are(client: Client) -> None:
    create_login("nadia", "other@example.org", PASSWORD)
    match = press_play(client)
    assert client.post(reverse("account_signup"), FORM).status_code == 200
    assert guest_of(match).is_guest
    assert client.get(reverse("match", args=[match.pk])).context["data"]["ticket"]["seat"] == "A"


def test_signing_up_with_a_confirmed_address_keeps_the_match(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    match = press_play(client)
    guest = guest_of(match)
    client.post(reverse("account_signup"), FORM)
    user = guest_of(match)
    assert (user.pk, user.is_guest) == (guest.pk, False)
    assert client.get("/api/v1/me").status_code == 401
    EmailAddress.objects.filter(user=user).update(verified=True)
    client.post(reverse("account_login"), {"login": "nadia", "password": PASSWORD})
    assert client.get(reverse("match", args=[match.pk])).context["data"]["ticket"]["seat"] == "A"


def test_logging_in_moves_the_matches_to_the_account(client: Client) -> None:
    ann = create_login("ann", "ann@example.org", PASSWORD, name="Ann Vaher")
    finished, running = press_play(client), press_play(client)
    concede(finished)
    assert "move to your account" in client.get(reverse("account_login")).content.decode()
    answer = client.post(
        reverse("account_login"), {"login": "ann", "password": PASSWORD}, follow=True
    )
    assert "now in your account" in answer.content.decode()
    assert {guest_of(finished), guest_of(running)} == {ann}
    assert User.objects.get() == ann
    assert not Player.objects.filter(name__startswith="Guest").exists()
    table = client.get(reverse("match", args=[running.pk]))
    assert table.context["data"]["ticket"]["seat"] == "A"


def test_a_guest_who_comes_back_is_seen_at_most_once_an_hour() -> None:
    now = timezone.now()
    guest = create_guest("127.0.0.1", now)
    assert not touch_guest(guest, now + timedelta(minutes=59))
    assert touch_guest(guest, now + timedelta(hours=1))
    guest.refresh_from_db()
    assert guest.guest_seen_at == now + timedelta(hours=1)


def test_numbers_differ() -> None:
    now = datetime(2026, 12, 1, tzinfo=timezone.get_current_timezone())
    names = {create_guest(f"10.0.0.{n}", now).player.name for n in range(30)}
    assert len(names) == 30


def test_a_table_of_a_guest_is_watched_like_any_other(client: Client) -> None:
    match = press_play(Client())
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PLAYING)
    assert client.get(reverse("match", args=[match.pk])).context["data"]["ticket"]["seat"] is None


def test_figures_count_accounts_and_no_guests() -> None:
    concede(press_play(Client()))
    now = timezone.now()
    figures = growth(now, 7)
    assert (figures.active, figures.total("sign_ups"), figures.total("matches")) == (0, 0, 1)
    by_label = {figure.label: figure for figure in dashboard(now).figures}
    assert by_label["Sign-ups today"].value == "0"
    assert by_label["Sign-ups today"].query.startswith("guest=no&")
