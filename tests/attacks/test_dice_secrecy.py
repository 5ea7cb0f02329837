"""No seed leaves the server before its match has ended: no page, answer, stream, log line, report or task."""

import base64
import json
import logging
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from celery.app.task import Task
from django.contrib import admin
from django.core.signals import got_request_exception
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern
from django.views.debug import ExceptionReporter

from accounts.models import Player, User
from config.logs import configure
from games.engine import dice
from games.models import Match, MatchSeed
from games.selectors.certificates import certificate_of
from games.services import bulk_sql, locking
from tests.games.services.tables import Sitting, playing, sit
from tests.tournaments.making import director, started

pytestmark = pytest.mark.django_db
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
MUST_ANSWER = {
    "match", "watch", "dice", "dice-certificate", "dice-file", "api-dice", "api-match",
    "api-actions", "api-matches", "ticket", "profile", "api-schema",
}  # fmt: skip


def forms(seed: str) -> list[bytes]:
    """A seed as it might be written."""
    raw = bytes.fromhex(seed)
    encoded = [base64.b64encode(raw), base64.urlsafe_b64encode(raw), base64.b32encode(raw)]
    texts = [seed, seed.upper(), str(int(seed, 16)), repr(raw)[2:-1]]
    return [raw, *(item.rstrip(b"=") for item in encoded), *(text.encode() for text in texts)]


def open_seeds() -> list[bytes]:
    hidden = MatchSeed.objects.filter(revealed_at=None).values_list("seed", flat=True)
    return [form for seed in hidden for form in forms(str(seed))]


def shown(body: bytes, needles: list[bytes]) -> bool:
    return any(needle in body for needle in needles)


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the site with its name, parameters still to be filled in; the admin has its own."""
    for url_pattern in get_resolver().url_patterns if patterns is None else patterns:
        if not isinstance(url_pattern.pattern, RoutePattern):
            if isinstance(url_pattern, URLResolver) and not str(url_pattern.pattern).strip("^"):
                yield from routes(url_pattern.url_patterns, before)
            continue
        path = before + str(url_pattern.pattern)
        if isinstance(url_pattern, URLPattern):
            yield path, url_pattern.name or ""
        elif not path.startswith("admin/"):
            yield from routes(url_pattern.url_patterns, path)


def filled(route: str, values: dict[str, Any]) -> str:
    by_type = {"int": 1, "uuid": values["match_id"], "str": "x", "slug": "x", "path": "x"}
    return "/" + PARAMETER.sub(
        lambda match: str(values.get(match[2], by_type.get(match[1] or "str", 1))), route
    )


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.fixture
def running() -> Sitting:
    """A friendly match and a tournament, both being played; a finished match beside them."""
    boss = director()
    started(4, organizer=boss)
    over = playing(length=1)
    over.act("A", "concede")
    sitting = sit(length=3)
    sitting.join("left", "right")
    for _ in range(4):
        sitting.step()
    return sitting


def viewers(sitting: Sitting) -> dict[str, User | None]:
    root = User.objects.create_superuser("root", "root@example.org", "a long pass phrase")
    player = sitting.match.seats.get(seat="A").player.user
    return {"nobody": None, "a player": player, "staff": root}


def test_no_address_shows_a_sealed_seed(running: Sitting) -> None:
    needles = open_seeds()
    assert len(needles) >= 3 * 8
    players = Player.objects.filter(user=running.match.seats.get(seat="A").player.user)
    values = {"match_id": running.match.pk, "pk": players.get().pk, "player_id": players.get().pk}
    answered: set[str] = set()
    for who, user in viewers(running).items():
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        for route, name in routes():
            answer = client.get(filled(route, values), follow=False)
            assert not shown(body_of(answer), needles), (who, route)
            assert not shown(str(answer.headers).encode(), needles), (who, route)
            if answer.status_code == 200:
                answered.add(name)
    assert answered >= MUST_ANSWER, MUST_ANSWER - answered


def test_no_address_computes_a_roll_that_is_still_to_come(
    running: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read of a match that is on needs no dice: those rolled stand in the log."""
    computed: list[str] = []
    original = dice._faces

    def faces(key: bytes, prefix: str) -> Iterator[int]:
        computed.append(prefix)
        return original(key, prefix)

    monkeypatch.setattr(dice, "_faces", faces)
    client = Client(raise_request_exception=False)
    client.force_login(running.match.seats.get(seat=running.state.to_act).player.user)
    for route, _name in routes():
        if "match_id" in route:
            client.get(filled(route, {"match_id": running.match.pk}))
    assert computed == []
    over = Match.objects.filter(finished_at__isnull=False).latest("created_at")
    client.get(reverse("dice-certificate", args=[over.pk]))
    assert len(computed) == certificate_of(over).rolls > 0


def test_no_page_of_the_staff_shows_a_sealed_seed(running: Sitting, client: Client) -> None:
    needles = open_seeds()
    client.force_login(viewers(running)["staff"])  # type: ignore[arg-type]
    pages = [reverse("admin:index"), reverse("admin:index") + "?show=system"]
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages += [reverse(f"{base}_changelist"), reverse(f"{base}_changelist") + "?q=a"]
        for item in model._default_manager.all()[:3]:
            pages += [reverse(f"{base}_{what}", args=[item.pk]) for what in ("change", "history")]
    seeds = MatchSeed.objects.filter(revealed_at=None)
    pages += [reverse("admin:games_matchseed_change", args=[seed.pk]) for seed in seeds]
    pages += [reverse("admin:games_match_change", args=[running.match.pk])]
    read = 0
    for page in pages:
        answer = client.get(page)
        assert not shown(body_of(answer), needles), page
        read += answer.status_code == 200
    assert read > len(pages) / 2


def test_no_answer_to_an_action_carries_a_seed_until_the_last(running: Sitting) -> None:
    client = Client()
    needles = open_seeds()
    for seat in ("A", "B"):
        client.force_login(running.match.seats.get(seat=seat).player.user)
        for kind in ("roll", "double", "take", "play", "ready", "offer_resign", "nonsense"):
            address = reverse("api-actions", args=[running.match.pk])
            answer = client.post(address, {"kind": kind}, "application/json")
            assert not shown(answer.content, needles), kind
    last = client.post(address, {"kind": "concede"}, "application/json")
    seed = MatchSeed.objects.get(match=running.match).seed
    assert shown(last.content, forms(str(seed)))


def test_a_seed_is_in_no_log_line_at_any_level(caplog: pytest.LogCaptureFixture) -> None:
    """With every statement recorded, too: they carry values."""
    configure({"format": "json", "level": "DEBUG"})
    caplog.set_level(logging.DEBUG)
    connection.force_debug_cursor = True
    try:
        sitting = playing(length=1)
        for _ in range(6):
            sitting.step()
        sitting.act("A", "concede")
    finally:
        connection.force_debug_cursor = False
        configure({"format": "console", "level": "INFO"})
    needles = forms(str(MatchSeed.objects.get(match=sitting.match).seed))
    written = "\n".join([caplog.text, *(str(vars(record)) for record in caplog.records)])
    assert not shown(written.encode(), needles)


def test_no_task_is_sent_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(Task, "apply_async", lambda self, *a, **k: sent.append((self.name, a, k)))
    boss = director()
    started(4, organizer=boss)
    playing(length=1).act("A", "concede")
    needles = [f for seed in MatchSeed.objects.values_list("seed", flat=True) for f in forms(seed)]
    assert not shown(json.dumps(sent, default=str).encode(), needles)


def test_what_holds_a_seed_does_not_print_it(running: Sitting) -> None:
    seed = MatchSeed.objects.get(match=running.match)
    (locked,) = locking.read([running.match.pk])
    assert locked.seed == seed.seed
    for holder in (locked, [seed.seed], vars(seed), {"seed": locked.seed}):
        assert not shown(repr(holder).encode(), forms(str(seed.seed)))


@pytest.mark.parametrize("style", ["json", "console"])
def test_a_failure_reports_its_local_variables_without_the_seed(
    running: Sitting,
    style: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The page of a 500, the log of it, and the longest report Django knows to write."""
    reports: list[str] = []

    def report(**_facts: Any) -> None:
        reporter = ExceptionReporter(RequestFactory().get("/"), *sys.exc_info())
        reports.extend((reporter.get_traceback_html(), reporter.get_traceback_text()))

    def fail(_snapshots: Any) -> None:
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr(bulk_sql, "save_snapshots", fail)
    got_request_exception.connect(report)
    configure({"format": style, "level": "DEBUG"})
    client = Client(raise_request_exception=False)
    client.force_login(running.match.seats.get(seat=running.state.to_act).player.user)
    address = reverse("api-actions", args=[running.match.pk])
    try:
        answer = client.post(address, {"kind": "concede"}, "application/json")
    finally:
        got_request_exception.disconnect(report)
        configure({"format": "console", "level": "INFO"})
    needles = open_seeds()
    written = "".join(capsys.readouterr())
    assert answer.status_code == 500
    assert "the disk is on fire" in written
    assert "snapshots" in reports[0]
    for text in (answer.content.decode(), written, *reports):
        assert not shown(text.encode(), needles)


def test_logs_for_machines_hold_no_local_variables(capsys: pytest.CaptureFixture[str]) -> None:
    configure({"format": "json", "level": "DEBUG"})
    try:
        _log_a_failure("5e" * 32)
    finally:
        configure({"format": "console", "level": "INFO"})
    written = capsys.readouterr().err
    assert "out of luck" in written
    assert "_log_a_failure" in written
    assert "5e5e" not in written


def _log_a_failure(seed: str) -> None:
    try:
        raise RuntimeError("out of luck"[: len(seed)])
    except RuntimeError:
        logging.getLogger("games").exception("a throw failed")


def test_a_report_of_what_holds_a_seed_does_not_show_it(running: Sitting) -> None:
    report = _reported(running)
    assert "holders" in report
    assert not shown(report.encode(), open_seeds())


def _reported(running: Sitting) -> str:
    try:
        _fail_with_a_seed(running)
    except RuntimeError:
        reporter = ExceptionReporter(RequestFactory().get("/"), *sys.exc_info())
        return str(reporter.get_traceback_html() + reporter.get_traceback_text())
    return ""


def _fail_with_a_seed(running: Sitting) -> None:
    (locked,) = locking.read([running.match.pk])
    seed = locked.seed
    holders = [locked, seed, {"seed": seed}]
    raise RuntimeError(f"{len(holders)} holders")


def test_the_finished_match_beside_it_shows_its_own(running: Sitting, client: Client) -> None:
    """The crawl would find a seed if there were one to be found."""
    over = Match.objects.filter(finished_at__isnull=False).latest("created_at")
    page = client.get(reverse("dice-certificate", args=[over.pk]))
    assert shown(page.content, forms(str(MatchSeed.objects.get(match=over).seed)))
