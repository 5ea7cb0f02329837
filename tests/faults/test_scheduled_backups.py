"""Backups that the site makes by itself: when, which are deleted, and whether they can be restored."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from accounts.services.audit import Actor, record
from tests.staff.people import root, signed_in
from tests.tournaments.making import started
from tournaments.exchange.services import backup_drill, scheduled_backups
from tournaments.exchange.services.scheduled_backups import backups_in, expired, is_due, run_due
from tournaments.staff.selectors.storage import BACKUP, BACKUP_FAILURE, storage

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
HOURS = st.lists(st.integers(0, 24 * 100), unique=True, max_size=60)


def ago(**period: float) -> datetime:
    return NOW - timedelta(**period)


def test_kept_are_the_last_days_and_the_last_of_each_of_some_weeks() -> None:
    made = [ago(days=days) for days in range(60)]
    gone = expired(made, NOW, 7, 5)
    kept = sorted((NOW - at).days for at in set(made) - gone)
    assert kept == [0, 1, 2, 3, 4, 5, 6, 12, 19, 26, 33]


@given(HOURS, st.integers(1, 10), st.integers(0, 8))
def test_the_latest_backup_always_stays_and_deleting_twice_deletes_nothing_more(
    hours: list[int], days: int, weeks: int
) -> None:
    made = {ago(hours=each) for each in hours}
    gone = expired(made, NOW, days, weeks)
    left = made - gone
    assert not made or max(made) in left
    assert all(at in left for at in made if NOW - at < timedelta(days=days))
    assert expired(left, NOW, days, weeks) == set()


@pytest.mark.django_db
def test_nothing_is_made_without_a_folder(tmp_path: Path) -> None:
    with override_settings(BACKUP_DIR=""):
        assert run_due(NOW) is None


@pytest.mark.django_db
def test_a_backup_is_made_when_the_last_one_is_too_old_and_old_ones_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduled_backups.subprocess, "run", write_instead)
    with override_settings(BACKUP_DIR=str(tmp_path / "kept"), BACKUP_EVERY_HOURS=24):
        first = run_due(ago(days=90))
        assert first is not None
        assert first.name == "barpoint-2026-08-29T183000Z"
        assert run_due(ago(days=90, hours=-23)) is None
        (tmp_path / "kept" / "mine").write_text("")
        last = run_due(NOW)
    assert last is not None
    assert backups_in(tmp_path / "kept") == {last: NOW}
    assert (tmp_path / "kept" / "mine").exists()
    assert not first.with_name(f"{first.name}.fingerprint").exists()


@pytest.mark.django_db
def test_a_backup_that_fails_deletes_nothing_and_is_due_again(tmp_path: Path) -> None:
    old = tmp_path / "barpoint-2026-01-01T000000Z"
    old.write_text("")
    (tmp_path / f"{NOW.strftime(scheduled_backups.NAME)}.part").mkdir()
    with override_settings(BACKUP_DIR=str(tmp_path)):
        assert run_due(NOW) is None
        assert is_due(backups_in(tmp_path).values(), NOW)
    assert old.exists()


@pytest.mark.django_db
def test_the_administration_shows_why_the_last_attempt_failed_until_one_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(root())  # which empties the cache
    written = record(Actor(None, ago(hours=30)), BACKUP)
    (tmp_path / f"{NOW.strftime(scheduled_backups.NAME)}.part").mkdir()
    with override_settings(BACKUP_DIR=str(tmp_path)):
        assert run_due(NOW) is None
        page = browser.get("/admin/?show=system").content.decode()
        assert "27 November 18:30" in page
        assert "cannot be written" in page
        assert storage().backup_at == written.at, "the last success is still there"
        monkeypatch.setattr(scheduled_backups.subprocess, "run", write_instead)
        assert run_due(ago(minutes=-10)) is not None
    assert storage().backup_failure is None


@pytest.mark.django_db
def test_a_backup_made_by_hand_after_a_failure_ends_its_line() -> None:
    cache.set(BACKUP_FAILURE, (ago(hours=1), "No space left on device"), 60)
    failure = storage().backup_failure
    assert failure is not None
    assert failure.error == "No space left on device"
    record(Actor(None, NOW), BACKUP)
    assert storage().backup_failure is None
    cache.delete(BACKUP_FAILURE)


@pytest.mark.django_db
def test_the_administration_marks_a_backup_that_is_late() -> None:
    with override_settings(BACKUP_DIR="/backups"):
        assert storage().is_backup_late
    with override_settings(BACKUP_DIR=""):
        assert not storage().is_backup_late


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("options", [[], ["--portable"]])
def test_a_drill_restores_a_backup_beside_the_site(tmp_path: Path, options: list[str]) -> None:
    event = started(4)
    file = tmp_path / "kept"
    call_command("backup", str(file), *options, stdout=io.StringIO())
    out = io.StringIO()
    call_command("backup_drill", str(file), stdout=out)
    assert "the same as what was backed up" in out.getvalue()
    assert "Every roll follows from what was promised" in out.getvalue()
    event.refresh_from_db()
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(CommandError, match="restore failed"):
        call_command("backup_drill", str(file), stdout=io.StringIO())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("options", [[], ["--portable"]])
def test_a_drill_wants_room_in_the_folder_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    file = tmp_path / "kept"
    call_command("backup", str(file), *options, stdout=io.StringIO())
    if connection.vendor == "postgresql" and not options:
        return  # a dump is restored by the server, on its own disk
    with pytest.raises(CommandError, match="Folder not found"):
        call_command("backup_drill", str(file), "--scratch", str(tmp_path / "nowhere"))
    full = SimpleNamespace(free=1000)
    monkeypatch.setattr(backup_drill.shutil, "disk_usage", lambda folder: full)
    with pytest.raises(CommandError, match=r"has 0 MB of free space, and this drill needs about"):
        call_command("backup_drill", str(file), "--scratch", str(tmp_path))
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


@pytest.mark.django_db
def test_without_a_backup_the_drill_says_so(tmp_path: Path) -> None:
    with (
        override_settings(BACKUP_DIR=str(tmp_path)),
        pytest.raises(CommandError, match="no backup"),
    ):
        call_command("backup_drill")


def write_instead(command: list[str], **_options: object) -> object:
    """What `manage.py backup` leaves, without its process."""
    file = Path(command[-1])
    file.write_text("backup")
    file.with_name(f"{file.name}.fingerprint").write_text("")
    return type("Completed", (), {"returncode": 0, "stderr": ""})()
