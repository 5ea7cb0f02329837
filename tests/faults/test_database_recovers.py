"""Faults made for real: the edge says 503, nothing is half-written, and the same process goes on afterwards."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.test import Client

from accounts.models import ApiToken, User
from config.postgres import base as pooled
from config.postgres.circuit_breaker import CircuitBreaker
from games.models import Action, Match
from games.services.play import act_many
from games.services.submissions import Accepted, Refused, Submission
from games.services.verify import verify
from tests.faults.breaking import FailsAt, broken, elsewhere, execute
from tests.games.services.tables import Sitting, playing

pytestmark = pytest.mark.django_db(transaction=True)
LOST = OperationalError("server closed the connection unexpectedly")


@pytest.fixture
def anna(client: Client) -> Client:
    User.objects.create_user("berta", "berta@example.org", "pw")
    client.force_login(User.objects.create_user("anna", "anna@example.org", "pw"))
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("fault", ["full", "read only", "locked"])
def test_a_database_that_takes_nothing_is_503_and_takes_it_later_without_a_restart(
    anna: Client, fault: str
) -> None:
    form = {"name": "script", "scope": "read"}
    with broken(fault):
        if fault == "full":
            fill_the_last_page()
        answer = anna.post("/profile/tokens/", form)
        assert answer.status_code == 503, answer.content
        assert answer["Retry-After"] == "5"
        assert anna.get("/healthz").status_code == 200
    scripts = ApiToken.objects.filter(name="script")
    assert not scripts.exists()
    assert anna.post("/profile/tokens/", form).status_code == 200
    assert scripts.count() == 1


def fill_the_last_page() -> None:
    """A full disk has room in the last page of each table."""
    other = User.objects.get(username="berta")
    facts = {"user": other, "name": "x", "prefix": "x", "access_version": 0}
    with suppress(OperationalError):
        for number in range(100):
            ApiToken.objects.create(**facts, digest=str(number))


def test_whichever_statement_of_a_batch_fails_nothing_is_written_and_the_repeat_is_one_row() -> (
    None
):
    sitting, item = on_roll()
    before = written(sitting)
    number, failed = 0, True
    while failed:
        number += 1
        fault = FailsAt(number, LOST)
        with connection.execute_wrapper(fault):
            (answer,), _grown = act_many([item], sitting.now)
        failed = fault.happened
        if failed:
            assert isinstance(answer, Refused)
            assert (answer.code, answer.status) == ("unavailable", 503)
            assert written(sitting) == before
    assert number > 4
    assert isinstance(answer, Accepted)
    assert not answer.repeated
    assert Action.objects.filter(match=sitting.match, key="k").count() == 1
    assert verify(sitting.match.pk) == []


@pytest.mark.parametrize("committed", [False, True], ids=["lost", "done but not heard of"])
def test_a_commit_of_unknown_outcome_is_unavailable_and_the_repeat_is_one_row(
    monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    sitting, item = on_roll()
    with monkeypatch.context() as patch:
        patch.setattr(type(connections["default"]), "_commit", fails_to_commit(committed))
        (answer,), _grown = act_many([item], sitting.now)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.status) == ("unavailable", 503)
    assert Action.objects.filter(key="k").count() == int(committed)
    (again,), _grown = act_many([item], sitting.now)
    assert isinstance(again, Accepted)
    assert again.repeated is committed
    assert Action.objects.filter(match=sitting.match, key="k").count() == 1
    assert verify(sitting.match.pk) == []
    sitting.step()
    assert verify(sitting.match.pk) == []


@pytest.mark.postgres
def test_a_statement_that_takes_too_long_is_cut_off_and_told(anna: Client) -> None:
    execute("SET statement_timeout = 100")
    with elsewhere() as other:
        other.execute("LOCK TABLE tournaments_tournament")
        answer = anna.get("/api/v1/tournaments")
        other.rollback()
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert anna.get("/api/v1/tournaments").status_code == 200
    execute("RESET statement_timeout")


@pytest.mark.postgres
def test_a_server_that_shuts_down_under_a_request_is_503_and_the_next_one_is_answered(
    anna: Client,
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    with elsewhere() as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    assert anna.get("/").status_code == 503
    connection.close()  # as the end of a request does; the test client leaves connections alone
    assert anna.get("/").status_code == 200


@pytest.mark.postgres
def test_an_exhausted_pool_refuses_quickly_and_serves_again_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    circuit = CircuitBreaker(pause_s=0.05, longest_try_s=1)
    monkeypatch.setattr(pooled, "CIRCUIT", circuit)
    holder, late = small_pool(), small_pool()
    try:
        holder.ensure_connection()
        for reason in ("couldn't get a connection", "did not answer a moment ago"):
            with pytest.raises(OperationalError, match=reason):
                late.ensure_connection()
        holder.close()
        eventually(late.ensure_connection)
        assert late.is_usable()
    finally:
        late.close()
        late.close_pool()


@pytest.mark.postgres
def test_after_a_restart_of_the_server_one_broken_connection_empties_the_pool_of_the_others() -> (
    None
):
    several = [small_pool(3) for _ in range(3)]
    try:
        pids = [backend(wrapper) for wrapper in several]
        for wrapper in several[1:]:
            wrapper.close()  # back into the pool, and then their server goes
        with elsewhere() as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [pids])
        several[0]._drained_at = type(several[0])._drained_at = 0.0
        with pytest.raises(OperationalError):
            backend(several[0])
        several[0].close()
        assert not {backend(wrapper) for wrapper in several} & set(pids)
    finally:
        for wrapper in several:
            wrapper.close()
        several[0].close_pool()


@pytest.mark.postgres
def test_after_a_restart_of_the_server_nobody_is_handed_a_dead_connection() -> None:
    """All connections lie in the pool when the server ends them, as in a process that serves nobody at that moment."""
    several = [small_pool(3) for _ in range(3)]
    try:
        pids = [backend(wrapper) for wrapper in several]
        for wrapper in several:
            wrapper.close()
        with elsewhere() as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [pids])
        eventually_dead(pids)
        type(several[0])._drained_at = 0.0
        assert not {backend(wrapper) for wrapper in several} & set(pids)
    finally:
        for wrapper in several:
            wrapper.close()
        several[0].close_pool()


@pytest.mark.postgres
def test_dead_connections_are_replaced_one_by_one_where_the_pool_was_emptied_a_moment_ago() -> None:
    several = [small_pool(3) for _ in range(3)]
    try:
        pids = [backend(wrapper) for wrapper in several]
        for wrapper in several:
            wrapper.close()
        with elsewhere() as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [pids])
        eventually_dead(pids)
        type(several[0])._drained_at = monotonic()
        assert not {backend(wrapper) for wrapper in several} & set(pids)
    finally:
        for wrapper in several:
            wrapper.close()
        several[0].close_pool()


@pytest.mark.postgres
def test_a_connection_is_kept_when_its_server_only_says_something() -> None:
    wrapper = small_pool(1)
    try:
        pid = backend(wrapper)
        wrapper.connection.execute("LISTEN anything")
        wrapper.close()
        with elsewhere() as other:
            other.execute("NOTIFY anything")
            other.commit()
        sleep(0.1)
        assert backend(wrapper) == pid
    finally:
        wrapper.close()
        wrapper.close_pool()


def test_with_an_open_circuit_one_tries_at_a_time() -> None:
    circuit = CircuitBreaker(pause_s=0.0, longest_try_s=60)
    assert circuit.may_try()
    circuit.failed()
    assert [circuit.may_try() for _ in range(3)] == [True, False, False]
    circuit.succeeded()
    assert all(circuit.may_try() for _ in range(3))
    circuit = CircuitBreaker(pause_s=60, longest_try_s=60)
    circuit.failed()
    assert not circuit.may_try()


def on_roll() -> tuple[Sitting, Submission]:
    sitting = playing(length=5)
    return sitting, sitting.submission(sitting.until("roll"), "roll", key="k")


def written(sitting: Sitting) -> tuple[Any, ...]:
    state = Match.objects.values_list("seq", "state", "last_at").get(pk=sitting.match.pk)
    return state, Action.objects.filter(match=sitting.match).count()


def fails_to_commit(first: bool) -> Any:
    """A COMMIT whose answer is lost, after it was done or before."""
    commit = type(connections["default"])._commit

    def lost(self: Any) -> None:
        if first:
            commit(self)
        raise LOST

    return lost


def small_pool(size: int = 1) -> Any:
    wrapper = connections["default"].copy(alias="small")
    pool = {"min_size": 0, "max_size": size, "timeout": 0.2, "reconnect_timeout": 0.5}
    wrapper.settings_dict["OPTIONS"] = {**wrapper.settings_dict["OPTIONS"], "pool": pool}
    return wrapper


def backend(wrapper: Any) -> int:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def eventually_dead(pids: list[int]) -> None:
    """The server has ended these connections, and said so."""
    with elsewhere() as other:
        for _ in range(100):
            left = other.execute("SELECT pid FROM pg_stat_activity WHERE pid = ANY(%s)", [pids])
            if not left.fetchall():
                sleep(0.05)
                return
            other.commit()
            sleep(0.02)
    pytest.fail("they never ended")


def eventually(call: Callable[[], object]) -> None:
    """Tried until it works, for as long as the circuit may be open and much longer."""
    for _ in range(100):
        with suppress(OperationalError):
            call()
            return
        sleep(0.02)
    pytest.fail("it never worked again")
