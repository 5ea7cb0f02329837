"""Fixtures around the site (README.md here): private servers, Chromium, and the site's own processes.

Nothing here makes domain objects; factories live beside the tests that use them.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config import gc_tuning
from games.services import yield_to_writers
from tests import examples, keeping, tiers
from tests.reruns import pytest_runtest_setup  # noqa: F401  # a hook
from tests.services import database, emptying, installed
from tests.services.servers import Postgres, Redis
from tests.services.suite import required
from tests.services.topology import Backing, Embedded, Site

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXPECT_WITHIN_MS = 20_000
"""Playwright's own 5 seconds are too short on a busy machine."""
LONGEST_REASON = 400
ON_SERVERS = not settings.ON_SQLITE
examples.load_profile()
emptying.allow()
yield_to_writers.PAUSE_S = 0.001  # nobody waits for as long as people do
keeping.apart(os.environ.get("PYTEST_XDIST_WORKER", ""))
TIER = os.environ.get("SUITE_TIER", "")  # set by tests/services/suite.py


def need(key: str) -> None:
    """Skip (or fail, REQUIRE_SERVICES=all) the test when the service is not installed."""
    service = installed.SERVICES[key]
    if service.find() is None:
        (pytest.fail if required() else pytest.skip)(f"needs {service.name}")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """In the place of pytest-django's: nothing is migrated."""
    with django_db_blocker.unblock(), database.ready():
        yield


@pytest.fixture(autouse=True)
def _nothing_is_kept(request: pytest.FixtureRequest) -> None:
    """Rolled back ids come again, and what was kept of them by another test would be shown."""
    if tiers.uses_database(request.node) or tiers.reads_pages(request.node):
        keeping.forget()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A private Redis; the one of the run when the run has one."""
    if os.environ.get("REDIS_URL"):
        yield os.environ["REDIS_URL"]
        return
    need("redis")
    with Redis() as redis:
        yield redis.url


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A private PostgreSQL: `.url`, `.create_database(name)`, `.process`."""
    need("postgres")
    with Postgres() as postgres:
        yield postgres


@pytest.fixture(scope="session")
def _backing() -> Iterator[list[Backing]]:
    """Started by the first test that asks for the `processes` shape."""
    started: list[Backing] = []
    yield started
    for backing in started:
        backing.stop()


@pytest.fixture
def topology(
    request: pytest.FixtureRequest, _backing: list[Backing]
) -> Iterator[Callable[..., Site]]:
    """`topology("embedded" | "processes", **settings) -> Site`; stopped after the test."""
    sites: list[Site] = []

    def start(shape: str, **values: str) -> Site:
        if shape == "embedded":
            sites.append(Embedded(**values))
        else:
            need("postgres")
            need("redis")
            if not _backing:
                _backing.append(Backing())
            sites.append(_backing[0].site(**values))
        return sites[-1]

    yield start
    for site in sites:
        if getattr(request.node, "failed", False):
            print(site.logs())
        site.stop()


@pytest.fixture(params=["embedded", "processes"])
def site(request: pytest.FixtureRequest, topology: Callable[..., Site]) -> Site:
    """A running, empty site, once in each shape."""
    return topology(request.param)


@pytest.fixture(scope="session")
def chromium() -> str:
    need("chromium")
    return installed.chromium() or ""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[object]:
    """Playwright's Browser on the installed Chromium. A module long: its loop must not outlive e2e."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=EXPECT_WITHIN_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=BROWSER_FLAGS)
        yield launched
        launched.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    if report.failed:
        item.failed = True  # type: ignore[attr-defined]
        browser = getattr(item, "funcargs", {}).get("browser")
        if browser is not None and call.when == "call":
            report.sections += [("page at the failure", text) for text in _open_pages(browser)]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable():
    """A worker of pytest-xdist that cannot send its report ends the whole run: half a surrogate pair is enough."""
    return _encodable((yield))


def _encodable(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_encodable(key): _encodable(item) for key, item in value.items()}
        case list() | tuple():
            return type(value)(_encodable(item) for item in value)
    return value


def _open_pages(browser: Any) -> Iterator[str]:
    """Address and text of each open page, so that a failure on another machine can be understood."""
    try:
        pages = [page for context in browser.contexts for page in context.pages]
    except Exception as error:
        yield str(error)
        return
    for page in pages:
        try:
            yield f"{page.url}\n{page.inner_text('body', timeout=2_000)[:3_000]}"
        except Exception as error:
            yield f"{page.url}\n{error}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this run (tiers.py)."""
    kept, dropped = [], []
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.e2e)
            if TIER:  # a busy machine makes a browser late; the suite names every test that needed the second attempt
                item.add_marker(pytest.mark.flaky(reruns=1))
        (kept if _belongs(item) else dropped).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay to the end: the garbage collector need not look through them again and again."""
    gc_tuning.collect_less_often()


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The first lines of its error, with where it was raised; "" where it has none."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return str(report.longrepr or "")[:LONGEST_REASON]
    return f"{Path(crash.path).name}:{crash.lineno}: {crash.message}"[:LONGEST_REASON]


def _belongs(item: pytest.Item) -> bool:
    """Without a tier: all that can be run on this database."""
    if TIER:
        return TIER in tiers.tiers_of(item)
    if ON_SERVERS:
        return item.get_closest_marker("sqlite") is None
    if item.get_closest_marker("postgres"):
        item.add_marker(pytest.mark.skip(_why_not_here()))
    return True


def _why_not_here() -> str:
    if installed.postgres():
        return "runs on PostgreSQL: python -m tests.services -- pytest …"
    return "needs PostgreSQL"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was skipped for want of what, and leave the counts for the suite's last lines."""
    if os.environ.get("PYTEST_XDIST_WORKER"):
        return
    wanting: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        _, result, service = reason.partition("needs ")
        wanting.update([service] if result else [])
    for service, number in wanting.items():
        terminalreporter.write_line(f"{number} skipped for want of {service}.")
    if "SUITE_NOTE" in os.environ:
        stats = terminalreporter.stats
        kinds = ("passed", "failed", "error", "skipped")
        outcomes = {kind: len(stats.get(kind, [])) for kind in kinds}
        failed = [report for kind in ("failed", "error") for report in stats.get(kind, [])]
        failures = {report.nodeid: _reason(report) for report in failed}
        repeated = {report.nodeid: _reason(report) for report in stats.get("rerun", [])}
        note = {
            "outcomes": {k: n for k, n in outcomes.items() if n},
            "wanting": wanting,
            "failures": failures,
            "repeated": repeated,
        }
        Path(os.environ["SUITE_NOTE"]).write_text(json.dumps(note))
