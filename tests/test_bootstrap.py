"""bootstrap.py explains what is missing in a sentence and asks the network for nothing twice."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import bootstrap

ROOT = Path(bootstrap.__file__).parent


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """bootstrap as in a clone without an environment."""
    (tmp_path / "uv.lock").write_text("locked")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "TOOLS", tmp_path / ".venv" / "tools")
    return bootstrap


def test_an_old_python_is_named_with_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        bootstrap.use_a_new_enough_python("run")


def test_a_newer_python_on_the_path_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/somewhere/{name}")
    monkeypatch.setattr(bootstrap, "works", lambda python: python.endswith("3.12"))
    monkeypatch.setattr(bootstrap.os, "execv", lambda program, words: started.append(words))
    with pytest.raises(SystemExit):
        bootstrap.use_a_new_enough_python("run")
    assert started == [["/somewhere/python3.12", "bootstrap.py", "run"]]


def test_a_python_without_venv_says_what_to_install(
    fresh: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda *_words, **_options: 1)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        fresh.make_venv()
    assert not fresh.VENV.exists()


def test_no_index_to_get_uv_from_is_said(
    fresh: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bootstrap.subprocess, "call", lambda words, **_options: int("install" in words)
    )
    with pytest.raises(SystemExit, match="is the network up"):
        fresh.make_venv()


def test_an_environment_equal_to_the_lock_is_left_alone(
    fresh: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(fresh, "make_venv", lambda: fresh.VENV.mkdir(exist_ok=True))
    monkeypatch.setattr(fresh, "sync", lambda groups: bool(calls.append("sync")) or True)
    fresh.install("test")
    fresh.install("test")
    fresh.install("run")
    assert calls == ["sync"]
    fresh.install("bench")
    (fresh.ROOT / "uv.lock").write_text("locked again")
    fresh.install("run")
    assert calls == ["sync"] * 3


def test_a_failed_sync_is_tried_again_and_then_by_pip(
    fresh: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(fresh, "make_venv", lambda: fresh.VENV.mkdir(exist_ok=True))
    monkeypatch.setattr(fresh, "sync", lambda groups: bool(calls.append("sync")))
    monkeypatch.setattr(fresh, "by_pip", lambda groups: bool(calls.append("pip")))
    with pytest.raises(SystemExit, match=r"uv\.lock"):
        fresh.install("run")
    assert calls == ["sync", "sync", "pip"]
    assert not (fresh.VENV / "stamp").exists()


def test_an_unknown_word_gets_the_usage() -> None:
    done = subprocess.run(
        [sys.executable, "bootstrap.py", "dance"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Usage: python3 bootstrap.py run|install|test")
