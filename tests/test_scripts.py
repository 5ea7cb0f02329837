"""The scripts of the pages (static/js): their imports, that types are checked, and the tests of the pure modules (tests/js)."""

import json
import re
import subprocess
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import need
from tests.js import clock_logs, position_ids, positions
from tests.services import installed, scripts

ROOT = scripts.ROOT
SCRIPTS = ROOT / "static" / "js"
TESTS = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # types are imported in comments
IMPORT = re.compile(
    r"""^(?:import\b[^;"]*|export\b[^;"()=]*\bfrom )"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)""",
    re.MULTILINE,
)
REGISTRY = "registry.npmjs.org"


def imports_of(module: Path) -> set[Path]:
    """The modules that a module loads, at once or when it needs them."""
    text = COMMENT.sub("", module.read_text())
    return {(module.parent / (now or later)).resolve() for now, later in IMPORT.findall(text)}


def cycle(graph: Mapping[Path, set[Path]]) -> list[str]:
    """The names of modules that import each other in a circle, none when there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [path.name for path in error.args[1]]
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: imports_of(module) for module in SCRIPTS.rglob("*.js")}
    assert sum(map(len, graph.values())) > 100
    assert cycle(graph) == []


def test_a_circle_of_imports_is_noticed(tmp_path: Path) -> None:
    for name, text in {
        "a.js": 'import {\n  b,\n} from "./b.js";\n',
        "b.js": 'export const b = () => import("./c.js");\n',
        "c.js": '/** @import { T } from "./d.js" */\nexport { a } from "./a.js";\n',
        "d.js": 'import "./a.js";\n',
    }.items():
        (tmp_path / name).write_text(text)
    graph = {path: imports_of(path) for path in tmp_path.iterdir()}
    assert set(cycle(graph)) == {"a.js", "b.js", "c.js"}


def test_every_import_leads_to_a_module() -> None:
    imported = {path for module in SCRIPTS.rglob("*.js") for path in imports_of(module)}
    assert [path for path in imported if not path.is_file()] == []


def test_the_types_of_every_module_are_checked() -> None:
    unchecked = [
        path.name
        for path in SCRIPTS.rglob("*.js")
        if not path.read_text().startswith("// @ts-check\n")
    ]
    assert unchecked == []


def test_the_locked_packages_come_from_the_public_registry() -> None:
    lock = json.loads(scripts.LOCK.read_text())
    packages = [package for name, package in lock["packages"].items() if name]
    assert {urlsplit(package["resolved"]).netloc for package in packages} == {REGISTRY}
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())


def test_the_rolls_of_the_tests_are_what_the_engine_sends() -> None:
    """Written again with `python -m tests.js.positions`."""
    assert positions.FILE.read_text() == positions.text()


def test_the_ids_of_positions_are_those_of_the_engine() -> None:
    """Written again with `python -m tests.js.position_ids`."""
    assert position_ids.FILE.read_text() == position_ids.text()


def test_the_logs_of_clocks_add_up_to_what_the_server_makes_of_them() -> None:
    """Written again with `python -m tests.js.clock_logs`."""
    assert clock_logs.FILE.read_text() == clock_logs.text()


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_a_pure_module(path: Path) -> None:
    need("node")
    command = [installed.node() or "node", "--test", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
