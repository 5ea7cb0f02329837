"""Devices that ask with the key of what they have are answered before Django, and not because of other matches."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tableclock.models import LinkPurpose
from tableclock.selectors.keyed_pages import KEYED_PAGES
from tableclock.selectors.versions import versions_of
from tableclock.services.links import LinkPlace, give, withdraw
from tests.tableclock.room import at_a_table, game, send, tap
from tests.tournaments.making import NOW
from tests.tournaments.venue.room import slip as slip_at
from tournaments.models import Slip, Tournament
from tournaments.players.services.renaming import bump_versions_of_player
from tournaments.venue.services import reporting
from tournaments.venue.services.assumed_start import assume_playing
from tournaments.venue.services.claims import Claim, Reporter
from web.unchanged_answers import UnchangedAnswers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def connection_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """To a request outside Django's test client, the transaction of a test looks like a broken connection."""
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


class Process:
    """The site as its server calls it. `passed` are the paths that Django answered."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self._django = WSGIHandler()
        self._site = UnchangedAnswers(self._pass_on, lambda *_seen: None, KEYED_PAGES)

    def _pass_on(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.passed.append(environ["PATH_INFO"])
        return self._django(environ, start_response)

    def get(self, path: str, **query: str | list[str]) -> tuple[int, bytes]:
        started: list[Any] = []
        environ = RequestFactory().get(path, query).environ
        body = b"".join(self._site(environ, lambda *line: started.extend(line)))
        return int(started[0][:3]), body


def link(made: Tournament, slip: Slip, purpose: str = LinkPurpose.CLOCK) -> str:
    return give(made.pk, LinkPlace(purpose, slip=slip.pk), by=made.organizer, now=NOW).code


def test_an_unchanged_log_is_answered_with_the_time_by_one_query() -> None:
    made, slip = at_a_table()
    path = f"/clock/{link(made, slip)}/log/"
    send(slip, tap("pass", 10, seat="B"))
    key = Client().get(path).json()["key"]
    site = Process()
    with CaptureQueriesContext(connection) as asked:
        status, body = site.get(path, key=key, match=str(slip.pk), after="1")
    assert (status, list(json.loads(body)), site.passed, len(asked)) == (200, ["now"], [], 1)
    send(slip, tap("pass", 20, seat="A"))
    assert json.loads(site.get(path, key=key)[1])["serial"] == 2
    assert site.passed == [path]


def test_a_withdrawn_link_and_a_wrong_code_are_refused_as_ever() -> None:
    made, slip = at_a_table()
    path = f"/clock/{link(made, slip)}/log/"
    key = Client().get(path).json()["key"]
    withdraw(made.pk, LinkPlace(LinkPurpose.CLOCK, slip=slip.pk), by=made.organizer, now=NOW)
    site = Process()
    assert site.get(path, key=key)[0] == 410
    assert site.get("/clock/nothing/log/", key=key)[0] == 404


def test_the_key_changes_with_the_own_match_alone() -> None:
    made, slip = at_a_table()
    other = slip_at(made, "W1.2")
    code = link(made, slip)
    keys = [versions_of([code])[code]]

    def is_new() -> bool:
        keys.append(versions_of([code])[code])
        return keys[-1] != keys[-2]

    send(other, game(1, "A", 10))  # raises the version of the tournament
    assert not is_new()
    send(slip, tap("pass", 10, seat="B"))
    assert is_new()
    claim = Claim(slip.entry_a_id, {slip.entry_a_id: 3, slip.entry_b_id: 1})
    reporting.report(slip.pk, Reporter(slip.entry_a_id), claim, now=NOW)
    assert is_new()
    player = slip.entry_b.player
    player.name = "Somebody Else"
    player.save()
    bump_versions_of_player(player)
    assert is_new()
    reporting.report(slip.pk, Reporter(slip.entry_b_id), claim, now=NOW)
    assert is_new()


def test_an_overlay_is_answered_before_django_until_its_own_match_changes() -> None:
    made, slip = at_a_table()
    send(slip, tap("pass", 10, seat="B"))
    path = f"/overlay/{link(made, slip, LinkPurpose.OVERLAY)}/"
    key = Client().get(path, {"key": "none"}).json()["key"]
    site = Process()
    assert site.get(path, key="made-up")[0] == 200
    assert (site.get(path, key=key), site.passed) == ((204, b""), [path])
    send(slip_at(made, "W1.2"), game(1, "A", 10))
    assert (site.get(path, key=key)[0], site.passed) == (204, [path])
    send(slip, game(1, "A", 20))
    assert json.loads(site.get(path, key=key)[1])["score"] == [1, 0]


@pytest.mark.parametrize(("keys", "status"), [(("old", "current"), 204), (("current", "old"), 200)])
def test_of_several_keys_the_last_one_counts_as_in_django(
    keys: tuple[str, str], status: int
) -> None:
    made, slip = at_a_table()
    path = f"/overlay/{link(made, slip, LinkPurpose.OVERLAY)}/"
    current = Client().get(path, {"key": "none"}).json()["key"]
    sent = [current if key == "current" else key for key in keys]
    assert Process().get(path, key=sent)[0] == status


def test_a_match_that_is_taken_to_have_begun_sends_no_device_to_ask_anew() -> None:
    made, slip = at_a_table()
    path = f"/clock/{link(made, slip)}/log/"
    before = Client().get(path).json()
    assert before["match"]["status"] == "called"
    assert assume_playing(NOW + timedelta(hours=1)) == 2
    after = Client().get(path).json()
    assert (after["key"], after["match"]) == (before["key"], before["match"])
    send(slip, tap("pass", 10, seat="B"))
    begun = Client().get(path).json()
    assert (begun["match"]["status"], begun["key"] == before["key"]) == ("playing", False)
