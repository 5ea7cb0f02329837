"""One request after the other, each inside a savepoint that is thrown away, and what came of it in a word."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

from django.db import connection, transaction
from django.test import Client

from accounts.models import AuditLine
from tests.keeping import forget
from tests.permissions.asked import Route, body, routes
from tests.permissions.table import Answers
from tests.permissions.world import ROLES, World

BACKEND = "accounts.auth_backend.LoginBackend"
CHANGES = ("UPDATE", "DELETE")
NOT_COUNTED = (
    '"django_session"',
    '"accounts_loginsession"',
    '"accounts_auditline"',
    'SET "last_used_at"',
    'SET "last_login"',
)


class Visitors:
    """A browser for each of the nine, signed in before anybody was suspended."""

    def __init__(self) -> None:
        self.clients: dict[str, tuple[Client, SimpleCookie]] = {}

    def enter(self, world: World) -> None:
        for role in ROLES:
            client = Client(raise_request_exception=False)
            if role in world.users:
                client.force_login(world.users[role], backend=BACKEND)
            self.clients[role] = client, client.cookies.copy()

    def lines(self, method: str, path: str, **sent: Any) -> int:
        """How many lines of the audit trail it writes when the member of staff asks it."""
        before = AuditLine.objects.count()
        client, cookies = self.clients["staff"]
        client.cookies = SimpleCookie({name: item.value for name, item in cookies.items()})
        forget()
        with transaction.atomic():
            read_to_end(getattr(client, method.lower())(path, **sent))
            written = AuditLine.objects.count() - before
            transaction.set_rollback(True)
        return written

    def ask(self, role: str, method: str, path: str, **sent: Any) -> str:
        """What came of it: `ok`, `did` (something was written), `login`, or the status that refused."""
        client, cookies = self.clients[role]
        client.cookies = SimpleCookie({name: item.value for name, item in cookies.items()})
        forget()
        with transaction.atomic(), watched() as written:
            answer = getattr(client, method.lower())(path, **sent)
            read_to_end(answer)
            transaction.set_rollback(True)
        if answer.status_code in (301, 302) and "/login/" in answer["Location"]:
            return "login"
        if answer.status_code >= 400:
            return str(answer.status_code)
        return "did" if written else "ok"


def read_to_end(answer: Any) -> None:
    """A ZIP that is not read keeps its place among those that are being made."""
    if answer.streaming:
        b"".join(answer)


@contextmanager
def watched() -> Iterator[list[str]]:
    """The statements that changed rows."""
    changed: list[str] = []

    def watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        text = str(sql)
        is_new = text.startswith("INSERT")  # what it returns is not counted yet
        has_changed = is_new or (text.startswith(CHANGES) and context["cursor"].rowcount != 0)
        if has_changed and not any(name in text for name in NOT_COUNTED):
            changed.append(text)
        return result

    with connection.execute_wrapper(watch):
        yield changed


def asked_by_all(world: World, visitors: Visitors) -> Answers:
    """Every row of the table as it is now."""
    result: Answers = {}
    for route in routes():
        for thing in route.targets:
            for method in route.methods:
                key = (method, route.address, thing)
                result[key] = row(world, visitors, route, method, thing)
    return result


def row(world: World, visitors: Visitors, route: Route, method: str, thing: str) -> tuple[str, ...]:
    values = world.row_of(thing) if "." in thing else world.targets[thing]
    path, sent = route.path(values), body(route, method, values)
    return tuple(visitors.ask(role, method, path, **sent) for role in ROLES)
