"""`make release` in a repository of its own: what it writes, and that a refusal or a failure changes nothing."""

import hashlib
import json
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest

from tests.services import release

SAMPLE = (*release.FILES, ".gitignore", "docker/Dockerfile", "static/vendor")
NEXT = "## From 0.1.0 to the next release (not released yet)"


def run_git(root: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that a release reads, with 0.1.0 as the present version, committed."""
    monkeypatch.setattr(release, "docker_answers", lambda: False)
    root = tmp_path / "clone"
    for name in SAMPLE:
        source, target = release.ROOT / name, root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    present = release.current_version(root)
    for name in (release.PYPROJECT, release.LOCK, release.README):
        file = root / name
        file.write_text(file.read_text().replace(present, "0.1.0"))
    changes = "## [Unreleased]\n\n### Added\n- Valkey.\n\n## [0.1.0] – 2026-11-23\n\n- First.\n"
    (root / release.CHANGELOG).write_text(f"# Changelog\n\n{changes}")
    (root / release.UPGRADING).write_text(f"# Upgrading\n\n{NEXT}\n\nNothing to do.\n")
    run_git(root, "init", "--quiet")
    for setting in ("user.name=R", "user.email=r@example.org", "user.signingkey=", "commit.gpgsign=false"):  # fmt: skip
        run_git(root, "config", *setting.split("="))
    run_git(root, "add", ".")
    run_git(root, "commit", "--quiet", "-m", "Begin")
    return root


def everything(root: Path) -> tuple[str, str, str]:
    """What must be the same after a refusal: the commit, what is not committed, and the tags."""
    return run_git(root, "rev-parse", "HEAD"), run_git(root, "status", "--porcelain"), run_git(root, "tag")  # fmt: skip


def test_a_release_is_a_commit_a_tag_and_files_to_publish(clone: Path) -> None:
    assert release.run("0.2.0", clone, lambda root: True) == 0
    assert run_git(clone, "status", "--porcelain") == ""
    assert run_git(clone, "log", "-1", "--format=%s") == "Release 0.2.0"
    assert run_git(clone, "rev-parse", "v0.2.0^{commit}") == run_git(clone, "rev-parse", "HEAD")
    assert "### Added\n- Valkey." in run_git(clone, "tag", "--list", "--format=%(contents)")
    changelog = (clone / release.CHANGELOG).read_text()
    assert "## [Unreleased]\n\n## [0.2.0] – 20" in changelog
    assert changelog.index("## [0.2.0]") < changelog.index("- Valkey.")
    assert tomllib.loads((clone / release.PYPROJECT).read_text())["project"]["version"] == "0.2.0"
    locked = tomllib.loads((clone / release.LOCK).read_text())["package"]
    assert [package["version"] for package in locked if package["name"] == "barpoint"] == ["0.2.0"]
    assert "## From 0.1.0 to 0.2.0\n" in (clone / release.UPGRADING).read_text()
    assert "Version 0.2.0" in (clone / release.README).read_text()


def test_the_files_are_the_sources_the_bill_of_materials_and_their_sums(clone: Path) -> None:
    release.run("0.2.0", clone, lambda root: True)
    folder = clone / "dist" / "0.2.0"
    sums = dict(
        reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines()
    )
    assert set(sums) == {"barpoint-0.2.0.tar.gz", "barpoint-0.2.0.cdx.json", "barpoint-0.2.0.md"}
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    with tarfile.open(folder / "barpoint-0.2.0.tar.gz") as sources:
        packed = sources.extractfile("barpoint-0.2.0/pyproject.toml")
        assert packed is not None
        assert b'version = "0.2.0"' in packed.read()
    bill = json.loads((folder / "barpoint-0.2.0.cdx.json").read_text())
    names = {component["name"] for component in bill["components"]}
    assert bill["bomFormat"] == "CycloneDX"
    assert {"django", "psycopg", "htmx", "idiomorph"} <= names
    assert "pytest" not in names


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("", "is not a version"),
        ("v1.2.3", "is not a version"),
        ("1.2", "is not a version"),
        ("0.1.0", "is not later than 0.1.0"),
        ("0.0.9", "is not later than 0.1.0"),
    ],
)
def test_a_version_that_does_not_follow_is_refused(
    clone: Path, version: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(clone)
    assert release.run(version, clone, lambda root: True) == 1
    assert reason in capsys.readouterr().err
    assert everything(clone) == before


def test_what_is_not_committed_is_named_and_stays(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (clone / "note").write_text("mine")
    assert release.run("0.2.0", clone, lambda root: True) == 1
    assert "first: note" in capsys.readouterr().err
    assert (clone / "note").read_text() == "mine"
    assert run_git(clone, "tag") == ""


def test_a_changed_file_is_named_in_full(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (clone / release.README).write_text("Version 0.1.0\n")
    assert release.run("0.2.0", clone, lambda root: True) == 1
    assert f"first: {release.README}." in capsys.readouterr().err


def test_what_changes_while_the_checks_run_is_not_released(clone: Path) -> None:
    def change(root: Path) -> bool:
        return bool((root / "note").write_text("mine"))

    assert release.run("0.2.0", clone, change) == 1
    assert (clone / "note").read_text() == "mine"
    assert run_git(clone, "tag") == ""


def test_a_check_that_fails_a_taken_tag_and_an_empty_changelog_are_refused(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(clone)
    assert release.run("0.2.0", clone, lambda root: False) == 1
    assert "checks failed" in capsys.readouterr().err
    assert everything(clone) == before
    run_git(clone, "tag", "v0.2.0")
    assert release.run("0.2.0", clone, lambda root: True) == 1
    assert "v0.2.0 exists already" in capsys.readouterr().err
    (clone / release.CHANGELOG).write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0] – x\n")
    run_git(clone, "commit", "--quiet", "--all", "-m", "Empty it")
    assert release.run("0.3.0", clone, lambda root: True) == 1
    assert "nothing under" in capsys.readouterr().err


@pytest.mark.parametrize("step", ["written", "add_tag"])
def test_a_step_that_fails_after_the_commit_takes_everything_back(
    clone: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_release: release.Release) -> None:
        raise release.ReleaseError("The disk is full.")

    monkeypatch.setattr(release, step, fail)
    before = everything(clone)
    assert release.run("0.2.0", clone, lambda root: True) == 1
    assert everything(clone) == before
    assert not (clone / "dist" / "0.2.0").exists()
    assert release.current_version(clone) == "0.1.0"


def test_the_checks_are_the_static_ones_and_the_quick_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(
        release.subprocess, "call", lambda words, **options: calls.append(words[-1:]) or 0
    )
    assert release.checks_pass(tmp_path)
    assert calls == [["check"], ["quick"]]
    monkeypatch.setattr(release.subprocess, "call", lambda words, **options: 1)
    assert not release.checks_pass(tmp_path)
