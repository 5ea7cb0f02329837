"""Where sweeps run: beside the one process of a site where many are owed, else in the worker."""

from typing import Any

import pytest

from accounts.models import User
from notifications import kinds, sweeps
from notifications.models import Notification, NotificationBatch
from notifications.selectors import owed
from notifications.tasks import sweep_batches, sweep_emails, sweep_pushes
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db


def owe(number: int) -> None:
    users = User.objects.bulk_create(User(username=f"r{n}", password="!") for n in range(number))
    Notification.objects.bulk_create(
        Notification(
            user=user,
            kind=kinds.RULING,
            subject="x",
            url="/",
            created_at=NOW,
            email_at=NOW,
            push_at=NOW,
        )
        for user in users
    )


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """The kinds that a process beside the site was asked for; it hands out one at a time."""
    settings.SWEEPS_IN_OWN_PROCESS = True
    asked: list[str] = []

    def run(kind: str) -> int:
        asked.append(kind)
        return 1

    monkeypatch.setattr(sweeps._side_process, "run", run)
    return asked


def test_many_are_handed_out_beside_the_site(beside: list[str]) -> None:
    owe(owed.MANY + 1)
    NotificationBatch.objects.create(kind=kinds.RULING, news=[], created_at=NOW)
    assert [sweep_batches(), sweep_emails(), sweep_pushes()] == [1, 1, 1]
    assert beside == ["batches", "emails", "pushes"]


def test_few_are_handed_out_at_once_where_they_are(beside: list[str]) -> None:
    owe(owed.MANY)
    sweep_batches()
    sweep_emails()
    sweep_pushes()
    assert beside == []
    assert not Notification.objects.exclude(email_at=None).exists()


def test_where_that_process_has_died_the_site_hands_out_itself(
    beside: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(_kind: str) -> int:
        raise EOFError

    monkeypatch.setattr(sweeps._side_process, "run", die)
    owe(owed.MANY + 1)
    sweep_emails()
    assert not Notification.objects.exclude(email_at=None).exists()


def test_nothing_starts_beside_a_site_of_several_processes(
    beside: list[str], settings: Any
) -> None:
    settings.SWEEPS_IN_OWN_PROCESS = False
    owe(owed.MANY + 1)
    sweep_emails()
    assert beside == []
