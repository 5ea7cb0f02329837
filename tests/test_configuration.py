"""A wrong setting stops the start and is named; settings that do not work together are found by `check`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured

from config import checks, env
from config.databases import databases
from config.local_addresses import local_addresses
from config.security import host_of

ROOT = Path(__file__).resolve().parent.parent


def manage(tmp_path: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return python(tmp_path, "manage.py", *command, **settings)


def python(tmp_path: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "EMBEDDED": "1",
        **settings,
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def _provider(**changed: object) -> str:
    """OIDC_PROVIDERS with one entry."""
    entry = {
        "id": "federation",
        "name": "Federation",
        "issuer": "https://id.example.org",
        "client_id": "x",
    }
    return json.dumps([entry | changed])


WRONG = [
    ("SITE_URL", "play.example.org", "https://play.example.org"),
    ("SITE_URL", "https://play.example.org/barpoint", "https://play.example.org"),
    ("ALLOWED_HOSTS", "https://play.example.org", "play.example.org"),
    ("ALLOWED_HOSTS", "play.example.org, a b", "play.example.org"),
    ("CSRF_TRUSTED_ORIGINS", "play.example.org", "https://play.example.org"),
    ("CSRF_TRUSTED_ORIGINS", "*", "https://play.example.org"),
    ("SITE_NAME", "x" * 31, "30 characters"),
    ("SITE_NAME", "two\nlines", "Barpoint"),
    ("SITE_LOGO", "logo.gif", "var/logo.png"),
    ("SITE_LOGO", "missing.png", "var/logo.png"),
    ("SITE_ACCENT", "green", "#0a6244"),
    ("SITE_ACCENT", "#5fcb9d", "4.5 : 1"),
    ("OPERATOR", "x" * 201, "200 characters"),
    ("CONTACT", "desk@example.org", "mailto:"),
    ("IMPRINT", "no_such_file.txt", "var/imprint.txt"),
    ("HOUSE_RULES", "static", "var/house_rules.txt"),
    ("HSTS_INCLUDE_SUBDOMAINS", "maybe", "1 or 0"),
    ("HSTS_PRELOAD", "2", "1 or 0"),
    ("TRUST_PROXY", "yes please", "1 or 0"),
    ("DEBUG", "y", "1 or 0"),
    ("DEMO", "please", "1 or 0"),
    ("DATABASE_URL", "", "postgres://"),
    ("DATABASE_URL", "oracle://x", "postgres://"),
    ("DATABASE_POOL", "0", "16"),
    ("DATABASE_STATEMENT_S", "-1", "10"),
    ("DATABASE_LOCK_S", "5s", "5"),
    ("REDIS_URL", "foo://x", "redis://"),
    ("BUNDLES", "minified", "1 or 0"),
    ("EMAIL_URL", "mail.example.org", "smtp+tls://"),
    ("EMAIL_TIMEOUT", "0", "10"),
    ("DEFAULT_FROM_EMAIL", "Barpoint", "barpoint@example.org"),
    ("VAPID_PRIVATE_KEY", "A" * 43, "manage.py vapid_key"),
    ("VAPID_PRIVATE_KEY", "_" * 42 + "8", "manage.py vapid_key"),
    ("VAPID_CONTACT", "admin@example.org", "mailto:"),
    ("VAPID_CONTACT", "mailto:", "mailto:"),
    ("OIDC_PRIVATE_KEY", "A" * 43, "manage.py openid_key"),
    ("OIDC_PRIVATE_KEY", "-----BEGIN PRIVATE KEY-----", "manage.py openid_key"),
    ("OIDC_PRIVATE_KEY_PREVIOUS", "key", "manage.py openid_key"),
    ("OIDC_PROVIDERS", "federation", "is not JSON"),
    ("OIDC_PROVIDERS", "{}", "is not a list"),
    ("OIDC_PROVIDERS", "[5]", "provider 1"),
    ("OIDC_PROVIDERS", _provider(secret="x"), "'secret' is unknown"),
    ("OIDC_PROVIDERS", _provider(client_id=""), "'client_id'"),
    ("OIDC_PROVIDERS", _provider(id="A federation"), "a-z, 0-9 and -"),
    ("OIDC_PROVIDERS", _provider(name="x" * 41), "40 characters"),
    ("OIDC_PROVIDERS", _provider(issuer="http://id.example.org"), "https address"),
    ("OIDC_PROVIDERS", _provider(issuer="https://[id"), "https address"),
    ("OIDC_PROVIDERS", _provider(client_secret=5), "'client_secret'"),
    ("OIDC_PROVIDERS", _provider(scopes=["email"]), "'openid' among them"),
    ("OIDC_PROVIDERS", f"[{_provider()[1:-1]}, {_provider()[1:-1]}]", "two providers"),
    ("API_RATE_ANON", "600", "600/min"),
    ("API_RATE_USER", "3000 a minute", "3000/min"),
    ("API_ORIGINS", "bgf.example", "https://play.example.org"),
    ("REQUIRE_MFA_FOR_STAFF", "all", "1 or 0"),
    ("ENTRY_EMAILS_PER_ORGANIZER", "-1", "200"),
    ("ENTRY_EMAILS_PER_PLAYER", "five", "5"),
    ("VACATION_DAYS", "400", "14"),
    ("RATED_PER_OPPONENT_A_DAY", "2.5", "10"),
    ("RESPONSE_CACHE", "redis", "1 or 0"),
    ("API_TOKEN_DAYS", "-1", "365"),
    ("GUESTS", "20", "1 or 0"),
    ("GUEST_DAYS", "0", "7"),
    ("GUESTS_PER_HOUR", "many", "20"),
    ("GUESTS_WITHOUT_MATCH", "0", "500"),
    ("BACKUP_DIR", "backups", "/backups"),
    ("BACKUP_EVERY_HOURS", "0", "24"),
    ("BACKUP_KEEP_DAYS", "0", "7"),
    ("BACKUP_KEEP_WEEKS", "some", "5"),
    ("ANALYSIS_PRESET", "best", "very_quick or fast"),
    ("ANALYSES_AUTOMATIC", "all", "none or tournaments or rated"),
    ("ANALYSES_AT_ONCE", "-1", "1"),
    ("ANALYSES_PER_HOUR", "0", "20"),
    ("ANALYSIS_QUEUE", "0", "500"),
    ("LIVE_RATE", "abc", "20"),
    ("LIVE_BURST", "-1", "40"),
    ("LIVE_PERSON_RATE", "nan", "100"),
    ("LIVE_PERSON_BURST", "inf", "1000"),
    ("LIVE_NONSENSE_RATE", "2/s", "2"),
    ("LIVE_NONSENSE_BURST", "x", "20"),
    ("LIVE_STREAMS", "0", "20"),
    ("LIVE_PERSON_STREAMS", "0", "2000"),
    ("LOG_FORMAT", "xml", "console or json"),
    ("LOG_LEVEL", "info", "DEBUG or INFO"),
    ("SENTRY_DSN", "sentry.example.org", "https://"),
    ("HOST", "http://0.0.0.0", "0.0.0.0"),
    ("PORT", "80000", "8000"),
    ("WEB_THREADS", "0", "8"),
    ("EMBED_WORKER", "both", "1 or 0"),
]
TAKES_ANY_TEXT = {
    "SECRET_KEY", "SECRET_KEY_FALLBACKS", "METRICS_TOKEN", "VAR_DIR", "STATIC_ROOT",
    "SENTRY_ENVIRONMENT", "SENTRY_RELEASE",
}  # fmt: skip
READ_BY_OTHER_PROGRAMS = {
    "BARPOINT_IMAGE",
    "SITE_ADDRESS",
    "POSTGRES_PASSWORD",
    "WEB_WORKERS",
    "WORKER_THREADS",
}

READ_ALL = """
import json, os, sys
start = dict(os.environ)
for name, value in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(start, **{name: value})
    for module in [module for module in sys.modules if module.partition(".")[0] == "config"]:
        del sys.modules[module]
    try:
        import config.settings
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"))
    else:
        print(json.dumps("it was read"))
"""


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """What a start says of each wrong value; one process reads the settings again and again."""
    asked = [(name, value) for name, value, _expected in WRONG]
    environment = {"VAR_DIR": str(tmp_path_factory.mktemp("var")), "EMBEDDED": "1"}
    run = subprocess.run(
        [sys.executable, "-c", READ_ALL],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True, input=json.dumps(asked),
    )  # fmt: skip
    return dict(zip(asked, map(json.loads, run.stdout.splitlines()), strict=True))


@pytest.mark.parametrize(("name", "value", "expected"), WRONG)
def test_a_wrong_value_is_named_with_what_is_expected(
    messages: dict[tuple[str, str], str], name: str, value: str, expected: str
) -> None:
    message = messages[name, value]
    assert message.startswith(f"ImproperlyConfigured: {name} "), message
    assert expected in message


def test_every_setting_of_the_example_has_a_wrong_value_above() -> None:
    example = (ROOT / ".env.example").read_text()
    shown = set(re.findall(r"^# ([A-Z_]+)=", example, re.MULTILINE))
    assert shown - TAKES_ANY_TEXT - READ_BY_OTHER_PROGRAMS == {name for name, *_rest in WRONG}


@pytest.mark.parametrize("command", [["manage.py", "check"], ["-m", "config.embedded"]])
def test_a_wrong_value_stops_the_start(tmp_path: Path, command: list[str]) -> None:
    for name in ("API_RATE_ANON", "PORT"):
        run = python(tmp_path, *command, **{"PORT": "0", name: "http"})
        assert run.returncode != 0
        assert (
            run.stderr.splitlines()[-1]
            .removeprefix("django.core.exceptions.ImproperlyConfigured: ")
            .startswith(f"{name} ")
        ), run.stderr
    assert not (tmp_path / "barpoint.sqlite3").exists()


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


def test_postgresql_may_be_a_socket_and_the_rest_of_its_url_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = "%2Fvar%2Frun%2Fpostgresql"
    monkeypatch.setenv("DATABASE_URL", f"postgres://barpoint@{place}/barpoint?sslmode=verify-full")
    database = databases(tmp_path)["default"]
    assert (database["HOST"], database["NAME"]) == ("/var/run/postgresql", "barpoint")
    assert database["OPTIONS"]["sslmode"] == "verify-full"
    assert database["OPTIONS"]["pool"]["max_size"] > 0, "beside what the site sets itself"
