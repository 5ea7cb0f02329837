"""Notifications of many users at once: a few rows in the transaction of what happened, the rest by a sweep."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from notifications import kinds
from notifications.models import Notification, NotificationBatch
from notifications.services.batches import store_due
from notifications.services.notify import BATCH, MANY, News, notify
from tests.tournaments.making import NOW, player

pytestmark = pytest.mark.django_db
NUMBER = MANY + 1


def announced(number: int, kind: str = kinds.ANNOUNCEMENT, player_id: int | None = None) -> None:
    users = User.objects.filter(username__startswith="reader").order_by("pk")[:number]
    values = {"title": "Spring Open"}
    notify((News(user.pk, kind, "noon", "/x/", player_id, values) for user in users), NOW)


@pytest.fixture(autouse=True)
def _readers() -> None:
    User.objects.bulk_create(User(username=f"reader{n}", password="!") for n in range(NUMBER))


def test_many_are_owed_first_and_stored_once() -> None:
    bob = player("bob")
    announced(NUMBER, player_id=bob.pk)
    assert not Notification.objects.exists()
    assert NotificationBatch.objects.count() == -(-NUMBER // BATCH)
    assert store_due() == NUMBER
    assert store_due() == 0
    assert not NotificationBatch.objects.exists()
    row = Notification.objects.first()
    assert row is not None
    assert (row.kind, row.subject, row.url, row.player, row.created_at) == (
        kinds.ANNOUNCEMENT, "noon", "/x/", bob, NOW,
    )  # fmt: skip
    assert row.values == {"title": "Spring Open"}
    assert row.email_at == NOW + kinds.OWN_EMAILS[kinds.ANNOUNCEMENT]
    announced(NUMBER)
    store_due()
    assert Notification.objects.count() == NUMBER


def test_the_transaction_costs_the_same_for_few_batches_and_for_many() -> None:
    with (
        CaptureQueriesContext(
            connection,
        ) as queries,
        transaction.atomic(),
    ):
        announced(NUMBER)
    assert sum("INSERT" in query["sql"] for query in queries) == 1


@pytest.mark.parametrize(("number", "kind"), [(MANY, kinds.ANNOUNCEMENT), (NUMBER, kinds.READY)])
def test_few_and_what_may_be_settled_are_stored_at_once(number: int, kind: str) -> None:
    announced(number, kind)
    assert Notification.objects.count() == number
    assert not NotificationBatch.objects.exists()


def test_who_is_gone_is_left_out() -> None:
    bob = player("bob")
    announced(NUMBER, player_id=bob.pk)
    User.objects.filter(username="reader3").delete()
    bob.delete()
    assert store_due() == NUMBER - 1
    assert set(Notification.objects.values_list("player", flat=True)) == {None}


def test_a_batch_that_fails_holds_up_no_other() -> None:
    NotificationBatch.objects.create(kind=kinds.ANNOUNCEMENT, news=[[1]], created_at=NOW)
    announced(NUMBER)
    assert store_due() == NUMBER
    assert NotificationBatch.objects.get().news == [[1]]
