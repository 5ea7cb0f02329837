"""The plan of the room: where tables stand, what the desk and the public see on it, on paper and by the API."""

import re

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.desk.test_event_desk import boss, in_event, its, weekend  # noqa: F401
from tests.tournaments.making import NOW, director, entered, later, pairing
from tests.tournaments.venue.room import on_board, slip
from tournaments.bracket.services.start import start
from tournaments.desk.selectors.room_plan import PlanTable, RoomPlan
from tournaments.desk.selectors.room_scope import plan_at_desk
from tournaments.models import Absence, Event, PlayingTable, Tournament, Venue
from tournaments.venue.selectors.plan_layout import LAST, places_of
from tournaments.venue.services import room_plan, table_desk
from tournaments.venue.services.table_desk import TableChange, begin
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def plan(of: Tournament, minutes: int = 0) -> RoomPlan:
    return plan_at_desk(of, of.organizer, later(minutes))


def numbers(shown: RoomPlan, room: int = 0) -> list[list[int | None]]:
    return [[table.number if table else None for table in row] for row in shown.rooms[room].rows]


def at(shown: RoomPlan, number: int) -> PlanTable:
    return next(table for table in shown.tables if table.number == number)


def ids() -> dict[int, int]:
    return dict(PlayingTable.objects.values_list("number", "pk"))


def test_tables_stand_in_rows_of_eight_until_somebody_places_them() -> None:
    made = on_board(4, tables=10)
    assert numbers(plan(made)) == [[*range(1, 9)], [9, 10, *[None] * 6]]
    pk = ids()
    room_plan.place_tables(
        made.pk, {pk[1]: (5, 5), pk[2]: (5, 7), pk[3]: (7, 5)}, by=made.organizer
    )
    assert numbers(plan(made))[:3] == [
        [None, None, None, None, 1, None, 2],
        [None] * 7,
        [None, None, None, None, 3, None, None],
    ]
    assert numbers(plan(made))[3] == [*range(4, 11)]
    room_plan.lay_in_rows(made.pk, 5, by=made.organizer)
    assert numbers(plan(made)) == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_a_new_table_finds_a_place_behind_the_others() -> None:
    made = on_board(4, tables=2)
    room_plan.lay_in_rows(made.pk, 2, by=made.organizer)
    table_desk.add_tables(made.pk, by=made.organizer, now=NOW, first=3, last=3)
    assert numbers(plan(made)) == [[1, 2], [3, None]]


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({1: (1, 41)}, "bad_place"),
        ({1: (0, 1)}, "bad_place"),
        ({1: (2, 2), 2: (2, 2)}, "place_taken"),
    ],
)
def test_a_place_is_on_the_plan_and_free(places: dict[int, tuple[int, int]], code: str) -> None:
    made = on_board(4, tables=2)
    with pytest.raises(DomainError) as refused:
        room_plan.place_tables(
            made.pk, {ids()[number]: place for number, place in places.items()}, by=made.organizer
        )
    assert refused.value.code == code
    assert not PlayingTable.objects.exclude(plan_row=None).exists()


def test_each_room_has_a_plan_of_its_own() -> None:
    made = on_board(4)
    for first, room in ((1, "Hall"), (3, "Bar")):
        table_desk.add_tables(made.pk, by=None, now=NOW, first=first, last=first + 1, room=room)
    room_plan.lay_in_rows(made.pk, 1, by=made.organizer)
    shown = plan(made)
    assert [grid.room for grid in shown.rooms] == ["Hall", "Bar"]
    assert numbers(shown, 1) == [[3], [4]]


def test_every_state_of_a_table_has_its_word_and_its_time() -> None:
    made = on_board(8, tables=6)
    begin(made.pk, by=None, now=NOW, slip_id=slip(made, "W1.1").pk)
    begin(made.pk, by=None, now=later(50), slip_id=slip(made, "W1.2").pk)
    missing = slip(made, "W1.3")
    Absence.objects.create(
        pairing=missing.pairing, entry=missing.entry_a, since=NOW, side=missing.entry_a
    )
    table = PlayingTable.objects.get(number=6)
    table_desk.change_table(
        made.pk, table.pk, TableChange(state="out", note="Leg"), by=None, now=NOW
    )
    shown = plan(made, 60)
    states = {number: at(shown, number).state for number in range(1, 7)}
    assert sorted(states.values()) == ["called", "free", "late", "out", "playing", "slow"]
    slow = next(row for row in shown.tables if row.state == "slow")
    assert (slow.minutes, slow.pairing) == (60, pairing(made, "W1.1").pk)
    assert slow.href.endswith(f"/manage/slips/{slip(made, 'W1.1').pk}/")
    assert slow.label == f"Slow · {' – '.join(slow.players)} · 60 min"
    assert next(row for row in shown.tables if row.state == "playing").minutes == 10
    assert at(shown, 6).label == "Out of order · Leg"
    assert [state for state, _word in shown.legend] == [
        "free",
        "called",
        "playing",
        "slow",
        "late",
        "out",
    ]


def test_the_plan_of_an_event_names_every_tournament_and_links_where_the_viewer_works(boss) -> None:  # noqa: F811
    whole = weekend(boss, tables=8)
    main, other = its(whole, "Main"), its(whole, "Amateurs")
    helper = director()
    main.roles.create(user=helper, kind="assistant", given_at=NOW)
    shown = plan_at_desk(Tournament.objects.get(pk=main.pk), helper, NOW)
    assert shown.divisions == ((1, "Main"), (2, "Amateurs"))
    linked = {row.tournament: bool(row.href) for row in shown.tables if row.tournament}
    assert linked == {"Main": True, "Amateurs": False}
    with CaptureQueriesContext(connection) as few:
        plan(other, 90)
    in_event(whole, boss, "Third")
    with CaptureQueriesContext(connection) as many:
        plan(Tournament.objects.get(pk=other.pk), 90)
    assert len(many) <= len(few) + 2  # the organizer and the event are read again


def test_the_wall_shows_the_room_and_neither_secrets_nor_buttons(boss) -> None:  # noqa: F811
    whole = weekend(boss, tables=6)
    Event.objects.update(is_public=True)
    main = its(whole, "Main")
    begin(main.pk, by=None, now=NOW)
    PlayingTable.objects.filter(number=6).update(note="Secret leg")
    hidden = entered(2, organizer=boss, name="league: Trial")
    Venue.objects.create(tournament=hidden, where="board")
    Tournament.objects.filter(pk=hidden.pk).update(event=whole)
    start(hidden.pk, by=None, now=NOW, draw_seed="5e" * 32)
    Tournament.objects.filter(pk=hidden.pk).update(is_rehearsal=True)
    with time_machine.travel(later(90), tick=False):
        page = Client().get(f"/events/{whole.slug}/wall/room/").content.decode()
        again = re.search(r'data-key="([^"]+)"', page)
        assert again
        same = Client().get(f"/events/{whole.slug}/wall/room/?key={again[1]}")
    assert same.status_code == 204
    assert page.count("plan--playing") == 2
    assert page.count("plan--called") == 2
    assert page.count("plan--slow") == 0
    assert "90 min" in page
    assert "plan--taken" in page
    assert "Secret leg" not in page
    assert "Trial" not in page
    assert 'href="/tournaments' not in page.split("<main")[1]
    alone = Client().get(f"/tournaments/{main.slug}/wall/room/").content.decode()
    assert alone.count('class="plan-table') == 6


def test_the_desk_arranges_tables_and_nothing_typed_is_lost(client: Client) -> None:
    made = on_board(4, tables=3)
    address = f"/tournaments/{made.slug}/manage/room/"
    client.force_login(made.organizer)
    pk = ids()
    typed = {
        "do": "arrange",
        f"place-{pk[1]}": "2,3",
        f"place-{pk[2]}": " 2 , 4 ",
        f"place-{pk[3]}": "x",
    }
    wrong = client.post(address, typed)
    assert wrong.status_code == 422
    assert 'value="2,3"' in wrong.text
    assert 'value="x"' in wrong.text
    assert "from 1 to 40" in wrong.text
    assert client.post(address, typed | {f"place-{pk[3]}": "3,3"}).status_code == 302
    assert numbers(plan(made)) == [[1, 2], [3, None]]
    assert client.post(address, {"do": "rows", "in_a_row": "0"}).status_code == 422
    assert client.post(address, {"do": "rows", "in_a_row": "3"}).status_code == 302
    assert numbers(plan(made)) == [[1, 2, 3]]
    page = client.get(address).text
    assert f"/manage/slips/{slip(made, 'W1.1').pk}/" in page
    assert "Arrange tables" in page
    key = re.search(r"\?key=([^\"]+)\"", page)
    assert key
    assert client.get(address, {"key": key[1]}, headers={"HX-Request": "true"}).status_code == 204
    assert client.get(address, {"arrange": ""}).text.count("data-table=") == 3


def test_a_plan_of_more_tables_than_a_form_has_fields_is_sent_as_one_field(client: Client) -> None:
    made = on_board(4, tables=1100)
    address = f"/tournaments/{made.slug}/manage/room/"
    client.force_login(made.organizer)
    places = {pk: (n // 40 + 1, n % 40 + 1) for n, pk in enumerate(ids().values())}
    lines = [f"{pk}:{row},{column}" for pk, (row, column) in places.items()]
    sent = {"do": "arrange", "places": "\r\n".join(lines)}
    assert client.post(address, sent).status_code == 302
    stored = PlayingTable.objects.values_list("pk", "plan_row", "plan_column")
    assert {pk: (row, column) for pk, row, column in stored} == places
    wrong = client.post(
        address, {"do": "arrange", "places": f"{lines[0]}\n{next(reversed(places))}:x"}
    )
    assert wrong.status_code == 422
    assert 'value="x"' in wrong.text


def test_a_program_reads_and_arranges_the_plan() -> None:
    made = on_board(4, tables=3)
    program, pk = DeskProgram(made), ids()
    moved = program.put("room-plan", places=[{"table": pk[3], "row": 4, "column": 2}])
    assert moved.status_code == 200
    third = next(row for row in moved.json() if row["number"] == 3)
    assert (third["row"], third["column"], third["state"]) == (4, 2, "free")
    assert program.put("room-plan", in_a_row=2).json()[2]["row"] == 2
    assert program.put("room-plan", places=[], in_a_row=2).json()["code"] == "bad_place"
    assert (
        program.put("room-plan", places=[{"table": 10**9, "row": 1, "column": 1}]).status_code
        == 404
    )
    assert {row["state"] for row in program.get("room-plan").json()} == {"called", "free"}


def test_the_plan_is_printed(client: Client) -> None:
    made = on_board(4, tables=30)
    client.force_login(made.organizer)
    answer = client.get(f"/tournaments/{made.slug}/manage/papers/room.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "room.pdf" in client.get(f"/tournaments/{made.slug}/manage/papers/").text
    bare = on_board(2)
    client.force_login(bare.organizer)
    assert client.get(f"/tournaments/{bare.slug}/manage/papers/room.pdf").status_code == 404


def test_tables_behind_a_last_row_stand_where_the_plan_has_room() -> None:
    tables = [PlayingTable(pk=n, number=n) for n in range(1, 12)]
    tables[0].plan_row, tables[0].plan_column = LAST, 1
    places = places_of(tables)
    assert len(set(places.values())) == len(tables)
    assert all(1 <= row <= LAST and 1 <= column <= LAST for row, column in places.values())
