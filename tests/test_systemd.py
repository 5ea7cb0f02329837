"""systemd/ runs the same processes as docker/compose.yaml, with as few rights, and systemd accepts the units."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services import compose

FOLDER = compose.ROOT / "systemd"
COMMON = FOLDER / "barpoint-.service.d" / "common.conf"
PROXY = FOLDER / "caddy.service.d" / "barpoint.conf"
PLACE = "/opt/barpoint"
PROGRAMS = f"{PLACE}/.venv/bin/"
PORTS = {"web": "8000", "live": "8001", "streams": "8003"}
STATUS_PORTS = {"worker": "8002", "clocks": "8004", "analysis": "8005", "beat": "8006"}
CONTAINERS_ONLY = {"PROMETHEUS_MULTIPROC_DIR"}  # of web alone, and in its unit
MOST_EXPOSED = 25
"""Of 100, as `systemd-analyze security` counts; a unit without restrictions has about 95."""
NEEDS_ANALYSE = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed here"
)

Unit = dict[str, list[str]]


def read(path: Path) -> Unit:
    """The values of each directive, whatever its section; lines that end in a backslash go on."""
    unit: Unit = {}
    for line in path.read_text().replace("\\\n", " ").splitlines():
        name, is_directive, value = line.partition("=")
        if is_directive and not line.startswith("#"):
            unit.setdefault(name, []).append(value.strip())
    return unit


def unit_of(name: str) -> Unit:
    return read(FOLDER / f"barpoint-{name}.service")


def environment(unit: Unit) -> dict[str, str]:
    pairs = [pair for line in unit.get("Environment", []) for pair in line.split()]
    return dict(pair.split("=", 1) for pair in pairs)


def command_of(name: str) -> list[str]:
    """What systemd starts, with the defaults filled in, and the programs without their folder."""
    (line,) = unit_of(name)["ExecStart"]
    assert line.startswith(PROGRAMS), name
    filled = compose.fill_in(line.replace("%%", "%"), environment(read(COMMON)))
    return filled.removeprefix(PROGRAMS).split()


def is_polite(command: list[str]) -> bool:
    return command[0] == "nice"


@pytest.mark.parametrize("name", ["migrate", *compose.SITE])
def test_a_unit_starts_the_command_of_the_service(name: str) -> None:
    in_compose = compose.command_of(name, {"BIND": "127.0.0.1"})
    words = in_compose[2:] if is_polite(in_compose) else in_compose
    assert command_of(name) == words
    assert unit_of(name).get("Nice", []) == (["5"] if is_polite(in_compose) else [])


def test_the_target_starts_every_process_and_no_other() -> None:
    files = {path.name for path in FOLDER.glob("*.service")}
    assert files == {f"barpoint-{name}.service" for name in ("migrate", *compose.SITE)}
    wanted = {name for line in read(FOLDER / "barpoint.target")["Wants"] for name in line.split()}
    assert wanted - {"network-online.target"} == files - {"barpoint-migrate.service"}
    for name in compose.SITE:
        assert unit_of(name)["Requires"] == ["barpoint-migrate.service"]
        assert unit_of(name)["After"] == ["barpoint-migrate.service"]
        assert unit_of(name)["Restart"] == ["always"]


def test_migrations_wait_for_a_late_database() -> None:
    migrate = unit_of("migrate")
    assert migrate["ExecStartPre"] == [f"{PROGRAMS}python manage.py wait_for_database"]
    assert migrate["TimeoutStartSec"] == ["infinity"]


def test_the_handbook_bounds_redis_as_the_compose_file_does() -> None:
    words = compose.command_of("redis", {})[1:]
    options = zip(words[::2], words[1::2], strict=True)
    lines = [f"{name.removeprefix('--')} {value or chr(34) * 2}" for name, value in options]
    handbook = (compose.ROOT / "docs" / "systemd.md").read_text()
    assert "\n".join(lines) in handbook


@pytest.mark.parametrize("name", compose.SITE)
def test_memory_and_files_are_bounded_as_in_containers(name: str) -> None:
    service = compose.read()["services"][name]
    bound = service["deploy"]["resources"]["limits"]["memory"]
    assert unit_of(name)["MemoryMax"] == [bound.upper()]
    assert unit_of(name).get("LimitNOFILE", []) == [
        str(number) for number in service.get("ulimits", {}).values()
    ]


def test_moves_go_first() -> None:
    weights = {name: int(unit_of(name)["CPUWeight"][0]) for name in compose.SITE}
    shares = {name: compose.cpu_shares_of(name) for name in compose.SITE}
    assert sorted(weights, key=weights.__getitem__) == sorted(shares, key=shares.__getitem__)


def test_what_the_compose_file_settles_is_settled_here_too() -> None:
    """What it asks the operator for is in /etc/barpoint/environment, which wins over these defaults."""
    settled = {
        name: value
        for name, value in compose.read()["services"]["live"]["environment"].items()
        if value is not None and "$" not in value and name not in CONTAINERS_ONLY
    }
    common = environment(read(COMMON))
    assert {name: common[name] for name in settled} == settled | {
        "REDIS_URL": "redis://127.0.0.1:6379/0"
    }
    assert read(COMMON)["EnvironmentFile"] == ["/etc/barpoint/environment"]
    assert "SECRET_KEY" not in common


def test_no_two_processes_of_the_machine_have_one_port() -> None:
    status = {name: environment(unit_of(name))["STATUS_PORT"] for name in compose.WITH_DOOR}
    assert status == STATUS_PORTS
    ports = [*PORTS.values(), *status.values()]
    assert len(set(ports)) == len(ports)
    for name, port in PORTS.items():
        assert port in command_of(name)


def test_the_proxy_finds_the_processes() -> None:
    proxy = read(PROXY)
    assert {name: environment(proxy)[f"{name.upper()}_PORT"] for name in PORTS} == PORTS
    assert proxy["ExecStart"][0] == "", "it takes the place of Debian's own command"
    assert f"{PLACE}/docker/Caddyfile" in proxy["ExecStart"][1]


def test_a_process_has_no_rights_that_it_does_not_need() -> None:
    common = read(COMMON)
    assert common["User"] == ["barpoint"]
    assert common["NoNewPrivileges"] == ["yes"]
    assert common["ProtectSystem"] == ["strict"]
    assert common["CapabilityBoundingSet"] == [""]


def test_manage_has_the_place_and_the_settings_of_the_units() -> None:
    script = (FOLDER / "manage").read_text()
    assert os.access(FOLDER / "manage", os.X_OK)
    given = dict(re.findall(r"--setenv=(\w+)=(\S+)", script))
    common = read(COMMON)
    assert given.items() <= environment(common).items()
    for name in ("User", "Group", "UMask", "WorkingDirectory", "StateDirectory", "EnvironmentFile"):
        assert f"--property={name}={common[name][0]}" in script


@pytest.fixture
def installed_units(tmp_path: Path) -> dict[str, str]:
    """The environment in which systemd-analyze reads the units, as though this folder were /opt/barpoint."""
    shutil.copytree(FOLDER, tmp_path / "units")
    for path in (tmp_path / "units").rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace(PLACE, str(compose.ROOT)))
    return {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path / 'units'}:"}


@NEEDS_ANALYSE
def test_systemd_accepts_the_units(installed_units: dict[str, str]) -> None:
    units = [f"barpoint-{name}.service" for name in ("migrate", *compose.SITE)]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "barpoint.target", *units],
        env=installed_units,
        capture_output=True,
        text=True,
    )
    of_ours = [line for line in done.stderr.splitlines() if "barpoint" in line]
    assert (of_ours, done.returncode) == ([], 0), done.stderr


@NEEDS_ANALYSE
def test_systemd_counts_little_that_a_process_could_do(installed_units: dict[str, str]) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}"]
    for name in compose.SITE:
        done = subprocess.run(
            [*command, f"barpoint-{name}.service"],
            env=installed_units,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
