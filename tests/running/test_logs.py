"""A line says what it is about and gives nothing away; a request is found again by its id."""

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from accounts.models import User
from config import logs, worker_metrics
from config.request_context import RequestMiddleware
from games.live import status
from games.live.app import LiveApplication
from games.live.viewer import Viewer
from web import log_context

MATCH = UUID(int=7)
SEED = "5eed" * 16
TICKET = "WyIwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMCIsMV0:" + "s" * 43
logger = logging.getLogger("tests.running")


class Lines:
    """What was logged since, in one of the two formats."""

    def __init__(self, kind: str) -> None:
        self.out = StringIO()
        self.handler = logging.StreamHandler(self.out)
        self.handler.setFormatter(logs.formatter(kind))

    def text(self) -> str:
        return self.out.getvalue()

    def last(self) -> dict[str, Any]:
        return json.loads(self.text().splitlines()[-1])


@pytest.fixture(params=["json"])
def lines(request: pytest.FixtureRequest) -> Iterator[Lines]:
    made = Lines(request.param)
    root = logging.getLogger()
    root.addHandler(made.handler)
    yield made
    root.removeHandler(made.handler)


def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    logger.warning("looked at")
    return HttpResponse(status=500)


urlpatterns = [path("look/<uuid:match_id>/", page, name="look")]


@pytest.mark.django_db  # whether a tournament shows results late is asked again after a second
@override_settings(ROOT_URLCONF=__name__)
def test_a_line_of_a_request_names_the_request_the_view_and_the_match(lines: Lines) -> None:
    answer = Client().get(f"/look/{MATCH}/?token=abc", headers={"X-Request-ID": "from-the-proxy"})
    assert answer["X-Request-ID"] == "from-the-proxy"
    loads = [json.loads(line) for line in lines.text().splitlines()]
    mine = next(line for line in loads if line["event"] == "looked at")
    assert (mine["request_id"], mine["view"], mine["match_id"]) == (
        "from-the-proxy", "look", str(MATCH),
    )  # fmt: skip
    assert any("Internal Server Error" in line["event"] for line in loads)
    assert all(line["request_id"] == "from-the-proxy" for line in loads)
    assert "abc" not in lines.text()


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "a b c d e f g", "línea-línea"])
def test_an_id_that_is_none_is_replaced(given: str) -> None:
    request = RequestFactory().get("/", headers={"X-Request-ID": given})
    answer = RequestMiddleware(lambda _request: HttpResponse())(request)
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-ID"])


def test_after_a_request_nothing_of_it_is_told_any_more(lines: Lines) -> None:
    Client().get("/healthz")
    logger.warning("later")
    assert "request_id" not in lines.last()


def test_a_line_of_the_live_table_names_match_seat_and_person(lines: Lines) -> None:
    viewer = Viewer(MATCH, 5, "A", 1, TICKET)
    scope = {"path": f"/live/matches/{MATCH}/actions", "headers": [], "viewer": viewer}
    entered = log_context.enter(lambda: status.log_facts(scope))
    logger.warning("moved")
    logger.warning("moved again")
    log_context.leave(entered)
    first, second = (json.loads(line) for line in lines.text().splitlines())
    assert (first["match_id"], first["seat"], first["user_id"]) == (str(MATCH), "A", 5)
    assert first["request_id"] == second["request_id"]
    assert TICKET not in lines.text()


async def refused(headers: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/live/nothing", "headers": headers}
    await LiveApplication()(scope, receive, send)
    return dict(sent[0]["headers"])


def test_a_refusal_of_the_live_table_bears_the_id_of_its_request() -> None:
    import asyncio

    given = asyncio.run(refused([(b"x-request-id", b"from-the-proxy")]))
    assert given[b"x-request-id"] == b"from-the-proxy"
    made = asyncio.run(refused([]))
    assert len(made[b"x-request-id"]) == 32


def test_a_line_of_a_task_names_the_task(lines: Lines) -> None:
    class Task:
        name = "games.tasks.watch_flags"

    worker_metrics.began(task_id="t-1", task=Task())
    logger.warning("swept")
    worker_metrics.ended()
    assert (lines.last()["task"], lines.last()["task_id"]) == ("games.tasks.watch_flags", "t-1")


@pytest.mark.parametrize("lines", ["json", "console"], indirect=True)
@pytest.mark.parametrize(
    "secret",
    [
        SEED,
        TICKET,
        "bp_" + "q" * 43,
        "Authorization: Token bp_" + "q" * 43,
        "password=hunter2",
        "{'nonce': 'hunter2'}",
        "postgres://barpoint:hunter2@db/barpoint",
        "/join/hunter2/",
        "/invitations/hunter2/",
        "Forbidden: /t/qqqqqqqqqqqq/sheet/",
        "https://play.example.org/c/qqqqqqqqqqqq/?find=A",
        "/accounts/password/reset/key/hunter2-hunter2/",
    ],
)
def test_no_secret_reaches_a_line(lines: Lines, secret: str) -> None:
    seed = secret
    try:
        raise ValueError(secret)
    except ValueError:
        logger.exception("it broke: %s", secret, extra={"ticket": seed, "told": [secret]})
    for hidden in (SEED, TICKET, "q" * 12, "hunter2"):
        assert hidden not in lines.text()
    assert "it broke" in lines.text()
    assert "test_logs.py" in lines.text()


def test_a_request_that_django_refuses_is_one_line_without_a_trace(lines: Lines) -> None:
    with override_settings(ALLOWED_HOSTS=["barpoint.example"]):
        Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})
    (line,) = [item for item in lines.text().splitlines() if "django.security." in item]
    assert json.loads(line)["logger"] == "django.security.DisallowedHost"
    assert "Traceback" not in line
    assert "exception" not in json.loads(line)


@pytest.mark.django_db
def test_a_page_of_the_administration_that_is_not_allowed_is_one_line_without_a_trace(
    lines: Lines,
) -> None:
    staff = User.objects.create_user(
        "clerk", "clerk@example.org", "a long pass phrase", is_staff=True
    )
    client = Client()
    client.force_login(staff, backend="accounts.auth_backend.LoginBackend")
    assert client.get("/admin/accounts/user/").status_code == 403
    (line,) = [text for text in lines.text().splitlines() if '"django.request"' in text]
    assert "exception" not in json.loads(line)
