"""In which runs of the suite a test takes part, by its path, its fixtures and its markers.

quick     on SQLite, what `make test` runs while one works: nothing is needed but Python
slow      on SQLite: browsers, processes, faults, attacks, races
services  on PostgreSQL and Redis: what depends on the database, whichever of the other two it is in as well

Every test is in quick or in slow, except those marked `postgres`, which are in services alone.
"""

from collections.abc import Iterator
from enum import StrEnum
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from django.test import RequestFactory, TransactionTestCase


class Tier(StrEnum):
    QUICK = "quick"
    SLOW = "slow"
    SERVICES = "services"


# Paths begin with these. A longer path is a more special rule, but none contradicts another.
SLOW = {
    "tests/api_clients/": "generators, a site of its own and Node.js",
    "tests/attacks/": "thousands of requests, and real connections",
    "tests/e2e/": "Chromium",
    "tests/faults/": "servers that are stopped and started, histories that are cut at every write",
    "tests/permissions/": "every address, asked by everybody",
    "tests/races/": "threads that wait for each other",
    "tests/running/": "processes, their logs and figures",
    "tests/services/": "the starters of servers, and pytest in pytest",
    "tests/test_background.py": "processes",
    "tests/test_compose.py": "asks docker where it is installed",
    "tests/test_configuration.py": "a process for each setting",
    "tests/test_embedded.py": "processes",
    "tests/test_processes.py": "processes",
    "tests/test_settings.py": "processes",
    "tests/test_tables.py": "processes",
}
SLOW_FIXTURES = {"browser", "chromium", "postgres_server", "redis_url", "site", "topology"}

# What uses the database and is not run again on PostgreSQL, with the reason. Beside these: whatever asks through the test
# client of Django or DRF (reads_pages). What a page or the API calls is tested below it, on both databases, and tests/e2e
# opens pages of a site on PostgreSQL. A page whose query is special has the marker both_databases.
SQLITE_ONLY = {
    "tests/attacks/test_schema.py": "compares answers with their description; takes minutes",
    "tests/permissions/": "rights are decided in Python; asking all takes minutes",
    "tests/running/": "logs and figures of processes",
    "tests/tournaments/printing/": "sheets and PDFs of what selectors give, which are tested on both",
}
# Here also what asks through a client is run again: it is about the database.
ON_BOTH = ("tests/faults/", "tests/games/live/", "tests/races/")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def tiers_of(item: pytest.Item) -> set[Tier]:
    """The runs of the suite that this test takes part in: at least one."""
    if item.get_closest_marker("postgres"):
        return {Tier.SERVICES}
    tiers = {Tier.SLOW if is_slow(item) else Tier.QUICK}
    return tiers | {Tier.SERVICES} if is_run_on_postgres(item) else tiers


def is_slow(item: pytest.Item) -> bool:
    return (
        _path(item).startswith(tuple(SLOW))
        or any(item.get_closest_marker(name) for name in ("slow", "e2e"))
        or bool(SLOW_FIXTURES & _fixtures(item))
    )


def is_run_on_postgres(item: pytest.Item) -> bool:
    """Does it use the database, and nothing says that SQLite is enough?"""
    if not uses_database(item) or any(item.get_closest_marker(n) for n in ("sqlite", "e2e")):
        return False
    if item.get_closest_marker("both_databases") or _path(item).startswith(ON_BOTH):
        return True
    return not _path(item).startswith(tuple(SQLITE_ONLY)) and not reads_pages(item)


def uses_database(item: pytest.Item) -> bool:
    case = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or bool(DATABASE_FIXTURES & _fixtures(item))
        or (isinstance(case, type) and issubclass(case, TransactionTestCase))
    )


def reads_pages(item: pytest.Item) -> bool:
    """Does it ask for `client`, or does it or a helper or fixture of ours that it calls make one?"""
    if _fixtures(item) & {"client", "async_client", "admin_client", "rf"}:
        return True
    seen: set[CodeType] = set()
    return any(_makes_client(function, seen) for function in _functions(item) if _is_ours(function))


def _functions(item: pytest.Item) -> Iterator[Any]:
    yield getattr(item, "function", None)
    info = getattr(item, "_fixtureinfo", None)
    for definitions in info.name2fixturedefs.values() if info else ():
        yield from (definition.func for definition in definitions)


def _makes_client(function: FunctionType, seen: set[CodeType]) -> bool:
    """Follows the names that the function uses, as far as they are functions and modules of the tests."""
    if function.__code__ in seen:
        return False
    seen.add(function.__code__)
    names = _names(function.__code__)
    meant = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [m for m in meant if isinstance(m, ModuleType) and m.__name__.startswith("tests.")]
    meant += [vars(module)[name] for module in modules for name in names if name in vars(module)]
    if any(isinstance(value, type) and issubclass(value, RequestFactory) for value in meant):
        return True
    return any(_makes_client(value, seen) for value in meant if _is_ours(value))


def _names(code: CodeType) -> set[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*(_names(item) for item in inner))


def _is_ours(value: Any) -> bool:
    """A function of the tests, but none of this module, which names clients itself."""
    return (
        isinstance(value, FunctionType)
        and value.__module__.startswith("tests.")
        and value.__module__ != __name__
    )


def _path(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))
