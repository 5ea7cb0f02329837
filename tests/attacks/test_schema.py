"""The API against its own description: whatever is sent, no failure, and every answer as described."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from accounts.services.tokens import create_token
from config.wsgi import application
from tests.tournaments.making import director, started

pytestmark = pytest.mark.django_db
EXAMPLES = 12
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No throttle, and every request in the transaction of the test."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize("who", ["nobody", "a director"])
def test_every_operation_answers_as_described(who: str) -> None:
    boss = director()
    started(4, organizer=boss)
    headers: dict[str, str] = {}
    if who == "a director":
        headers["Authorization"] = f"Token {create_token(boss, 'test')[1]}"
    described: Any = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    for result in described.get_all_operations():
        ask(result.ok(), headers)


def ask(operation: Any, headers: dict[str, str]) -> None:
    """A dozen requests drawn from what the operation says it takes."""

    def send(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    limits = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    limits(given(operation.as_strategy())(send))()
