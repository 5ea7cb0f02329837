"""Everything staff do leaves a line: a walk over the pages and every action of the administration."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.admin_base import AuditedAdmin
from accounts.models import ApiToken, AuditLine, User
from accounts.services.openid_clients import register_client
from accounts.services.tokens import create_token
from games.models import ChatLine, FailedTask, Match
from games.services.importing import import_match
from tests.clubs.making import club, joined
from tests.games.records.files import golden
from tests.leagues.making_leagues import league
from tests.series.making_series import season
from tests.staff.people import root, signed_in, staff, user
from tests.tournaments import making

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # its triggers are written for each database
]
WHY = {"reason": "Because."}


@pytest.fixture
def client() -> Client:
    return signed_in(root())


def trail() -> list[str]:
    return list(AuditLine.objects.order_by("id").values_list("what", flat=True))


@pytest.mark.parametrize("model_admin", admin.site._registry.values(), ids=str)
def test_every_page_of_the_administration_writes_the_trail(model_admin: Any) -> None:
    assert isinstance(model_admin, AuditedAdmin)


def test_adding_changing_and_deleting_leave_lines_with_what_was_and_is(client: Client) -> None:
    client.post("/admin/auth/group/add/", {"name": "Helpers"})
    client.post("/admin/auth/group/1/change/", {"name": "Support"})
    client.post("/admin/auth/group/1/delete/", {"post": "yes"})
    assert trail() == ["admin.added", "admin.changed", "admin.deleted"]
    line = AuditLine.objects.get(what="admin.changed")
    assert (line.before["name"], line.after["name"]) == ("Helpers", "Support")
    assert (line.by_name, line.ip) == ("root", "127.0.0.1")


def test_a_new_password_is_in_no_line(client: Client) -> None:
    tiina = user("tiina")
    secret = "another long pass phrase"
    sent = {"password1": secret, "password2": secret, "usable_password": "true"}
    client.post(f"/admin/accounts/user/{tiina.pk}/password/", sent)
    line = AuditLine.objects.get()
    assert line.object_id == str(tiina.pk)
    assert secret not in str(line.after) + str(line.before)


def chat_line() -> ChatLine:
    match = making.match_of(making.started(2), "W1.1")
    return ChatLine.objects.create(
        match=match, room="players", at=timezone.now(), key="k", text="x"
    )


def reported() -> Any:
    line = chat_line()
    return line.reports.create(reporter=user("reader"), at=timezone.now())


def failed() -> FailedTask:
    return FailedTask.objects.create(
        task_id="1", name="tournaments.tasks.advance", args=[0], error="x", at=timezone.now()
    )


def imported() -> Match:
    return Match.objects.get(pk=import_match(user("owner"), golden("three.mat"), timezone.now()).pk)


def token() -> ApiToken:
    return create_token(user("owner"), "bot")[0]


def openid_client() -> Any:
    return register_client("Club", ["https://club.example/back"], ["openid"], is_public=False)[0]


def address() -> Any:
    return user("tiina").emailaddress_set.get()


def club_with_a_member() -> Any:
    made = club()
    joined(made)
    return made


MADE: dict[str, Callable[[], Any]] = {
    "accounts.user": lambda: user("tiina"),
    "accounts.apitoken": token,
    "games.match": imported,
    "games.chatline": chat_line,
    "games.chatreport": reported,
    "games.failedtask": failed,
    "account.emailaddress": address,
    "allauth_idp_oidc.client": openid_client,
    "clubs.club": club_with_a_member,
    "series.series": lambda: season(user("tiina")),
    "leagues.league": lambda: league(user("tiina")),
    "auth.group": lambda: Group.objects.create(name="x"),
}
ACTIONS = [
    (model._meta.label_lower, name)
    for model, item in admin.site._registry.items()
    for name in {*(getattr(action, "__name__", action) for action in item.actions or ()), "delete_selected"}
    if name != "delete_selected" or model._meta.label_lower in {"accounts.apitoken", "account.emailaddress", "auth.group"}
]  # fmt: skip


@pytest.mark.parametrize(("label", "name"), sorted(ACTIONS))
def test_every_action_of_every_list_leaves_a_line(client: Client, label: str, name: str) -> None:
    thing = MADE[label]()
    app, model = label.split(".")
    sent = {"action": name, "_selected_action": [thing.pk], "post": "yes"}
    client.post(f"/admin/{app}/{model}/", sent)
    lines = AuditLine.objects.filter(model=label)
    assert str(thing.pk) in [line.object_id for line in lines], trail()


def test_a_suspension_has_a_reason_and_an_end_and_ends_by_itself(client: Client) -> None:
    from accounts.services.access import let_in_again

    tiina = user("tiina")
    until = timezone.now() + timedelta(days=1)
    sent = {"until": f"{until:%Y-%m-%dT%H:%M}", "reason": "Rude."}
    assert client.post(f"/admin/accounts/user/{tiina.pk}/suspend/", sent).status_code == 302
    tiina.refresh_from_db()
    assert (tiina.is_suspended, tiina.suspended_because) == (True, "Rude.")
    assert [let_in_again(until + timedelta(minutes=1)) for _ in range(2)] == [1, 0]
    tiina.refresh_from_db()
    assert not tiina.is_suspended
    assert trail() == ["user.suspended", "user.reinstated"]


def test_without_a_reason_nothing_is_done_and_the_form_says_so(client: Client) -> None:
    tiina = user("tiina")
    answer = client.post(f"/admin/accounts/user/{tiina.pk}/suspend/", {"until": "2001-01-01T10:00"})
    assert answer.status_code == 422
    assert "This time is in the past." in answer.content.decode()
    assert not User.objects.get(pk=tiina.pk).is_suspended


def test_staff_suspend_users_but_neither_themselves_nor_colleagues() -> None:
    clerk = staff("clerk", "accounts.suspend_user", "accounts.view_user")
    client = signed_in(clerk)
    for target in (clerk, staff("colleague"), root()):
        assert client.post(f"/admin/accounts/user/{target.pk}/suspend/", WHY).status_code == 403
    assert client.post(f"/admin/accounts/user/{user('tiina').pk}/suspend/", WHY).status_code == 302


def test_nobody_adds_changes_or_deletes_a_line(client: Client) -> None:
    client.post("/admin/auth/group/add/", {"name": "Helpers"})
    line = AuditLine.objects.get()
    page = f"/admin/accounts/auditline/{line.pk}"
    assert client.get("/admin/accounts/auditline/").status_code == 200
    assert client.get(f"{page}/change/").status_code == 200
    for address in ("/admin/accounts/auditline/add/", f"{page}/change/", f"{page}/delete/"):
        assert client.post(address, {"reason": "never happened", "post": "yes"}).status_code == 403
    client.post("/admin/accounts/auditline/", {"action": "delete_selected", "_selected_action": [line.pk], "post": "yes"})  # fmt: skip
    assert trail() == ["admin.added"]
