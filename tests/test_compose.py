"""docker/ says what design says, and its compose file is valid (asked of docker itself where it can tell)."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.languages import offered
from config.schedule import TASK_ROUTES
from tests.services import compose, site

SERVICE_KEYS = {
    "build", "cap_add", "cap_drop", "command", "cpu_shares", "depends_on", "deploy", "environment",
    "healthcheck", "image", "init", "logging", "networks", "ports", "read_only", "restart",
    "security_opt", "shm_size", "stop_grace_period", "tmpfs", "ulimits", "user", "volumes",
}  # fmt: skip
CONDITIONS = {"service_healthy", "service_started", "service_completed_successfully"}
VALUES = {"SECRET_KEY": "s", "POSTGRES_PASSWORD": "p"}
GIVES_WAY = ["nice", "-n5"]


def services() -> dict[str, dict]:
    return compose.read()["services"]


def test_the_image_is_made_of_what_the_repository_has(tmp_path: Path) -> None:
    """The commands of docker/Dockerfile that call manage.py, in a copy without what .dockerignore leaves out."""
    file = (compose.ROOT / "docker" / "Dockerfile").read_text().replace("\\\n", " ")
    (command,) = re.findall(r"^RUN (.*manage\.py.*)$", file, re.MULTILINE)
    for name in (
        "accounts",
        "analysis",
        "clubs",
        "config",
        "embeds",
        "fairplay",
        "games",
        "locale",
        "notifications",
        "ratings",
        "satellites",
        "ladders",
        "leagues",
        "series",
        "social",
        "static",
        "tableclock",
        "templates",
        "tournaments",
        "web",
        "webhooks",
    ):
        shutil.copytree(compose.ROOT / name, tmp_path / name)
    shutil.copy(compose.ROOT / "manage.py", tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {"PATH": path, "STATIC_ROOT": str(tmp_path / "collected"), "VAR_DIR": str(tmp_path)}
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "collected" / "css").is_dir()
    assert offered(tmp_path / "locale") == offered(compose.ROOT / "locale")


def test_the_image_can_back_up_the_database_and_has_a_place_for_it() -> None:
    """pg_dump refuses a server that is newer than itself; Debian 13 has the programs of PostgreSQL 17."""
    file = (compose.ROOT / "docker" / "Dockerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", file, re.MULTILINE)
    assert len(bases) == 2
    assert all(re.match(r"python:3\.11\.\d+-slim-trixie\b", base) for base in bases)
    assert services()["postgres"]["image"].startswith("postgres:17.")
    assert "postgresql-client" in file
    assert "--owner barpoint --mode 700 /backups" in file
    assert services()["web"]["volumes"] == ["backups:/backups"]


def test_postgresql_is_healthy_only_when_it_listens_to_others() -> None:
    """While its database is made, it answers on its socket, and ends again: `migrate` would have come for nothing."""
    assert "--host" in services()["postgres"]["healthcheck"]["test"]


def test_the_services_are_those_of_the_production_shape() -> None:
    assert set(services()) == {
        "proxy", "migrate", "web", "live", "streams", "worker", "clocks", "analysis", "beat", "postgres", "redis",
    }  # fmt: skip


def test_every_key_is_one_that_compose_knows() -> None:
    document = compose.read()
    top = {key for key in document if not key.startswith("x-")}
    assert top <= {"name", "networks", "services", "volumes"}
    assert {key for service in services().values() for key in service} <= SERVICE_KEYS
    assert all("image" in service for service in services().values())


def test_what_a_service_waits_for_exists_and_can_become_healthy() -> None:
    for service in services().values():
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted["condition"] in CONDITIONS
            if wanted["condition"] == "service_healthy":
                assert services()[other]["healthcheck"]["test"][0] == "CMD"


def test_named_volumes_are_declared_and_mounted_files_exist() -> None:
    declared = set(compose.read()["volumes"])
    for service in services().values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            if source.startswith("."):
                assert (compose.FILE.parent / source).exists()
            else:
                assert source in declared


def test_nothing_runs_with_rights_it_does_not_need_or_on_a_file_system_it_may_write() -> None:
    for name, service in services().items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    assert {services()[name]["user"] for name in ("postgres", "redis")} == {"postgres", "redis"}
    assert services()["proxy"]["cap_add"] == ["NET_BIND_SERVICE"]
    assert "USER barpoint" in (compose.ROOT / "docker" / "Dockerfile").read_text()


def test_whatever_stays_is_watched_limited_and_its_log_is_cut() -> None:
    for name, service in services().items():
        assert service["logging"]["options"]["max-size"], name
        if name != "migrate":
            assert service["healthcheck"]["test"][0] == "CMD", name
            assert service["deploy"]["resources"]["limits"]["memory"], name
            assert service["restart"] == "unless-stopped", name


def test_the_proxy_alone_is_reached_from_outside_and_reaches_no_data() -> None:
    assert [name for name, service in services().items() if "ports" in service] == ["proxy"]
    assert services()["proxy"]["networks"] == ["front"]
    assert services()["postgres"]["networks"] == services()["redis"]["networks"] == ["data"]
    assert compose.read()["networks"]["data"]["internal"] is True


def test_flags_have_a_worker_of_their_own_and_every_queue_has_one() -> None:
    queues = {
        name: command[command.index("--queues") + 1]
        for name in compose.SITE
        if "--queues" in (command := compose.command_of(name, VALUES))
    }
    assert queues == {"worker": "default", "clocks": "clocks", "analysis": "analysis"}
    assert set(queues.values()) == {"default", *(r["queue"] for r in TASK_ROUTES.values())}


def test_moves_flags_and_what_stores_them_go_before_pages_and_letters() -> None:
    giving_way = [
        item for item in compose.SITE if compose.command_of(item, VALUES)[:2] == GIVES_WAY
    ]
    assert giving_way == ["web", "streams", "worker", "analysis", "beat"]
    shares = {name: service.get("cpu_shares", 1024) for name, service in services().items()}
    assert shares["live"] == shares["postgres"] == max(shares.values()) > shares["web"]
    assert shares["web"] > shares["streams"] > shares["worker"] > shares["analysis"]
    assert shares["clocks"] == shares["web"], "flags do not wait for pages"


@pytest.mark.parametrize("name", compose.SITE)
def test_a_secret_that_is_not_set_stops_compose(name: str) -> None:
    with pytest.raises(KeyError, match="SECRET_KEY"):
        compose.fill_in(services()[name]["environment"]["SECRET_KEY"], {})


def test_variables_are_filled_in_like_compose_does() -> None:
    assert compose.fill_in("${A:-b}", {}) == "b"
    assert compose.fill_in("${A:-b}", {"A": "c"}) == "c"
    assert compose.fill_in("x ${A:?no A} y", {"A": "c"}) == "x c y"


@pytest.mark.parametrize("name", compose.SITE)
def test_the_programs_of_the_commands_are_installed(name: str) -> None:
    program = next(word for word in compose.command_of(name, VALUES) if word not in GIVES_WAY)
    assert (Path(sys.executable).parent / program).exists()


HERE_ONLY = {
    "BUNDLES",  # only the one-process shape makes bundles when it starts; an image has them
    "BIND", "DEBUG", "DEMO", "EMBEDDED", "EMBED_WORKER", "HOST", "PAGES", "PORT", "STATIC_ROOT",
    "STATUS_PORT", "VAR_DIR", "WEB_THREADS",
}  # fmt: skip
TOLD_BY_NOBODY = {"BIND", "EMBEDDED", "PAGES", "STATUS_PORT"}


def settings_read() -> set[str]:
    """The names that config/ asks the environment for; those of a WSGI request are none of them."""
    reader = "env|environ|boolean|number|integer|choice|rate|names|site_url|service_url"
    reader += "|database_settings|email_settings|secret_env|vapid_key|vapid_contact"
    reader += "|origins|hosts|listening_host|sender|line|picture|accent|contact|link_or_text"
    asked = re.compile(rf"""\b(?:{reader})(?:\.\w+)?[\[(]\s*"([A-Z_]+)\"""")
    files = (compose.ROOT / "config").rglob("*.py")
    read = {name for path in files for name in asked.findall(path.read_text())}
    return read - {"DJANGO_SETTINGS_MODULE", "HTTP_HOST", "SERVER_PROTOCOL"}


def test_every_setting_is_shown_in_the_example_and_reaches_the_containers() -> None:
    read = settings_read()
    assert {"SECRET_KEY", "SENTRY_DSN", "DATABASE_URL", "WEB_THREADS"} <= read
    example = (compose.ROOT / ".env.example").read_text()
    shown = {name for name in read if re.search(rf"^# {name}=", example, re.MULTILINE)}
    assert read - shown - TOLD_BY_NOBODY == set()
    assert read - set(services()["live"]["environment"]) - HERE_ONLY == set()


def test_docker_accepts_the_compose_file() -> None:
    if subprocess.run(["docker", "compose", "version"], capture_output=True).returncode:
        pytest.skip("docker compose is not installed here")
    environment = {"PATH": "/usr/bin:/usr/local/bin", **VALUES}
    done = subprocess.run(
        ["docker", "compose", "--file", str(compose.FILE), "config", "--quiet"],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_without_containers_every_setting_reaches_the_processes_too() -> None:
    text = site.passed()
    assert {"SITE_URL", "REQUIRE_MFA_FOR_STAFF", "LIVE_RATE", "SECRET_KEY_FALLBACKS"} <= text
    assert settings_read() - text - HERE_ONLY == site.OWN


def test_without_containers_says_what_has_to_be_installed_first(tmp_path: Path) -> None:
    (tmp_path / "docker").mkdir()
    script = shutil.copy(compose.ROOT / "docker" / "without-containers", tmp_path / "docker")
    done = subprocess.run([script], capture_output=True, text=True)
    assert (done.returncode, "make check" in done.stderr) == (1, True)
