"""The bot of docs/: two of them play a match that outlives a killed bot and a killed server."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.people import ApiPlayer, make_logins
from tests.e2e.test_flag import until
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLE = re.compile(r"```python\n(.+?)```", re.DOTALL)


@contextmanager
def running(site: Site, token: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The script of docs/ as anybody starts it: no library but Python's own, no module of ours."""
    command = [sys.executable, "-I", "-S", str(DOCS / "bot.py"), site.url, *words]
    env = {"BARPOINT_TOKEN": token, "PATH": os.environ["PATH"]}
    with subprocess.Popen(command, env=env, text=True, stdout=-1, stderr=-1) as started:
        try:
            yield started
        finally:
            started.kill()


def ended(bot: subprocess.Popen[str]) -> None:
    out, err = bot.communicate(timeout=120)
    assert (bot.returncode, err) == (0, ""), out + err


def test_two_bots_play_a_match_through_a_killed_bot_and_a_killed_server(
    topology: Callable[..., Site],
) -> None:
    site = topology("embedded")
    anna, bert = (ApiPlayer(site, token) for token in make_logins(site, ["anna", "bert"]).values())
    status, made = anna.send("POST", "/api/v1/matches", {"player": bert.id, "length": 5})
    assert status == 201, made
    match = f"/api/v1/matches/{made['id']}"
    with running(site, bert.token, "--once") as second:
        with running(site, anna.token, "--once"):
            until(lambda: anna.get(match)["seq"] > 40, 60)
        site.kill("site")
        time.sleep(1)
        site.restart("site")
        with running(site, anna.token, "--once") as again:
            ended(again)
        ended(second)
    text = anna.get(match)
    assert text["status"] == "finished"
    assert text["reason"] == "played"
    certificate = site.folder / "dice.json"
    certificate.write_text(json.dumps(anna.get(f"{match}/dice")))
    nonces = json.loads(certificate.read_text())["epochs"][0]["nonces"]
    assert [nonces[seat]["status"] for seat in "AB"] == ["given", "given"]
    checked = subprocess.run(
        [sys.executable, "-I", "-S", str(DOCS / "verify.py"), str(certificate)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert checked.stdout.rstrip().endswith("VERIFIED")


def test_bots_play_a_tournament_made_by_a_script_and_a_page_elsewhere_shows_its_standings(
    topology: Callable[..., Site],
) -> None:
    site = topology("embedded")
    anna, bert = (ApiPlayer(site, token) for token in make_logins(site, ["anna", "bert"]).values())
    made = anna.send("POST", "/api/v1/tournaments", {"name": "Bot Cup", "lengths": [1]})[1]
    slug = made["slug"]
    cup = f"/api/v1/tournaments/{slug}"
    for who, verb in ((anna, "open"), (anna, "entries"), (bert, "entries"), (anna, "start")):
        assert who.send("POST", f"{cup}/{verb}")[0] in (200, 201), verb
    with running(site, anna.token, "--once") as first, running(site, bert.token, "--once") as two:
        ended(first)
        ended(two)
    until(lambda: anna.get(cup)["status"] == "finished", 60)
    example = EXAMPLE.search((DOCS / "api.md").read_text())
    assert example is not None
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", example[1], slug],
        env={"BARPOINT": site.url, "PYTHONIOENCODING": "utf-8"}, capture_output=True, text=True,
    )  # fmt: skip
    assert shown.stderr == ""
    assert "<caption>Bot Cup</caption>" in shown.stdout
    champion = anna.get(cup)["champion"]["name"]
    assert f"<tr><td>1<td>{champion}<td>1–0" in shown.stdout
