"""Staff look through a user's eyes: for reading, for a quarter of an hour, and each page leaves a line."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.impersonated_request import KEY
from accounts.models import AuditLine, Impersonation, User
from accounts.services import impersonation
from accounts.services.tokens import create_token
from games import tickets
from tests.staff.people import root, signed_in, staff, user
from tests.tournaments import making

pytestmark = pytest.mark.django_db
WHY = {"reason": "They say that their list is empty."}


def looking(boss: User, at: User) -> Client:
    client = signed_in(boss)
    answer = client.post(f"/admin/accounts/user/{at.pk}/look/", WHY)
    assert answer.status_code == 302, answer.content
    return client


def test_pages_are_shown_as_the_user_sees_them_with_a_banner_and_each_leaves_a_line() -> None:
    tiina = user("tiina")
    client = looking(root(), tiina)
    page = client.get("/profile/").content.decode()
    assert "You are viewing the site as <b>tiina</b>" in page
    assert "tiina@example.org" in page
    seen = AuditLine.objects.get(what="impersonation.saw")
    assert (seen.by_name, seen.object_id, seen.after["path"]) == (
        "root",
        str(tiina.pk),
        "/profile/",
    )
    assert AuditLine.objects.get(what="impersonation.began").reason == WHY["reason"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "/profile/"),
        ("post", "/profile/elsewhere/"),
        ("post", "/tournaments/new/"),
        ("post", "/i18n/setlang/"),
        ("post", "/api/v1/matches/"),
        ("put", "/profile/table/"),
        ("delete", "/api/v1/tokens/1/"),
    ],
)
def test_nothing_unsafe_is_done(method: str, path: str) -> None:
    tiina = user("tiina")
    client = looking(root(), tiina)
    answer = getattr(client, method)(path, {"name": "Changed"}, content_type="application/json")
    assert answer.status_code == 403
    assert "read_only" in answer.content.decode()
    tiina.player.refresh_from_db()
    assert tiina.player.name == "tiina"


@pytest.mark.parametrize(
    "path",
    [
        "/profile/tokens/", "/profile/data/", "/accounts/2fa/", "/accounts/email/", "/admin/",
        "/api/v1/tokens",
    ],
)  # fmt: skip
def test_what_is_private_to_the_login_is_not_shown(path: str) -> None:
    tiina = user("tiina")
    create_token(tiina, "secret bot")
    answer = looking(root(), tiina).get(path)
    assert answer.status_code == 403
    assert "secret bot" not in answer.content.decode()


def test_at_the_users_table_the_ticket_names_nobody_and_no_seat() -> None:
    made = making.started(2)
    match = making.match_of(made, "W1.1")
    player = match.seats.first().player.user
    answer = looking(root(), player).get(f"/tickets/{match.pk}").json()
    assert answer["seat"] is None
    ticket = tickets.read(answer["ticket"], 0)
    assert (ticket.user_id, ticket.seat) == (None, None)


def test_it_ends_by_the_button_and_the_session_has_a_new_key_each_time() -> None:
    boss, tiina = root(), user("tiina")
    client = signed_in(boss)
    keys = [client.session.session_key]
    client.post(f"/admin/accounts/user/{tiina.pk}/look/", WHY)
    keys.append(client.session.session_key)
    assert client.post("/impersonation/end/").status_code == 302
    keys.append(client.session.session_key)
    assert len(set(keys)) == 3
    assert KEY not in client.session
    assert client.get("/admin/").status_code == 200
    assert AuditLine.objects.filter(what="impersonation.ended").count() == 1


def test_after_a_quarter_of_an_hour_the_impersonation_ends() -> None:
    boss, tiina = root(), user("tiina")
    client = looking(boss, tiina)
    with time_machine.travel(timezone.now() + timedelta(minutes=15, seconds=1)):
        assert "tiina@example.org" not in client.get("/profile/").content.decode()
    ended = AuditLine.objects.get(what="impersonation.ended")
    assert (ended.by_name, ended.object_id) == ("root", str(tiina.pk))


def test_a_look_that_nobody_ended_is_ended_by_the_sweep_once() -> None:
    looking(root(), user("tiina"))
    later = timezone.now() + timedelta(minutes=16)
    assert [impersonation.end_overdue(later) for _ in range(2)] == [1, 0]


def test_a_right_that_was_taken_away_ends_it_at_once() -> None:
    boss = staff("support", "accounts.impersonate_user", "accounts.view_user")
    client = looking(boss, user("tiina"))
    boss.user_permissions.clear()
    assert "You are viewing the site as" not in client.get("/").content.decode()
    assert not Impersonation.objects.filter(ended_at=None).exists()


def test_nobody_impersonates_superusers_themselves_or_staff_of_their_rank() -> None:
    boss = staff("support", "accounts.impersonate_user", "accounts.view_user")
    client = signed_in(boss)
    for target in (root(), staff("colleague"), boss):
        address = f"/admin/accounts/user/{target.pk}/look/"
        assert client.get(address).status_code == 403
        assert client.post(address, WHY).status_code == 403
    assert not Impersonation.objects.exists()


def test_without_the_right_nobody_is_impersonated() -> None:
    tiina = user("tiina")
    client = signed_in(staff("clerk", "accounts.view_user"))
    assert client.post(f"/admin/accounts/user/{tiina.pk}/look/", WHY).status_code == 403


def test_the_password_is_asked_for_again_first() -> None:
    boss, tiina = root(), user("tiina")
    client = Client()
    client.force_login(boss, backend="accounts.auth_backend.LoginBackend")
    answer = client.post(f"/admin/accounts/user/{tiina.pk}/look/", WHY)
    assert "/accounts/reauthenticate/" in answer["Location"]
    assert not Impersonation.objects.exists()
