"""What every answer carries: a strict content policy, safe cookies behind https, and where it is looser."""

import os
import subprocess
import sys

import pytest
from django.test import Client

from tests.services.compose import ROOT

pytestmark = pytest.mark.django_db


def policy(path: str) -> dict[str, str]:
    header = Client().get(path).headers["Content-Security-Policy"]
    return dict(part.strip().split(" ", 1) for part in header.split(";"))


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/tournaments/", "/no-such-page/"])
def test_a_page_runs_only_our_own_files(path: str) -> None:
    result = policy(path)
    assert result["default-src"] == "'none'"
    assert result["script-src"] == result["style-src"] == result["connect-src"] == "'self'"
    assert result["frame-ancestors"] == result["base-uri"] == "'none'"


def test_only_the_admin_and_the_api_page_are_looser() -> None:
    staff = policy("/admin/login/")
    assert staff["script-src"] == "'self' 'unsafe-eval'"
    assert staff["style-src"] == "'self' 'unsafe-inline'"
    docs = policy("/api/v1/docs/")
    assert docs["script-src"] == "'self'"
    assert "unsafe" not in docs["style-src"]
    assert "unsafe" not in str(policy("/administration/"))


def test_pages_carry_the_usual_protections() -> None:
    headers = Client().get("/accounts/login/").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/static/", "/static/css/"])
def test_no_folder_is_listed_and_trace_echoes_nothing(path: str) -> None:
    assert Client().get(path).status_code == 404
    for address in ("/", path, "/api/v1/players", "/accounts/login/"):
        answer = Client().trace(address, headers={"X-Secret": "kept-to-itself"})
        assert "kept-to-itself" not in answer.content.decode(), address
    assert Client().trace("/api/v1/players").status_code in (401, 405)


def test_health_is_told_without_a_session() -> None:
    for path in ("/healthz", "/readyz"):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert not answer.cookies


@pytest.mark.slow
def test_behind_https_the_deployment_check_is_clean() -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "".join(chr(33 + n % 90) for n in range(60)),
        "SITE_URL": "https://play.example.org",
        "TRUST_PROXY": "1",
        "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
        "DEFAULT_FROM_EMAIL": "Club <desk@example.org>",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
