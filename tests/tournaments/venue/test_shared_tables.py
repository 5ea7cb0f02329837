"""Two tournaments of an event share tables: what one desk does to a table or a room, the pages of the other show."""

import pytest
from django.test import Client

from tests.keeping import forget
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, entered, later
from tournaments.bracket.services.start import start
from tournaments.models import Event, PlayingTable, Room, TablePool, TableUse, Tournament, Venue
from tournaments.venue.services import board_sweep, rooms, table_desk
from tournaments.venue.services.table_desk import TableChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def both() -> list[Tournament]:
    """One match in each, at tables 1 and 2 of the room Bar."""
    forget()
    day = NOW.date()
    event = Event.objects.create(slug="e", name="E", starts_on=day, ends_on=day)
    pool = TablePool.objects.create(event=event, created_at=NOW)
    bar = Room.objects.create(table_pool=pool, name="Bar")
    for number in (1, 2):
        PlayingTable.objects.create(table_pool=pool, room=bar, number=number)
    made = [entered(2), entered(2)]
    for item in made:
        item.event = event
        item.save()
        Venue.objects.create(tournament=item, where="board")
        start(item.pk, by=None, now=NOW)
    return [Tournament.objects.get(pk=row.pk) for row in made]


def use_of(made: Tournament) -> TableUse | None:
    return TableUse.objects.filter(ended_at=None, slip__pairing__stage__tournament=made).first()


def version(made: Tournament) -> int:
    return Tournament.objects.get(pk=made.pk).version


def test_nobody_is_sent_to_a_broken_table_by_a_kept_page(
    client: Client, both: list[Tournament]
) -> None:
    item, other = both
    address = f"/tournaments/{other.slug}/"
    page = client.get(address)
    assert "Table 2" in page.content.decode()
    use = use_of(other)
    assert use is not None
    table_desk.change_table(item.pk, use.table_id, TableChange(state="out"), by=None, now=NOW)
    assert use_of(other) is None
    assert version(other) == other.version + 1
    board_sweep.run_due(later(5))
    key = {"key": page.context["key"]}
    assert client.get(address, key, headers={"HX-Request": "true"}).status_code == 200
    assert "Table 2" not in client.get(address).content.decode()


def test_a_table_at_which_nobody_else_sits_leaves_the_other_tournament_alone(
    both: list[Tournament],
) -> None:
    item, other = both
    use = use_of(item)
    assert use is not None
    table_desk.change_table(item.pk, use.table_id, TableChange(state="out"), by=None, now=NOW)
    assert use_of(item) is None
    assert version(item) > item.version
    assert version(other) == other.version


def test_a_room_is_called_the_same_in_both(both: list[Tournament]) -> None:
    item, other = both
    rooms.rename(item.pk, "Bar", "Upper bar", by=None)
    assert [version(item), version(other)] == [item.version + 1, other.version + 1]


def test_a_change_for_one_version_locks_those_that_share_its_tables_as_well(
    monkeypatch: pytest.MonkeyPatch, both: list[Tournament]
) -> None:
    """In the order of their ids, because the change of a table locks several: two desks would wait in a circle."""
    together: list[set[int]] = []
    monkeypatch.setattr("tournaments.bracket.api_base.lock_together", together.append)
    item, other = both
    program = DeskProgram(other)
    address = f"{program.place}/rooms"
    sent = {"room": "Bar", "name": "Salon"}
    answer = program.client.post(address, sent, format="json", headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.json()
    assert together == [{item.pk, other.pk}]
