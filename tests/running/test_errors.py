"""An error report says what broke and where, and nothing of what was sent or sealed; without a DSN there is none."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.error_reports import start

ROOT = Path(__file__).resolve().parent.parent.parent
SEED, PASSWORD, TICKET = "5eed" * 16, "hunter2-hunter2", "bp_" + "q" * 43
REPORTED = f"""
import os, json, django
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import sentry_sdk
from sentry_sdk.transport import Transport

class Kept(Transport):
    def capture_envelope(self, envelope):
        for item in envelope.items:
            print(json.dumps(item.get_event() or str(item.headers)))

from config import error_reports
begin = error_reports.start
error_reports.start = lambda dsn, **given: begin(dsn, transport=Kept, **given)
django.setup()
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import path

def broken(request, key):
    seed = sealed = "{SEED}"
    raise RuntimeError("no such throw: " + sealed)

settings.ROOT_URLCONF = type("urls", (), dict(urlpatterns=[path("join/<str:key>/", broken)]))
Client(raise_request_exception=False).post(
    "/join/{PASSWORD}/?token={PASSWORD}",
    json.dumps(dict(password="{PASSWORD}", note="{PASSWORD}")),
    content_type="application/json",
    headers=dict(
        Authorization="Token {TICKET}", Cookie="other={PASSWORD}", X_Request_ID="found-again"
    ),
)
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What a process of its own reported: the library's hooks into Django stay for ever."""
    env = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path_factory.mktemp("var")),
        "SECRET_KEY": "k" * 50,
        "SENTRY_DSN": "https://key@errors.example/1",
        "SENTRY_RELEASE": "1.2.3",
        "API_RATE_ANON": "",
        "ALLOWED_HOSTS": "testserver",
    }
    done = subprocess.run(
        [sys.executable, "-c", REPORTED], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_page_that_breaks_is_reported_with_its_place_and_its_request(reports: list[Any]) -> None:
    broken = next(report for report in reports if "exception" in report)
    text = broken["exception"]["values"][-1]
    assert text["type"] == "RuntimeError"
    assert text["value"].startswith("no such throw")
    assert any(frame["function"] == "broken" for frame in text["stacktrace"]["frames"])
    assert broken["tags"]["request_id"] == "found-again"
    assert broken["release"] == "1.2.3"


@pytest.mark.parametrize("secret", [SEED, PASSWORD, TICKET])
def test_a_report_gives_nothing_away(reports: list[Any], secret: str) -> None:
    assert reports
    assert secret not in json.dumps(reports)


def test_a_report_has_no_variables_no_request_and_no_breadcrumbs(reports: list[Any]) -> None:
    text = json.dumps(reports)
    assert '"vars"' not in text
    assert all(not {"request", "user", "breadcrumbs", "extra"} & set(report) for report in reports)


def test_without_a_dsn_nothing_is_sent() -> None:
    import sentry_sdk

    assert start("", environment="test") is False
    assert not sentry_sdk.get_client().is_active()
