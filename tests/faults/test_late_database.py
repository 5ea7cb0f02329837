"""`wait_for_database`: migrations wait for a PostgreSQL that is late at boot."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.utils import ConnectionHandler
from psycopg import pq

from config.databases import databases
from config.management.commands import wait_for_database
from tests.services.compose import ROOT
from tests.services.servers import Postgres

OK, REJECT, NO_RESPONSE = pq.Ping.OK, pq.Ping.REJECT, pq.Ping.NO_RESPONSE


def use(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    handler = ConnectionHandler(databases(Path("unused")))
    monkeypatch.setattr(wait_for_database, "connection", handler["default"])


def test_the_command_waits_until_the_server_takes_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [NO_RESPONSE, NO_RESPONSE, REJECT, OK]
    pauses: list[float] = []
    use(monkeypatch, "postgres://barpoint@database.example.org/barpoint")
    monkeypatch.setattr(wait_for_database, "ping", lambda server: answers.pop(0))
    monkeypatch.setattr(wait_for_database, "sleep", pauses.append)
    output = StringIO()
    call_command("wait_for_database", stdout=output)
    assert answers == []
    assert pauses == [wait_for_database.PAUSE_S] * 2
    assert output.getvalue().count("PostgreSQL at database.example.org does not take") == 1


def test_the_server_is_asked_without_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "postgres://barpoint:secret@%2Fvar%2Frun%2Fpostgresql/site")
    server = wait_for_database.server_address().decode()
    assert {"host=/var/run/postgresql", "user=barpoint", "dbname=site"} <= set(server.split())
    assert "secret" not in server


def test_sqlite_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "sqlite:///unused.sqlite3")
    monkeypatch.setattr(
        wait_for_database, "ping", lambda server: pytest.fail("SQLite has no server")
    )
    call_command("wait_for_database")


@pytest.mark.postgres
def test_a_server_that_answers_is_not_waited_for(postgres_server: Postgres, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": postgres_server.url, "VAR_DIR": str(tmp_path), "EMBEDDED": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "wait_for_database"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **settings},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
