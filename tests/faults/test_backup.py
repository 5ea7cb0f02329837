"""A backup taken while people play is one moment, comes back the same, and play goes on in it with the same dice."""

import gzip
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections

from accounts.session_models import LoginSession, SpentGrant
from games.engine.clock import ClockSettings
from games.models import Action, Heartbeat, ProcessMinute
from games.services import outages
from tests.faults.breaking import elsewhere
from tests.games.services.tables import Sitting, playing
from tests.tournaments.making import nobody, started
from tournaments.exchange.selectors.fingerprint import AREAS, AreaDigest, fingerprint, models_of
from tournaments.exchange.services import backup, portable
from tournaments.models import Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
STEPS = 6
GO_ON = """
import json
from datetime import timedelta
from games.models import Match
from games.services import outages
from games.services.dice_audit import audit
from games.services.verify import verify_matches
from tests.games.services.tables import START, Sitting
from tournaments.management.commands.fingerprint import lines
from tournaments.exchange.selectors.fingerprint import fingerprint
fingerprint_lines = lines(fingerprint())
match = Match.objects.get(pk="{match}")
before, back = match.flag_at, START + timedelta(hours=5)
outages.beat("restored", back)
match.refresh_from_db()
sitting = Sitting(match, back)
for _ in range({steps}):
    sitting.step()
faults = [match_audit for match_audit in audit() if match_audit.faults]
wrong = [*verify_matches().values(), *faults]
payloads = list(match.actions.order_by("seq").values_list("kind", "payload"))
given = (match.flag_at - before).total_seconds()
print(json.dumps({{"fingerprint": fingerprint_lines, "given": given, "wrong": wrong, "actions": payloads}}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a site with an empty database beside ours."""
    (tmp_path / "var").mkdir()
    own = {"VAR_DIR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    env = {**os.environ, **own, "REDIS_URL": ""}
    if connection.vendor == "sqlite":
        yield env
        return
    with elsewhere() as other:
        other.autocommit = True
        name = f"restored_{os.getpid()}"  # tests beside this one have theirs
        other.execute(f"CREATE DATABASE {name}")
        server = os.environ["DATABASE_URL"].rpartition("/")[0]
        yield env | {"DATABASE_URL": f"{server}/{name}"}
        other.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.parametrize("options", [[], ["--portable"]])
def test_a_backup_in_the_midst_of_play_is_one_moment_and_is_played_on_with_the_same_dice(
    tmp_path: Path, copy: dict[str, str], monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    started(4)
    table = playing(length=5, clock=ClockSettings("simple", 600_000, 0))
    outages.beat("first", table.now)
    file = tmp_path / "kept"
    monkeypatch.setattr(backup, "fingerprint", then(lambda: in_thread(table.step)))
    call_command("backup", str(file), *options, stdout=io.StringIO())
    text = file.with_name("kept.fingerprint").read_text()
    assert text.splitlines()[1] != line_of("matches")  # somebody moved before the copy was made
    assert file.stat().st_mode & 0o077 == 0

    restored = manage(copy, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert "the same as what was backed up" in restored.stdout

    gone_on = go_on(copy, table)
    assert gone_on["fingerprint"] == text
    assert gone_on["given"] == timedelta(hours=5).total_seconds()
    assert gone_on["wrong"] == []
    for _ in range(STEPS - 1):
        table.step()
    here = Action.objects.filter(match=table.match).order_by("seq").values_list("kind", "payload")
    assert gone_on["actions"] == [[kind, payload] for kind, payload in here]


@pytest.mark.postgres
def test_a_portable_backup_moves_a_site_to_sqlite_and_back(
    tmp_path: Path, copy: dict[str, str]
) -> None:
    started(8)
    table = playing(length=5, clock=ClockSettings("simple", 600_000, 0))
    outages.beat("first", table.now)
    for _ in range(STEPS):
        table.step()
    call_command("backup", str(tmp_path / "first"), "--portable", stdout=io.StringIO())
    text = (tmp_path / "first.fingerprint").read_text()
    sqlite = {name: value for name, value in copy.items() if name != "DATABASE_URL"}

    moved = manage(sqlite, "restore", str(tmp_path / "first"))
    assert "the same as what was backed up" in moved.stdout, moved.stderr
    backed_up = manage(sqlite, "backup", "--portable", str(tmp_path / "second"))
    assert backed_up.returncode == 0, backed_up.stderr
    assert (tmp_path / "second.fingerprint").read_text() == text

    back = manage(copy, "restore", str(tmp_path / "second"))
    assert "the same as what was backed up" in back.stdout, back.stderr
    assert go_on(copy, table)["wrong"] == []


def test_rows_that_are_added_after_a_portable_restore_get_new_numbers(
    tmp_path: Path, copy: dict[str, str]
) -> None:
    started(4)
    deleted = nobody("Withdrawn")
    number = deleted.pk
    deleted.delete()
    call_command("backup", str(tmp_path / "kept"), "--portable", stdout=io.StringIO())
    assert manage(copy, "restore", str(tmp_path / "kept")).returncode == 0
    code = "from tests.tournaments.making import nobody; print(nobody('Late entry').pk)"
    added = manage(copy, "shell", "--no-imports", "-c", code)
    assert added.returncode == 0, added.stderr
    assert int(added.stdout) == number + 1  # the audit trail still names the deleted one


def test_after_a_refused_row_nothing_is_written_and_the_right_file_can_follow(
    tmp_path: Path, copy: dict[str, str]
) -> None:
    started(2)
    file, wrong = tmp_path / "kept", tmp_path / "wrong"
    call_command("backup", str(file), "--portable", stdout=io.StringIO())
    *lines, _end = gzip.decompress(file.read_bytes()).decode().splitlines()
    left = [*without_rows_of("accounts_player", lines)]
    end = json.dumps({"rows": sum(line.startswith("[") for line in left)})
    wrong.write_bytes(gzip.compress("".join(f"{line}\n" for line in [*left, end]).encode()))
    refused = manage(copy, "restore", str(wrong))
    assert "is refused by this database" in refused.stderr
    assert "Traceback" not in refused.stderr
    restored = manage(copy, "restore", str(file))
    assert "the same as what was backed up" in restored.stdout, restored.stderr
    assert "not empty" in manage(copy, "restore", str(file)).stderr


def without_rows_of(table: str, lines: list[str]) -> Iterator[str]:
    is_left_out = False
    for line in lines:
        if not line.startswith("["):
            is_left_out = json.loads(line).get("table") == table
        if not (is_left_out and line.startswith("[")):
            yield line


BROKEN = {
    "cut short": lambda head, rows, end: [head, *rows],
    "a row lost": lambda head, rows, end: [head, *without_a_row(rows), end],
    "a value lost": lambda head, rows, end: [head, *rows, "[]", end],
    "a foreign file": lambda head, rows, end: [*rows, end],
    "no lines": lambda head, rows, end: [],
    "no JSON": lambda head, rows, end: [head, "{", *rows, end],
    "a number alone": lambda head, rows, end: [head, "7", *rows, end],
    "a foreign table": lambda head, rows, end: [head, FOREIGN, *rows, end],
    "another version": lambda head, rows, end: [head.replace(".0", ".9"), *rows, end],
}
FOREIGN = json.dumps({"table": "users", "columns": ["id"]})


def without_a_row(lines: list[str]) -> list[str]:
    row = next(line for line in lines if line.startswith("["))
    return [line for line in lines if line != row]


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
def test_a_damaged_portable_backup_is_refused_before_anything_is_written(
    tmp_path: Path, damage: Callable[[str, list[str], str], list[str]]
) -> None:
    started(2)
    file = tmp_path / "kept"
    call_command("backup", str(file), "--portable", stdout=io.StringIO())
    head, *rows, end = gzip.decompress(file.read_bytes()).decode().splitlines()
    lines = damage(head, rows, end)
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    with pytest.raises(DomainError) as refused:
        portable.check(file)
    assert refused.value.code in {"broken_backup", "other_version"}
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(DomainError):
        portable.check(file)


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(b"SQLite format 3\0", marks=pytest.mark.postgres),
        pytest.param(b"PGDMP", marks=pytest.mark.sqlite),
    ],
)
def test_a_backup_of_the_other_database_is_refused_with_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    file = tmp_path / "kept"
    file.write_bytes(start + bytes(100))
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with pytest.raises(CommandError, match="backup --portable"):
        call_command("restore", str(file))


def test_what_was_changed_in_a_restored_copy_is_seen_by_its_fingerprint() -> None:
    event = started(4)
    before = {area.name: area.digest for area in fingerprint()}
    Tournament.objects.filter(pk=event.pk).update(version=event.version + 5)
    assert {area.name: area.digest for area in fingerprint()} == before
    Tournament.objects.filter(pk=event.pk).update(name="Another")
    after = {area.name: area.digest for area in fingerprint()}
    assert {name for name in AREAS if after[name] != before[name]} == {"tournaments"}
    assert after["standings"] == before["standings"]


def test_the_fingerprint_is_of_every_table_but_what_a_running_site_changes_by_itself() -> None:
    kept = {model for area in AREAS for model in models_of(area)}
    labels = (
        "accounts",
        "clubs",
        "embeds",
        "fairplay",
        "games",
        "ladders",
        "leagues",
        "notifications",
        "ratings",
        "satellites",
        "series",
        "social",
        "tableclock",
        "tournaments",
        "webhooks",
    )
    ours = {m for label in labels for m in apps.get_app_config(label).get_models()}
    assert ours - kept == {Heartbeat, ProcessMinute, LoginSession, SpentGrant}


def test_what_would_lose_data_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(2)
    file = tmp_path / "kept"
    file.write_text("this was never a backup")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", str(file))
    with pytest.raises(CommandError, match="File not found"):
        call_command("restore", str(tmp_path / "nothing"))
    with pytest.raises(CommandError, match=r"cannot be written: .*No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "kept"))
    before = {area.name: area.digest for area in fingerprint()}
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with pytest.raises(CommandError):
        call_command("restore", str(file))
    assert {area.name: area.digest for area in fingerprint()} == before


@pytest.mark.postgres
def test_without_postgresqls_programs_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup", str(tmp_path / "kept"))
    assert list(tmp_path.iterdir()) == []


def test_what_browsers_and_caches_kept_of_the_lost_future_counts_no_more() -> None:
    event = started(4)
    before = event.version
    backup.forget_caches()
    event.refresh_from_db()
    assert event.version >= before + 1_000_000


def test_of_a_backup_from_before_a_migration_the_lost_future_counts_no_more_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = started(4)
    file = tmp_path / "kept"
    call_command("backup", str(file), stdout=io.StringIO())
    monkeypatch.setattr(connection.introspection, "table_names", list)
    for load in ("_load_sqlite", "_load_postgres"):
        monkeypatch.setattr(backup, load, lambda _file: None)
    monkeypatch.setattr(backup, "is_behind", lambda: True)
    out = io.StringIO()
    call_command("restore", str(file), stdout=out)
    assert "run manage.py migrate now" in out.getvalue()
    assert Tournament.objects.get().version >= event.version + 1_000_000


def then(interrupt: Callable[[], object]) -> Callable[[], Iterator[AreaDigest]]:
    """The fingerprint, after which something happens before the copy is made."""

    def read() -> Iterator[AreaDigest]:
        yield from fingerprint()
        interrupt()

    return read


def in_thread(call: Callable[[], object]) -> None:
    """As another process would: on a connection of its own."""

    def work() -> None:
        try:
            call()
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def line_of(name: str) -> str:
    out = io.StringIO()
    call_command("fingerprint", stdout=out)
    return next(line for line in out.getvalue().splitlines() if line.startswith(name))


def go_on(env: dict[str, str], table: Sitting) -> Any:
    code = GO_ON.format(match=table.match.pk, steps=STEPS)
    done = manage(env, "shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def manage(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
