"""The audit trail is append-only by the database itself; what is personal goes with a deleted login, and nothing else."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import AuditLine, User
from accounts.services.audit import Actor, record
from accounts.services.logins import delete_account
from tests.staff.people import root, user

NAMES = {"by_name": "somebody", "object_name": "x", "reason": "x", "what": "x", "ip": "10.0.0.9",
         "before": {"a": 1}, "after": {}, "object_id": "7", "by_id": None, "at": timezone.now()}  # fmt: skip


def line(about: User, by: User | None = None, reason: str = "Rude.") -> AuditLine:
    doer = Actor(by, timezone.now(), "10.0.0.1", reason)
    return record(doer, "user.suspended", about, before={"a": "b"}, after={"name": str(about)})


def refused(change: Any) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError as error:
        return "append-only" in str(error)
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_no_column_of_a_line_can_be_changed(name: str) -> None:
    written = line(user("tiina"), root())
    assert refused(lambda: AuditLine.objects.filter(pk=written.pk).update(**{name: NAMES[name]}))


@pytest.mark.django_db
def test_no_line_can_be_deleted_or_emptied_while_the_login_is_there() -> None:
    written = line(user("tiina"), root())
    audit_lines = AuditLine.objects.filter(pk=written.pk)
    assert refused(written.delete)
    assert refused(lambda: audit_lines.update(object_name="", reason="", before={}, after={}))
    assert refused(lambda: audit_lines.update(by_name="", ip=None))
    with connection.cursor() as cursor:
        assert refused(lambda: cursor.execute("DELETE FROM accounts_auditline"))
    assert audit_lines.get().object_name == "tiina"


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_trail_cannot_be_emptied_as_a_whole() -> None:
    written = line(user("tiina"), root())
    with connection.cursor() as cursor:
        assert refused(lambda: cursor.execute("TRUNCATE accounts_auditline"))
    assert AuditLine.objects.filter(pk=written.pk).exists()


@pytest.mark.django_db
def test_with_a_deleted_login_its_name_and_reasons_go_and_the_line_stays() -> None:
    tiina, boss = user("tiina"), root()
    about, by, other = line(tiina, boss), line(boss, tiina), line(boss, boss)
    number = tiina.pk
    delete_account(tiina, timezone.now())
    for item in (about, by, other):
        item.refresh_from_db()
    assert (about.object_name, about.reason, about.before, about.after) == ("", "", {}, {})
    assert (about.by_name, about.what, about.object_id) == ("root", "user.suspended", str(number))
    assert (by.by_name, by.ip, by.by_id, by.object_name) == ("", None, number, "root")
    assert (other.by_name, other.object_name, other.reason) == ("root", "root", "Rude.")
    assert refused(lambda: AuditLine.objects.filter(pk=about.pk).update(object_name="somebody"))
    assert refused(about.delete)


@pytest.mark.django_db
def test_the_name_of_a_deleted_address_is_nowhere_in_the_trail() -> None:
    tiina = user("tiina")
    address = tiina.emailaddress_set.get()
    record(Actor(root(), timezone.now()), "admin.changed", address, after={"email": address.email})
    delete_account(tiina, timezone.now())
    strs = [str(row) for row in AuditLine.objects.values_list()]
    assert not [item for item in strs if "tiina" in item]


@pytest.mark.django_db(transaction=True)
def test_the_triggers_are_there_again_after_a_migrate_that_finds_nothing_to_do() -> None:
    call_command("migrate", verbosity=0)
    written = line(root())
    assert refused(written.delete)
