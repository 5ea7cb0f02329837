"""A tie across the last place that goes on: the lot decides, stays the same, and stands in the record."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.making import NOW, director, entered, entry, pairing, win_all
from tests.tournaments.ruling import rulings
from tests.tournaments.setup.filled_form import FORM
from tournaments.bracket.services import advancement, stages
from tournaments.bracket.services.start import start
from tournaments.models import Ruling, Stage, Tournament
from tournaments.ruling.selectors.rulings import ruling_rows
from tournaments.standings.tie_breaks import by_lot

pytestmark = pytest.mark.django_db
TOP_TWO = [{"format": "single_elimination", "take": {"cut": "top", "n": 2}}]
CYCLE = ("R1.2 2", "R2.2 1", "R3.2 3")  # each has beaten one of the others


def with_a_tie(seed: str, **settings: Any) -> Tournament:
    """Three who have beaten each other in turn; the list does not tell them apart, and two go on."""
    values: dict[str, Any] = {"tie_breaks": ["wins"], "later_stages": TOP_TWO, **settings}
    made = start(entered(3, format="round_robin", **values).pk, by=None, now=NOW, draw_seed=seed)
    win_all(made, *CYCLE)
    made.refresh_from_db()
    return made


def gone_on(made: Tournament) -> list[str]:
    field = Stage.objects.get(tournament=made, number=2).field
    names = dict(made.entries.values_list("pk", "player__name"))
    return [names[pk] for pk in field]


def drawn(made: Tournament) -> list[str]:
    """The lot as anybody can draw it from the published seed."""
    order = [str(n) for n in (1, 2, 3)]
    numbers = {entry(made, name).pk: n for n, name in enumerate(order, 1)}
    names = {entry(made, name).pk: name for name in order}
    return [names[pk] for pk in by_lot(numbers, made.stages.get(number=1).draw_seed)]


@pytest.mark.parametrize("seed", [f"{n:02x}" * 32 for n in range(6)])
def test_the_lot_decides_who_goes_on_and_the_record_says_so(seed: str) -> None:
    made = with_a_tie(seed)
    order = drawn(made)
    assert gone_on(made) == order[:2]
    [row] = [row for row in ruling_rows(made) if row.verb == "lot"]
    assert row.summary.endswith(f"Qualified: {order[0]}, {order[1]}. Out: {order[2]}.")
    assert (row.by, row.can_undo) == ("", False)


def test_the_drawn_entry_is_not_always_the_first_of_the_rows() -> None:
    assert {tuple(gone_on(with_a_tie(f"{n:02x}" * 32))) for n in range(6)} != {("1", "2")}


def test_the_lot_is_drawn_once() -> None:
    made = with_a_tie("5e" * 32)
    before = gone_on(made)
    advancement.advance(made.pk, NOW)
    stages.note_outdated(made, made.stages.get(number=1), made.stages.get(number=2))
    assert gone_on(made) == before
    assert made.stages.get(number=2).outdated is None
    assert Ruling.objects.filter(tournament=made, verb="lot").count() == 1


def test_after_a_correction_and_back_the_lot_is_the_same() -> None:
    made = with_a_tie("5e" * 32)
    before = gone_on(made)
    values: dict[str, Any] = {"by": made.organizer, "now": NOW, "reason": "misheard"}
    match = pairing(made, "R3.2")
    rulings.correct_result(match.pk, winner=entry(made, 1).pk, **values)
    assert gone_on(made) == ["1", "2"]
    assert made.stages.get(number=2).lots == []
    rulings.correct_result(match.pk, winner=entry(made, 3).pk, **values)
    assert gone_on(made) == before
    assert len(made.stages.get(number=2).lots) == 1


def test_where_the_list_ends_with_the_lot_nothing_is_noted() -> None:
    made = with_a_tie("5e" * 32, tie_breaks=["wins", "lot"])
    assert gone_on(made) == drawn(made)[:2]
    assert made.stages.get(number=2).lots == []
    assert not Ruling.objects.filter(tournament=made, verb="lot").exists()


def test_a_stage_drawn_before_there_were_lots_keeps_its_field() -> None:
    made = with_a_tie("5e" * 32)
    Stage.objects.filter(tournament=made, number=2).update(
        lots=None, field=[entry(made, name).pk for name in (1, 2)]
    )
    advancement.advance(made.pk, NOW)
    stage = made.stages.get(number=2)
    stages.note_outdated(made, made.stages.get(number=1), stage)
    assert gone_on(made) == ["1", "2"]
    assert stage.outdated is None


def test_the_form_says_that_the_list_can_leave_ties(client: Client) -> None:
    client.force_login(director())
    sent = FORM | {"was": "single_elimination", "plan": "swiss"}
    page = client.post("/tournaments/new/format/", sent).content.decode()
    assert "Without the lot, players can stay tied" in page


def test_the_standings_of_the_stage_before_say_it(client: Client) -> None:
    made = with_a_tie("5e" * 32)
    page = client.get(f"/tournaments/{made.slug}/standings/?stage=1").content.decode()
    assert "Tie for the last places in stage 2, broken by lot." in page
    after = client.get(f"/tournaments/{made.slug}/standings/?stage=2").content.decode()
    assert "broken by lot" not in after
