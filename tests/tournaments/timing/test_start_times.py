"""When new matches are to begin: handed over with the match, which is written once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.making import NOW, SEED, entered, match_of
from tests.tournaments.timing.timed import PLAIN, timing_of
from tournaments.bracket.services.batches import FEW, in_batches, pairings_in
from tournaments.bracket.services.start import start
from tournaments.models import Pairing, Slot, Tournament
from tournaments.timing.services.director_timing import set_timing

pytestmark = pytest.mark.django_db
WRITE = re.compile(r'(?:^|: )(?:INSERT INTO|UPDATE) "?games_match"?\s')
LATENESS = {"lateness": "automatic"}


def started(timing: dict[str, Any] | None, **settings: Any) -> tuple[Tournament, list[str]]:
    """A tournament of four with this timing, and the statements that wrote to matches when it started."""
    made = entered(4, **settings)
    if timing is not None:
        set_timing(made.pk, by=None, now=NOW, **(PLAIN | timing))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        start(made.pk, by=None, now=NOW, draw_seed=SEED)
    return made, [q["sql"][:60] for q in queries.captured_queries if WRITE.search(q["sql"])]


@pytest.mark.parametrize("timing", [None, {}, LATENESS, {"round_days": 7}])
def test_new_matches_are_written_once_whenever_they_begin(timing: dict[str, Any] | None) -> None:
    _made, writes = started(timing)
    assert len(writes) == 1
    assert "INSERT" in writes[0]


def test_a_match_that_begins_at_once_waits_until_its_absent_player_has_lost_it() -> None:
    made, _writes = started(LATENESS)
    match = match_of(made, "W1.1")
    assert match.next_at == NOW + timedelta(minutes=10)  # two points of three are lost
    assert match.context["join_s"] == 600
    assert timing_of(made, "W1.1").start_at == NOW
    assert timing_of(made, "W1.1").check_at == NOW + timedelta(minutes=5)


def test_a_match_with_a_deadline_waits_without_end() -> None:
    made, _writes = started({"round_days": 7})
    match = match_of(made, "W1.1")
    assert (match.next_at, match.context["join_s"]) == (None, None)
    assert timing_of(made, "W1.1").begin_at is not None


def test_rows_of_many_pairings_are_those_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _writes = started(None)
    some = set(Pairing.objects.order_by("pk").values_list("pk", flat=True)[:2])
    whole = {"pairing__stage__tournament": made}
    few = pairings_in(Slot.objects.order_by("pk"), some, whole=whole)
    monkeypatch.setattr("tournaments.bracket.services.batches.FEW", 1)
    many = pairings_in(Slot.objects.order_by("pk"), some, whole=whole)
    assert few == many
    assert {slot.pairing_id for slot in many} == some


def test_batches_name_a_few_ids_at_a_time() -> None:
    assert [len(ids) for ids in in_batches(range(FEW + 1))] == [FEW, 1]
