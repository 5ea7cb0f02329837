"""A database that is away, full, locked or slow is told as 503, come again; a bug stays a 500."""

import sqlite3

import psycopg
import pytest
from django.db import (
    DataError,
    Error,
    IntegrityError,
    InternalError,
    OperationalError,
    ProgrammingError,
)
from django.test import Client
from psycopg import errors as postgres

from accounts.models import User
from tests.faults.breaking import everything_fails
from web import middleware
from web.load_shedding import FEW, LoadShedder
from web.transient_db_errors import is_transient
from web.views import errors

PAGES = ["/", "/tournaments/", "/profile/", "/admin/accounts/user/"]
PROGRAMS = ["/api/v1/tournaments", "/api/v1/me", f"/tickets/{'0' * 8}-{'0000-' * 3}{'0' * 12}"]


@pytest.fixture
def anna(client: Client) -> Client:
    """Signed in, and shown answers as a browser is: no exception comes through."""
    client.force_login(User.objects.create_superuser("anna", "anna@example.org", "pw"))
    client.raise_request_exception = False
    return client


def wrapped(kind: type[Error], cause: BaseException) -> Error:
    error = kind("told")
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("told")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "state",
    [
        "08006",
        "25006",
        "28P01",
        "3D000",
        "40P01",
        "53100",
        "53300",
        "55P03",
        "57014",
        "57P01",
        "58030",
    ],
)
def test_what_postgresql_says_of_its_own_state_is_a_fault(state: str) -> None:
    cause = postgres.lookup(state)()
    kind = InternalError if isinstance(cause, psycopg.InternalError) else OperationalError
    assert is_transient(wrapped(kind, cause))


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (ProgrammingError, "42P01"),
        (ProgrammingError, "42601"),
        (IntegrityError, "23505"),
        (DataError, "22001"),
        (InternalError, "25P02"),
    ],
)
def test_what_we_asked_wrongly_of_postgresql_is_a_bug(kind: type[Error], state: str) -> None:
    assert not is_transient(wrapped(kind, postgres.lookup(state)()))


def test_sqlite_says_by_its_result_code_whether_it_was_the_state_or_the_question() -> None:
    locked, full, snapshot, question = 5, 13, 5 | 2 << 8, 1
    for code in (locked, full, snapshot):
        assert is_transient(wrapped(OperationalError, sqlite_error(code)))
    assert not is_transient(wrapped(OperationalError, sqlite_error(question)))
    assert not is_transient(IntegrityError("unique"))
    assert not is_transient(ValueError("ours"))
    assert not is_transient(None)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_a_plain_503_that_asks_no_database(anna: Client, path: str) -> None:
    with everything_fails(OperationalError("the connection is closed")):
        answer = anna.get(f"{path}?a=1")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer["Cache-Control"] == "no-store"
    text = answer.content.decode()
    assert 'data-code="unavailable"' in text
    assert f'href="{path}?a=1"' in text
    assert anna.get(path).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", PROGRAMS)
def test_programs_read_unavailable(anna: Client, path: str) -> None:
    with everything_fails(OperationalError("the connection is closed")):
        answer = anna.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer.json()["code"] == "unavailable"
    assert anna.get(path).status_code in (200, 404)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/tournaments"])
def test_a_bug_stays_a_500_with_its_trace_in_the_log(
    anna: Client, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with everything_fails(ProgrammingError("no such column")):
        answer = anna.get(path)
    assert answer.status_code == 500
    assert "Retry-After" not in answer
    assert any(record.exc_info for record in caplog.records if record.levelname == "ERROR")


@pytest.mark.django_db
def test_a_fault_is_one_line_in_the_log(anna: Client, caplog: pytest.LogCaptureFixture) -> None:
    with everything_fails(OperationalError("the connection is closed\nwith a long story")):
        anna.get("/")
    loud = [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    (text,) = [record for record in loud if record.name != "config.request_context"]
    assert text.getMessage() == "no database for GET /: the connection is closed"
    assert not text.exc_info


@pytest.mark.django_db
def test_alive_stays_200_with_a_cookie_and_ready_says_no_database(anna: Client) -> None:
    with everything_fails(OperationalError("the connection is closed")):
        assert anna.get("/healthz").status_code == 200
        ready = anna.get("/readyz")
    assert (ready.status_code, ready.content) == (503, b"no database\n")
    assert anna.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_a_form_that_met_a_fault_says_to_look_whether_it_arrived(anna: Client) -> None:
    with everything_fails(OperationalError("the connection is closed")):
        answer = anna.post("/tournaments/new/", {"name": "Cup"})
    assert answer.status_code == 503
    assert "completely or not at all" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


@pytest.mark.django_db
def test_while_the_database_is_slow_few_wait_for_it_and_the_others_are_told_at_once(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = LoadShedder()
    monkeypatch.setattr(middleware, "LOAD_SHEDDER", crowd)
    monkeypatch.setattr(errors, "LOAD_SHEDDER", crowd)
    others = [crowd.enter() for _ in range(FEW)]
    assert all(others)
    assert anna.get("/").status_code == 200
    with everything_fails(wrapped(OperationalError, postgres.LockNotAvailable())):
        assert anna.get("/").status_code == 503
    refused = anna.get("/api/v1/tournaments")
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert anna.get("/healthz").status_code == anna.get("/readyz").status_code == 200
    crowd.leave()
    assert anna.get("/api/v1/tournaments").status_code == 200
