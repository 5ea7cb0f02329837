"""Seconds to judge and to take a file of 5,000 rows, against what a web request may last: entries, seeds, results.

On SQLite, or on the database of DATABASE_URL (an empty one: it is filled and left so).
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import harness

LIMIT_S = 20
ROWS = 5000
ALL_AGAINST_ALL = 100  # 4,950 pairings
NOW = datetime(2026, 7, 4, 9, tzinfo=UTC)


def main() -> int:
    quick = harness.asked_to_be_quick("Seconds of an import of 5,000 rows.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.setdefault(
            "SECRET_KEY", "of a benchmark, fifty letters long or so, as it should be"
        )
        return measure(quick)


def measure(quick: bool) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0, interactive=False)
    slowest = 0.0
    for name, text, kind, tournament in files(quick):
        for what, seconds in timed(text, kind, tournament):
            slowest = max(slowest, seconds)
            figure = f"import on {connection.vendor}: {name}, {what}"
            harness.report(figure, seconds, "s", peer="limit", peer_value=LIMIT_S)
    return 0 if slowest <= LIMIT_S else 1


def files(quick: bool) -> Any:
    """Name, text, kind and tournament of each; made one after the other, since each builds on the one before."""
    from tournaments.exchange.selectors.exports import TABLES
    from tournaments.setup.services import lifecycle
    from web.csv_writing import csv_rows

    boss = _boss()
    made = lifecycle.create(organizer=boss, name="Import", lengths=[3], clock=None)
    lifecycle.open_entry(made.pk, by=boss)
    names = [f"Given{n % 71} Family{n}" for n in range(ROWS)]
    rows = (f"{name},DE,Club {n % 40},{n + 1}" for n, name in enumerate(names))
    yield "5000 new players", "\n".join(["name,country,club,seed", *rows]), "entries", made
    rows = (f"{name},{ROWS - n}" for n, name in enumerate(names))
    yield "5000 seeds moved", "\n".join(["name,seed", *rows]), "entries", made
    head, exported = TABLES["entries"]
    yield "5000 rows unchanged", "".join(csv_rows(head, exported(made))), "entries", made
    other = lifecycle.create(organizer=boss, name="Known", lengths=[3], clock=None)
    yield "5000 known names", "\n".join(["name", *names]), "entries", other
    if not quick:
        played = _all_against_all(boss)
        head, exported = TABLES["results"]
        text = [list(row) for row in exported(played)]
        for row in text:
            row[6], row[7], row[8], row[9] = row[4], 3, 1, "played"
        yield f"{len(text)} results", "".join(csv_rows(head, text)), "results", played


def timed(text: str, kind: str, tournament: Any) -> list[tuple[str, float]]:
    from tournaments.exchange.services import import_flow

    boss = tournament.organizer
    data = text.encode()
    of = tournament.pk
    file = import_flow.upload(of, by=boss, kind=kind, name="list.csv", data=data, now=NOW)
    run, judged = _took(lambda: import_flow.dry_run(of, file.pk, by=boss, now=NOW))
    yes = import_flow.Confirmation(run.digest, {})
    if run.is_bad:
        raise RuntimeError(str([line for line in run.lines if line.state == "bad"][:3]))
    _file, taken = _took(
        lambda: import_flow.apply_file(of, file.pk, by=boss, now=NOW, confirmation=yes)
    )
    return [("dry run", judged), ("take", taken)]


def _took(work: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


def _boss() -> Any:
    from accounts.services.logins import create_login

    return create_login(f"importer{os.getpid()}", "importer@example.org", "pw")


def _all_against_all(boss: Any) -> Any:
    from tournaments.bracket.services.start import start
    from tournaments.exchange.services import import_flow
    from tournaments.models import Venue
    from tournaments.setup.services import lifecycle

    made = lifecycle.create(
        organizer=boss, name="League", lengths=[3], clock=None, format="round_robin"
    )
    lifecycle.open_entry(made.pk, by=boss)
    Venue.objects.create(tournament=made, where="board")
    names = "\n".join(["name", *(f"Leaguer {n}" for n in range(ALL_AGAINST_ALL))]).encode()
    file = import_flow.upload(made.pk, by=boss, kind="entries", name="l", data=names, now=NOW)
    run = import_flow.dry_run(made.pk, file.pk, by=boss, now=NOW)
    import_flow.apply_file(
        made.pk, file.pk, by=boss, now=NOW, confirmation=import_flow.Confirmation(run.digest, {})
    )
    return start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)


if __name__ == "__main__":
    sys.exit(main())
