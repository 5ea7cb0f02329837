"""`Idempotency-Key`: a POST that is sent again is carried out once, whatever happened to the first answer."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import IdempotentRequest, Scope, User
from accounts.services import idempotency
from accounts.services.tokens import create_token
from accounts.tasks import sweep_idempotent_requests
from config.schedule import BEAT_SCHEDULE
from tests.tournaments.making import NOW, director
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # the second row is refused by the database
]
KEY = "retry-1"


class Program:
    """Posts with a token and a key."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user or director()
        self.client = Client(raise_request_exception=False)
        self.token = create_token(self.user, "t", [Scope.DIRECT])[1]

    def post(self, address: str = "tournaments", key: str = KEY, **body: object) -> Any:
        return self.client.post(
            f"/api/v1/{address}",
            body,
            content_type="application/json",
            headers={"Authorization": f"Token {self.token}", "Idempotency-Key": key},
        )


def test_the_same_request_is_carried_out_once_and_answered_as_before() -> None:
    program = Program()
    first, again = (program.post(name="Twice") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert (first.get("Idempotency-Replayed"), again["Idempotency-Replayed"]) == (None, "true")
    assert again["Content-Type"] == first["Content-Type"]
    assert Tournament.objects.count() == 1


def test_the_same_key_for_something_else_is_refused() -> None:
    program = Program()
    made = program.post(name="First").json()["slug"]
    for answer in (program.post(name="Other"), program.post(f"tournaments/{made}/open")):
        assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert [row.status for row in Tournament.objects.all()] == ["draft"]


def test_keys_are_of_one_login() -> None:
    for _login in range(2):
        assert Program().post(name="Mine").status_code == 201
    assert Tournament.objects.count() == 2


def test_a_refusal_is_answered_again_too() -> None:
    program = Program()
    first, again = (program.post(nam="Misspelt") for _ in range(2))
    assert (first.status_code, again.content) == (400, first.content)
    assert again["Idempotency-Replayed"] == "true"


def test_while_the_first_is_carried_out_the_second_waits() -> None:
    program = Program()
    program.post(name="Twice")
    IdempotentRequest.objects.update(status=None, claimed_at=timezone.now())
    answer = program.post(name="Twice")
    assert (answer.status_code, answer.json()["code"]) == (409, "key_in_use")
    assert answer["Retry-After"] == "1"


def test_what_a_dead_process_left_behind_is_carried_out() -> None:
    program = Program()
    program.post(name="Twice")
    Tournament.objects.all().delete()  # what it did was never committed
    long_ago = timezone.now() - idempotency.LAPSE
    IdempotentRequest.objects.update(status=None, claimed_at=long_ago)
    assert program.post(name="Twice").status_code == 201
    assert Tournament.objects.count() == 1


def test_a_failure_is_not_kept_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    program, create = Program(), lifecycle.create

    def fails(**sent: Any) -> None:
        create(**sent)
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(lifecycle, "create", fails)
        assert program.post(name="Twice").status_code == 500
    assert not Tournament.objects.exists()
    assert not IdempotentRequest.objects.exists()
    assert program.post(name="Twice").status_code == 201


def test_a_request_that_was_overtaken_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    program, create = Program(), lifecycle.create

    def too_slow(**sent: Any) -> Tournament:
        IdempotentRequest.objects.update(mark="another")
        return create(**sent)

    monkeypatch.setattr(lifecycle, "create", too_slow)
    answer = program.post(name="Slow")
    assert (answer.status_code, answer.json()["code"]) == (409, "key_in_use")
    assert not Tournament.objects.exists()


def test_a_key_is_free_after_a_day_and_swept() -> None:
    program = Program()
    with time_machine.travel(NOW, tick=False):
        program.token = create_token(program.user, "t", [Scope.DIRECT])[1]
        assert program.post(name="One day").status_code == 201
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        assert program.post(name="Another day").status_code == 201
    assert Tournament.objects.count() == 2
    with time_machine.travel(NOW + timedelta(days=2), tick=False):
        assert [sweep_idempotent_requests(), sweep_idempotent_requests()] == [1, 0]
    task = BEAT_SCHEDULE["sweep_idempotent_requests"]["task"]
    assert task == sweep_idempotent_requests.name


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there", "schön"])
def test_a_key_is_a_short_plain_text(key: str) -> None:
    answer = Program().post(name="Twice", key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_key")


def test_kept_answers_cannot_be_read_from_the_database() -> None:
    program = Program()
    program.post(name="Secret Cup")
    row = IdempotentRequest.objects.get()
    assert row.body
    assert "Secret" not in row.body


def test_a_wrong_token_has_no_keys() -> None:
    program = Program()
    program.token = "bp_wrong"
    assert program.post(name="Twice").status_code == 401
    assert not IdempotentRequest.objects.exists()


def test_a_sweep_deletes_batch_after_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "AT_ONCE", 2)
    with time_machine.travel(NOW, tick=False):
        user = director()
        for number in range(5):
            idempotency.claim(user, f"key-{number}", "digest", NOW)
    assert idempotency.sweep(NOW + timedelta(days=2)) == 5
    assert not IdempotentRequest.objects.exists()
