"""A test that commits leaves an empty database that is ready for the next one."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction

from accounts.models import AuditLine
from tests.services import emptying
from tests.tournaments.making import NOW, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_rows_go_and_what_a_migration_wrote_stays() -> None:
    before = Permission.objects.count(), ContentType.objects.count()
    started(4)
    assert emptying.tables_with_rows(connection)
    emptying.empty(connection)
    assert emptying.tables_with_rows(connection) == []
    assert (Permission.objects.count(), ContentType.objects.count()) == before
    assert all(before)


def test_append_only_tables_are_emptied_and_stay_append_only() -> None:
    for _ in range(2):
        line = AuditLine.objects.create(at=NOW, what="tested", model="accounts.user", object_id="1")
        with pytest.raises(DatabaseError), transaction.atomic():
            AuditLine.objects.filter(pk=line.pk).delete()
        emptying.empty(connection)
        assert not AuditLine.objects.exists()
