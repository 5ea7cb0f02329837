"""Installing what is missing: said aloud, prevented when asked, and never tried without the right."""

import os
from pathlib import Path

import pytest

from tests.services import installed
from tests.services.installed import Service


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An apt-get that only writes down what it was asked."""
    asked = tmp_path / "asked"
    tool = tmp_path / "apt-get"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("NO_INSTALL", raising=False)
    monkeypatch.setattr(installed.os, "geteuid", lambda: 0)
    services = {"redis": Service("Redis", "redis-server", lambda: None)}
    monkeypatch.setattr(installed, "SERVICES", services)
    return asked


def test_root_on_debian_installs_what_is_missing_and_says_so(
    nothing_installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed.install()
    assert "install -y" in nothing_installed.read_text()
    assert "redis-server" in nothing_installed.read_text()
    out = capsys.readouterr().out
    assert out.startswith("Installing Redis with apt-get (NO_INSTALL=1 prevents it)")
    assert "Redis could not be installed." in out


def test_no_install_prevents_it(
    nothing_installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_INSTALL", "1")
    installed.install()
    assert not nothing_installed.exists()
    assert "Not installed: Redis." in capsys.readouterr().out


def test_somebody_without_rights_is_only_told(
    nothing_installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installed.os, "geteuid", lambda: 1000)
    installed.install()
    assert not nothing_installed.exists()
    assert "are skipped" in capsys.readouterr().out


def test_nothing_missing_nothing_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installed, "SERVICES", {"x": Service("X", "x", lambda: "/bin/x")})
    installed.install()
    assert capsys.readouterr().out == ""


def test_the_server_of_redis_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("redis-server", "valkey-server"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("REDIS_SERVER", raising=False)
    assert installed.redis() == str(tmp_path / "redis-server")
    monkeypatch.setenv("REDIS_SERVER", "valkey-server")
    assert installed.redis() == str(tmp_path / "valkey-server")
    monkeypatch.setenv("REDIS_SERVER", "keydb-server")
    assert installed.redis() is None, "another is not taken in its place"
