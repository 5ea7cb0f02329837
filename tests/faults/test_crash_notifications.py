"""The checker of notifications in the crash drill finds what it is there for: lost and doubled rows and emails."""

import sys
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from notifications.models import Notification
from notifications.services import emails

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
import crash_notifications as drill

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed(settings: Settings, tmp_path: Path) -> set[int]:
    """Users of whom each has been notified, and has their email as a file."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    users = set(drill.owe(1, "https://push.example.org"))
    assert drill.left() == len(users) == drill.USERS
    assert emails.send_due(timezone.now()) == drill.USERS
    return users


def faults(owed: set[int], folder: Path, kills: int = 0) -> list[str]:
    return list(drill.faults(owed, folder, kills))


def test_nothing_is_wrong_with_emails_that_came_once(owed: set[int], tmp_path: Path) -> None:
    assert faults(owed, tmp_path) == []


def test_a_lost_row_and_an_email_that_is_still_owed_are_faults(
    owed: set[int], tmp_path: Path
) -> None:
    lost, late = sorted(owed)[:2]
    Notification.objects.filter(user=lost).delete()
    Notification.objects.filter(user=late).update(email_at=timezone.now())
    assert faults(owed, tmp_path) == [
        f"user {lost}: 0 rows",
        f"user {late}: the email is not settled",
    ]


def test_a_lost_email_is_a_fault_and_a_doubled_one_without_a_kill_too(
    owed: set[int], tmp_path: Path
) -> None:
    (file,) = tmp_path.iterdir()
    texts = file.read_bytes().split(drill.SEPARATOR)
    file.write_bytes(drill.SEPARATOR.join([*texts[1:], texts[1], b""]))
    assert len(faults(owed, tmp_path)) == 3
    assert len(faults(owed, tmp_path, kills=1)) == 1
