"""A right to change logins gives no further rights: staff who are not superusers raise nobody, themselves included."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group

from accounts.models import User
from tests.staff.people import root, signed_in, staff, user

pytestmark = pytest.mark.django_db
LOGINS = ("accounts.view_user", "accounts.change_user", "accounts.add_user")
ADDRESSES = tuple(f"account.{verb}_emailaddress" for verb in ("view", "add", "change", "delete"))
NEW = {"password1": "three barking geese", "password2": "three barking geese"}


def change(who: User) -> str:
    return f"/admin/accounts/user/{who.pk}/change/"


def filled(who: User) -> dict[str, str]:
    return {"username": who.username, "email": who.email, "time_zone": "UTC", "is_active": "on"}


def test_who_changes_logins_gives_no_rights() -> None:
    tiina, clerk = user("tiina"), staff("clerk", *LOGINS)
    wanted = {"is_staff": "on", "is_superuser": "on", "email": "new@example.org"}
    answer = signed_in(clerk).post(change(tiina), filled(tiina) | wanted)
    assert answer.status_code == 302
    tiina.refresh_from_db()
    assert (tiina.email, tiina.is_staff, tiina.is_superuser) == ("new@example.org", False, False)


@pytest.mark.parametrize("page", ["change/", "password/"])
def test_who_changes_logins_does_not_change_those_of_staff(page: str) -> None:
    boss, clerk = root(), staff("clerk", *LOGINS)
    client = signed_in(clerk)
    for who in (boss, clerk):
        sent = filled(who) | NEW | {"is_superuser": "on", "email": "mine@example.org"}
        answer = client.post(f"/admin/accounts/user/{who.pk}/{page}", sent)
        assert answer.status_code == 403
        before = who.password
        who.refresh_from_db()
        assert (who.password, who.email) == (before, f"{who.username}@example.org")
    assert client.get(change(boss)).status_code == 200


def test_a_superuser_gives_rights_and_changes_staff() -> None:
    boss, clerk = root(), staff("clerk", *LOGINS)
    answer = signed_in(boss).post(change(clerk), filled(clerk) | {"is_superuser": "on"})
    assert answer.status_code == 302
    clerk.refresh_from_db()
    assert (clerk.is_superuser, clerk.is_staff) == (True, False)


def test_nobody_opens_a_superusers_login_by_an_address_of_their_own() -> None:
    boss, tiina = root(), user("tiina")
    client = signed_in(staff("clerk", *ADDRESSES))
    mine = {"email": "mine@example.org", "verified": "on"}
    add = "/admin/account/emailaddress/add/"
    assert client.post(add, mine | {"user": boss.pk}).status_code == 200
    assert client.post(add, mine | {"user": tiina.pk}).status_code == 302
    made = EmailAddress.objects.get(email="mine@example.org")
    assert made.user == tiina
    moved = f"/admin/account/emailaddress/{made.pk}/change/"
    assert client.post(moved, mine | {"user": boss.pk}).status_code == 200
    address = EmailAddress.objects.create(user=boss, email="boss@example.org", verified=True)
    for page in ("change", "delete"):
        its_page = f"/admin/account/emailaddress/{address.pk}/{page}/"
        assert client.post(its_page, mine | {"user": boss.pk, "post": "yes"}).status_code == 403
    assert set(EmailAddress.objects.filter(user=boss)) == {address}


def test_a_superusers_second_step_is_taken_off_by_superusers() -> None:
    kept = Authenticator.objects.create(user=root(), type="totp", data={})
    rights = ("mfa.view_authenticator", "mfa.delete_authenticator")
    client = signed_in(staff("clerk", *rights))
    page = "/admin/mfa/authenticator/"
    assert client.post(f"{page}{kept.pk}/delete/", {"post": "yes"}).status_code == 403
    ticked = {"action": "delete_selected", "_selected_action": kept.pk, "post": "yes"}
    client.post(page, ticked)
    assert Authenticator.objects.filter(pk=kept.pk).exists()


def test_groups_are_changed_by_superusers() -> None:
    rights = tuple(f"auth.{verb}_group" for verb in ("view", "add", "change", "delete"))
    group, client = Group.objects.create(name="Support"), signed_in(staff("clerk", *rights))
    assert client.get("/admin/auth/group/").status_code == 200
    for page in ("add/", f"{group.pk}/change/", f"{group.pk}/delete/"):
        assert client.post(f"/admin/auth/group/{page}", {"name": "Mine"}).status_code == 403
    assert Group.objects.get().name == "Support"
