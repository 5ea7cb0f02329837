"""The settings start the site and refuse to start it badly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent


def test_the_system_checks_pass() -> None:
    call_command("check")


def test_without_a_secret_key_production_refuses_to_start(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DEBUG": "0"}
    run = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert run.returncode != 0
    assert "SECRET_KEY" in run.stderr


@pytest.mark.django_db
def test_the_database_answers() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select 1")
        assert cursor.fetchone() == (1,)


def test_tests_never_write_into_the_var_folder_of_the_installation() -> None:
    assert Path(settings.VAR_DIR) != ROOT / "var"


def test_a_secret_may_begin_with_a_dollar_and_is_not_told(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "SECRET_KEY": "$hunter2",
           "SECRET_KEY_FALLBACKS": "$hunter1,old", "METRICS_TOKEN": "$hunter3"}  # fmt: skip
    code = (
        "from django.conf import settings as s;"
        "print(s.SECRET_KEY, s.SECRET_KEY_FALLBACKS, s.METRICS_TOKEN)"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert run.stdout.strip() == "$hunter2 ['$hunter1', 'old'] $hunter3", run.stderr
