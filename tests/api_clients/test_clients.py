"""Clients that two generators make from the description of the API: Python drives a tournament, TypeScript is type-checked."""

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import need
from tests.services import installed, node_folder
from tests.services.topology import ROOT, Site

FOLDER = ROOT / "tests" / "api_clients"
PACKAGE = "barpoint_client"
CONFIG = FOLDER / "python_client.yaml"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description of the API as a file."""
    file = tmp_path_factory.mktemp("schema") / "openapi.json"
    command = ["manage.py", "spectacular", "--format", "openapi-json", "--file", str(file)]
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, capture_output=True)
    return file


@pytest.fixture
def client(schema: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The generated package, which can be imported. Every address is in it: the generator warns of none."""
    generate = ["-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    made = subprocess.run(
        [sys.executable, *generate, "--path", schema, "--config", CONFIG, "--output-path", tmp_path / PACKAGE],
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    yield PACKAGE
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


class GeneratedClient:
    """Calls functions of the generated package by the ids of their operations."""

    def __init__(self, package: str, site: Site, token: str) -> None:
        self.package = package
        self.client = self._of("client").AuthenticatedClient(base_url=site.url, token=token)

    def ask(self, tag: str, operation: str, *path: Any, status: int = 200, **sent: Any) -> Any:
        """The parsed answer."""
        module = self._of(f"api.{tag}.{operation}")
        answer = module.sync_detailed(*path, client=self.client, **sent)
        assert answer.status_code == status, answer.content
        return answer.parsed

    def body(self, model: str, /, **fields: Any) -> Any:
        return getattr(self._of("models"), model).from_dict(fields)

    def _of(self, module: str) -> Any:
        return importlib.import_module(f"{self.package}.{module}")


@pytest.mark.e2e
def test_a_tournament_from_its_making_to_its_standings(
    client: str, topology: Callable[..., Site]
) -> None:
    site = topology("embedded")
    directs = "create_token(user, 'story', ['read', 'play', 'direct'])"
    token = site.shell(
        "from accounts.services.logins import create_login\n"
        "from accounts.services.tokens import create_token\n"
        "user = create_login('anna', 'anna@example.org', 'correct horse', name='Anna')\n"
        f"print({directs}[1])"
    ).split()[-1]
    anna = GeneratedClient(client, site, token)
    made = anna.ask(
        "tournaments", "tournaments_create", status=201, idempotency_key="cup-1",
        body=anna.body("TournamentInRequest", name="Club Cup", lengths=[3], where="board"),
    )  # fmt: skip
    names = ["Ida", "Juri", "Kati", "Liis"]
    for name in names:
        entry = anna.body("EntryInRequest", name=f"{name} Player")
        anna.ask("entries", "tournaments_entries_create", made.slug, status=201, body=entry)
    anna.ask("tournaments", "tournaments_open_create", made.slug)
    anna.ask("tournaments", "tournaments_start_create", made.slug, body=anna.body("StartInRequest"))
    played = set()
    while slips := [
        slip
        for slip in anna.ask("over_the_board", "tournaments_slips_list", made.slug)
        if slip.state != "done" and slip.id not in played
    ]:
        slip = slips[0]
        winner = slip.entries[0]
        report = anna.body(
            "SlipReportInRequest", verb="report", winner=winner, winner_points=3, loser_points=1
        )
        anna.ask(
            "over_the_board", "tournaments_slips_report", made.slug, slip.id,
            status=201, body=report,
        )  # fmt: skip
        played.add(slip.id)
    assert len(played) == 3
    table = anna.ask("tournaments", "tournaments_standings_list", made.slug)
    assert [(row.place_from, row.won, row.lost) for row in table][:2] == [(1, 2, 0), (2, 1, 1)]
    shown = anna.ask("tournaments", "tournaments_retrieve", made.slug)
    assert shown.status == "finished"
    refused = anna.ask("tournaments", "tournaments_open_create", made.slug, status=409)
    assert refused.code


def test_a_typescript_program_is_checked_against_the_generated_types(
    schema: Path, tmp_path: Path
) -> None:
    need("node")
    need("npm")
    node_folder.require(FOLDER)
    node = str(installed.node())
    packages = FOLDER / "node_modules"
    for name in ("check.ts", "tsconfig.json", "package.json"):
        (tmp_path / name).write_text((FOLDER / name).read_text())
    (tmp_path / "node_modules").symlink_to(packages)
    generate = [node, packages / "openapi-typescript" / "bin" / "cli.js", schema]
    made = subprocess.run(
        [*generate, "--default-non-nullable", "false", "-o", tmp_path / "schema.d.ts"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    check = [node, packages / "typescript" / "bin" / "tsc", "-p", tmp_path / "tsconfig.json"]
    checked = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
