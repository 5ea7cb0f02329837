"""Which run a test belongs to, and how a run without the services ends: skipped and counted, or failed where they are required."""

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests import tiers
from tests.services.compose import ROOT
from tests.tiers import Tier

TEST = """
def test_needs_a_server(redis_url):
    assert redis_url

def test_needs_nothing():
    pass
"""


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """pytest on one small file, on a machine where nothing is to be found."""
    (folder / "test_it.py").write_text(TEST)
    hidden = (
        "from tests.services import installed\ninstalled.redis.__code__ = (lambda: None).__code__\n"
    )
    (folder / "hide.py").write_text(hidden)
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **settings}
    for name in (
        "SUITE_NOTE",
        "SUITE_TIER",
        "PYTEST_ADDOPTS",
        "REDIS_URL",
        "DATABASE_URL",
        "PYTEST_XDIST_WORKER",
    ):
        environment.pop(name, None)
    words = ["-p", "hide", "-p", "tests.conftest", "-p", "no:cacheprovider", "-n0", "-q"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words, str(folder / "test_it.py")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_without_the_service_its_tests_are_skipped_and_counted(tmp_path: Path) -> None:
    done = run(tmp_path, REQUIRE_SERVICES="")
    assert done.returncode == 0, done.stdout
    assert "1 passed, 1 skipped" in done.stdout
    assert "1 skipped for want of Redis." in done.stdout


def test_where_services_are_required_a_missing_one_fails(tmp_path: Path) -> None:
    done = run(tmp_path, REQUIRE_SERVICES="all")
    assert done.returncode == 1
    assert "needs Redis" in done.stdout


def anonymous() -> Client:
    return Client()


def asks_a_page() -> None:
    anonymous().get("/")


def asks_nothing() -> None:
    pass


def item(
    path: str, *fixtures: str, marks: tuple[str, ...] = (), function: FunctionType = asks_nothing
) -> Any:
    """As much of a collected test as decides its tiers."""
    return SimpleNamespace(
        nodeid=f"{path}::test_it",
        fixturenames=fixtures,
        function=function,
        get_closest_marker=lambda name: name if name in marks else None,
    )


BRACKET, RACES = "tests/tournaments/bracket/test_it.py", "tests/races/test_it.py"
BELONGS = [
    (item("tests/games/engine/test_it.py"), {Tier.QUICK}),
    (item(BRACKET, "db"), {Tier.QUICK, Tier.SERVICES}),
    (item(BRACKET, marks=("django_db",)), {Tier.QUICK, Tier.SERVICES}),
    (item(BRACKET, "db", marks=("slow",)), {Tier.SLOW, Tier.SERVICES}),
    (item(BRACKET, "db", marks=("sqlite",)), {Tier.QUICK}),
    (item(BRACKET, "db", marks=("postgres",)), {Tier.SERVICES}),
    (item(BRACKET, "db", "client"), {Tier.QUICK}),
    (item(BRACKET, "db", function=asks_a_page), {Tier.QUICK}),
    (item(BRACKET, "db", "client", marks=("both_databases",)), {Tier.QUICK, Tier.SERVICES}),
    (item(RACES, "transactional_db"), {Tier.SLOW, Tier.SERVICES}),
    (item(RACES, "db", function=asks_a_page), {Tier.SLOW, Tier.SERVICES}),
    (item("tests/permissions/test_it.py", "db"), {Tier.SLOW}),
    (item("tests/staff/test_it.py", "topology"), {Tier.SLOW}),
    (item("tests/e2e/test_it.py", "browser", "db", marks=("e2e",)), {Tier.SLOW}),
]


@pytest.mark.parametrize(("test", "wanted"), BELONGS)
def test_a_test_is_run_where_it_belongs(test: Any, wanted: set[Tier]) -> None:
    assert tiers.tiers_of(test) == wanted


def test_every_test_of_this_run_is_in_some_tier(request: pytest.FixtureRequest) -> None:
    for test in request.session.items:
        belongs = tiers.tiers_of(test)
        assert belongs & {Tier.QUICK, Tier.SLOW} or test.get_closest_marker("postgres")
        assert not belongs >= {Tier.QUICK, Tier.SLOW}


@pytest.mark.parametrize("path", [*tiers.SLOW, *tiers.SQLITE_ONLY, *tiers.ON_BOTH])
def test_a_rule_is_about_something_that_there_is(path: str) -> None:
    assert (ROOT / path).exists()


def test_whatever_is_left_out_says_why() -> None:
    assert all({**tiers.SLOW, **tiers.SQLITE_ONLY}.values())
