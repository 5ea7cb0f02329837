"""The types of the scripts are checked without the network, and where Node.js is missing that is said."""

import pytest

from tests.services import installed, scripts


@pytest.fixture(autouse=True)
def _nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_INSTALL", "1")


def without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, name, lambda: None)


def test_without_node_the_check_is_skipped_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REQUIRE_SERVICES", raising=False)
    without("node", monkeypatch)
    assert scripts.passes()
    assert "skip tsc: Node.js is not installed" in capsys.readouterr().out


def test_without_node_the_check_fails_where_everything_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REQUIRE_SERVICES", "all")
    without("node", monkeypatch)
    assert not scripts.passes()
    assert "FAIL tsc: Node.js is not installed" in capsys.readouterr().out


def test_packages_that_cannot_be_installed_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REQUIRE_SERVICES", raising=False)
    monkeypatch.setattr(installed, "node", lambda: "node")
    monkeypatch.setattr(scripts, "is_current", lambda: False)
    without("npm", monkeypatch)
    assert scripts.passes()
    assert "skip tsc: npm could not install" in capsys.readouterr().out


def test_npm_is_not_called_while_the_packages_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "node", lambda: "true")
    monkeypatch.setattr(scripts, "is_current", lambda: True)
    monkeypatch.setattr(scripts, "_npm_ci", lambda: pytest.fail("npm was called"))
    assert scripts.passes()
