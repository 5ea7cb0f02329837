"""What benchmarks/analysis.py does inside Django: matches that are analysed, the first results of one, and a full queue."""

import gzip
import json
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from accounts.models import User

ARCHIVE = Path(__file__).resolve().parents[1] / "tests/data/gnubg-noise.zip"
DECISIONS = 300
LONG = 25
ASK_AGAIN_S = 1.0
"""A page that waits asks so often (js/review/analysis)."""
LONGEST_S = 600
QUEUED = 100
A_USER = 50
"""So many files one user may import in an hour, at least."""
MIDDLE = 30
"""Columns: what the right-hand player does stands behind it."""


def gnubg_matches() -> list[str]:
    """Twenty matches to 5 points of GNU Backgammon, as .mat text."""
    archive = zipfile.ZipFile(ARCHIVE)
    return [archive.read(name).decode() for name in archive.namelist()]


def long_match() -> str:
    """Games of those matches in a row, in a match to 25, up to 300 rolls. It is not finished."""
    lines = [f" {LONG} point match"]
    scores, rolls, number = [0, 0], 0, 0
    for body in _games():
        right, points = _result(body)
        more = sum(len(re.findall(r"\d\d:", line)) for line in body)
        if rolls + more > DECISIONS or scores[right] + points >= LONG - 1:
            continue
        number += 1
        lines += ["", f" Game {number}", f" Left : {scores[0]}{' ' * 20}Right : {scores[1]}", *body]
        scores[right] += points
        rolls += more
    return "\n".join(lines) + "\n"


def _games() -> Iterator[list[str]]:
    """The rows of each game, without its heading and its names."""
    for text in gnubg_matches():
        for game in text.split("\n Game ")[1:]:
            rows = game.splitlines()[2:]
            yield [row for row in rows if row.strip()]


def _result(rows: list[str]) -> tuple[int, int]:
    """Who won (0 is left), and the points."""
    won = re.search(r"Wins (\d+) point", rows[-1])
    assert won is not None, rows[-1]
    return int(won.start() > MIDDLE), int(won[1])


def press() -> None:
    """Ask for the analysis of the long match; print when the first decisions and when all are there, and the size of the review."""
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from analysis.services.analyses import request_analysis
    from games.services.importing import import_match

    user = _user()
    match = import_match(user, long_match().encode(), timezone.now())
    hosts = [host for host in settings.ALLOWED_HOSTS if host.strip("*.[]")]
    client = Client(headers={"host": hosts[0] if hosts else "localhost"})
    addresses = [reverse(name, args=[match.pk]) for name in ("match-review-data", "match-analysis-data")]  # fmt: skip
    client.get(addresses[0], secure=True)
    began, first_s = time.time(), 0.0
    state: dict[str, Any] = {"status": "waiting"}
    request_analysis(match, user, timezone.now())
    while state["status"] in ("waiting", "running") and time.time() - began < LONGEST_S:
        time.sleep(ASK_AGAIN_S)
        state = client.get(addresses[1], secure=True).json()
        if state["result"] and not first_s:
            first_s = time.time() - began
    assert state["status"] == "done", state
    whole_s = time.time() - began
    texts = [client.get(address, secure=True).content for address in addresses]
    print(
        json.dumps(
            {
                "first_s": first_s,
                "whole_s": whole_s,
                "decisions": len(state["result"]["decisions"]),
                "plain_kib": sum(map(len, texts)) / 1024,
                "packed_kib": sum(len(gzip.compress(text)) for text in texts) / 1024,
            }
        )
    )


def fill() -> None:
    """A hundred matches wait."""
    from django.utils import timezone

    from analysis.models import MatchAnalysis
    from analysis.selectors import key_of
    from games.services.importing import import_match

    now, texts = timezone.now(), gnubg_matches()
    users = [_user() for _ in range(0, QUEUED, A_USER)]
    for number in range(QUEUED):
        user = users[number // A_USER]
        match = import_match(user, texts[number % len(texts)].encode(), now)
        MatchAnalysis.objects.create(**key_of(match), requested_at=now)
    print(json.dumps({"waiting": QUEUED}))


def stop() -> None:
    """Print how many waited and ran, and take away those that wait."""
    from analysis.models import AnalysisStatus, MatchAnalysis

    rows = MatchAnalysis.objects.all()
    waiting = rows.filter(status=AnalysisStatus.WAITING)
    running = rows.filter(status=AnalysisStatus.RUNNING).count()
    print(json.dumps({"waiting": waiting.count(), "running": running}))
    waiting.delete()


def _user() -> "User":
    from accounts.models import Player, User

    user = User.objects.create_user(f"asks-{uuid4().hex[:8]}")
    Player.objects.create(user=user, name=user.username)
    return user
