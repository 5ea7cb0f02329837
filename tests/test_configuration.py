"""A wrong setting stops the start and is named; settings that do not work together are found by `check`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured

from config import checks, env
from config.local_addresses import local_addresses
from config.security import host_of

ROOT = Path(__file__).resolve().parent.parent


def manage(tmp_path: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "EMBEDDED": "1",
        **settings,
    }
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("API_RATE_ANON", "600"),
        ("REDIS_URL", "foo://x"),
        ("SITE_URL", "play.example.org"),
        ("LOG_FORMAT", "xml"),
        ("API_TOKEN_DAYS", "-1"),
        ("TRUST_PROXY", "yes please"),
        ("LIVE_RATE", "abc"),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "oracle://x"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_TIMEOUT", "0"),
        ("VAPID_PRIVATE_KEY", "A" * 43),
        ("VAPID_PRIVATE_KEY", "_" * 42 + "8"),
        ("VAPID_CONTACT", "admin@example.org"),
        ("VAPID_CONTACT", "mailto:"),
    ],
)
def test_a_value_that_cannot_be_read_stops_the_start_and_is_named(
    tmp_path: Path, name: str, value: str
) -> None:
    run = manage(tmp_path, "check", **{name: value})
    assert run.returncode != 0
    assert f"{name} " in run.stderr.splitlines()[-1], run.stderr


@pytest.mark.parametrize("value", ["mailto:desk@localhost", "https://localhost/contact"])
def test_push_services_are_given_no_contact_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("VAPID_CONTACT", value)
    assert env.vapid_contact("VAPID_CONTACT", default="", is_used=False) == value
    with pytest.raises(ImproperlyConfigured, match="VAPID_CONTACT"):
        env.vapid_contact("VAPID_CONTACT", default="", is_used=True)


@pytest.mark.parametrize(
    "value", ["https://a.example/play", "ftp://a.example", "https://a:b:c", "https://"]
)
def test_a_site_address_is_scheme_and_host(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SITE_URL", value)
    with pytest.raises(ImproperlyConfigured, match="SITE_URL is not the address of a site"):
        env.site_url("SITE_URL", default="http://127.0.0.1:8000")


def test_empty_numbers_and_switches_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVE_RATE", "")
    monkeypatch.setenv("DEMO", " ")
    assert env.number("LIVE_RATE", default=20.0) == 20.0
    assert env.boolean("DEMO", default=True)


def test_an_empty_rate_sets_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_RATE_ANON", "")
    assert env.rate("API_RATE_ANON", default="600/min") is None


def test_the_secret_of_a_service_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "foo://:hunter2@x")
    with pytest.raises(ImproperlyConfigured) as caught:
        env.service_url("REDIS_URL", schemes=("redis",), example="redis://localhost")
    assert "hunter2" not in str(caught.value)


def test_hosts_and_origins_follow_the_site(tmp_path: Path) -> None:
    code = "from django.conf import settings as s; print(s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS)"
    run = manage(
        tmp_path, "shell", "--no-imports", "-c", code, SITE_URL="https://play.example.org/"
    )
    assert run.stdout.strip() == (
        "['play.example.org', 'localhost', '127.0.0.1', '[::1]'] ['https://play.example.org']"
    ), run.stderr


def test_hsts_covers_this_host_alone_unless_asked(tmp_path: Path) -> None:
    code = "from django.conf import settings as s; print(s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    https = {"SITE_URL": "https://play.example.org"}
    run = manage(tmp_path, "shell", "--no-imports", "-c", code, **https)
    assert run.stdout.strip() == "31536000 False False", run.stderr
    run = manage(
        tmp_path, "shell", "--no-imports", "-c", code, **https, HSTS_INCLUDE_SUBDOMAINS="1"
    )
    assert run.stdout.strip() == "31536000 True False", run.stderr


def public(settings: Any, **values: object) -> list[str]:
    """The ids of what is wrong with a public site that is right but for these values."""
    good = {
        "SITE_URL": "https://play.example.org", "SECURE": True, "ALLOWED_HOSTS": ["play.example.org"],
        "TRUST_PROXY": True, "REDIS_URL": "redis://redis", "ON_SQLITE": False, "EMBEDDED": False, "DEMO": False,
        "DEBUG": False, "EMAIL_BACKEND": checks.SMTP, "DEFAULT_FROM_EMAIL": "Club <desk@example.org>",
    }  # fmt: skip
    for name, value in {**good, **values}.items():
        setattr(settings, name, value)
    messages: list[CheckMessage] = checks.configuration()
    return [str(message.id) for message in messages]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, []),
        ({"ALLOWED_HOSTS": ["other.example"]}, ["barpoint.E001"]),
        ({"REDIS_URL": ""}, ["barpoint.W002"]),
        ({"TRUST_PROXY": False}, ["barpoint.W003"]),
        ({"EMAIL_BACKEND": checks.CONSOLE}, ["barpoint.W004"]),
        ({"DEFAULT_FROM_EMAIL": "Barpoint <barpoint@localhost>"}, ["barpoint.W005"]),
        ({"DEMO": True}, ["barpoint.W006"]),
        ({"DEBUG": True}, ["barpoint.W007"]),
        ({"SITE_URL": "http://play.example.org", "SECURE": False}, ["barpoint.W008"]),
    ],
)
def test_settings_that_do_not_work_together_are_found(
    settings: Any, values: dict[str, object], expected: list[str]
) -> None:
    assert public(settings, **values) == expected


def test_what_is_wrong_stands_in_the_log_of_a_start(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    public(settings, EMAIL_BACKEND=checks.CONSOLE)
    checks.log_configuration()
    assert ["barpoint.W004" in record.getMessage() for record in caplog.records] == [True]


def test_a_machine_has_an_address_and_an_ipv6_host_its_brackets() -> None:
    assert "127.0.0.1" in local_addresses()
    assert host_of("http://[::1]:8000") == "[::1]"


def test_an_empty_secret_key_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    run = manage(tmp_path, "check")
    assert run.returncode != 0
    assert "secret_key is empty" in run.stderr
