"""What no form cleans before it is used: text that cannot be stored or stand in an address, keys that were used before."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import director, entered, pairing
from tests.tournaments.venue.room import on_board
from tournaments.models import LedgerLine, Tournament
from tournaments.money.services import fees

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]


@pytest.fixture
def boss() -> User:
    return director()


def desk_of(boss: User | None) -> Client:
    assert boss is not None
    client = Client(raise_request_exception=False)
    client.force_login(boss)
    return client


@pytest.mark.parametrize("find", ["Новак", "Öz & Co", "a&do=close#x", "a\r\nSet-Cookie: b=c"])
def test_the_list_of_who_is_there_stays_sifted_by_whatever_was_sought(
    boss: User, find: str
) -> None:
    made = entered(2, organizer=boss)
    fields = {"do": "here", "entry": made.entries.earliest("pk").pk, "find": find}
    answer = desk_of(boss).post(f"/tournaments/{made.slug}/manage/check-in/", fields)
    assert answer.status_code == 302
    assert parse_qs(urlsplit(answer["Location"]).query) == {"find": [find]}


def paying(boss: User) -> tuple[Tournament, str]:
    made = entered(2, organizer=boss)
    fees.set_plan(made.pk, by=boss, entry_fee=5000, pay_unit=100)
    return made, f"/tournaments/{made.slug}/manage/money/ledger/"


def line(**fields: Any) -> dict[str, Any]:
    return {
        "verb": "line", "kind": "expense", "amount": "40", "who": "The hall", "method": "cash",
        "note": "", "key": "a-key-of-12",
    } | fields  # fmt: skip


def test_a_line_is_taken_back_by_a_key_of_its_own_or_not_at_all(boss: User) -> None:
    made, address = paying(boss)
    client = desk_of(boss)
    client.post(address, line())
    item = made.ledger_lines.get()
    for key in ("", "short", "x" * 200, item.key, "a\x00key-of-12"):
        answer = client.post(address, {"verb": "reverse", "line": item.pk, "key": key})
        assert answer.status_code == 302
        assert not LedgerLine.objects.exclude(pk=item.pk).exists()
    client.post(address, {"verb": "reverse", "line": item.pk, "key": "another-key"})
    assert LedgerLine.objects.filter(reverses=item).count() == 1


@pytest.mark.parametrize(
    "fields", [{"key": "a\x00key-of-12"}, {"note": "a\x00b"}, {"who": "a\x00b"}]
)
def test_no_line_holds_what_no_database_keeps(boss: User, fields: dict[str, str]) -> None:
    made, address = paying(boss)
    assert desk_of(boss).post(address, line(**fields)).status_code == 422
    assert not made.ledger_lines.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "table", "note": "a\x00b\x07"},
        {"do": "room", "room": "Ha\x00ll", "name": "Yard"},
        {"do": "room", "room": "Hall", "name": "Ya\x00rd"},
    ],
)
def test_no_table_and_no_room_is_called_so(fields: dict[str, str]) -> None:
    made = on_board(4, tables=2)
    client = desk_of(made.organizer)
    address = f"/tournaments/{made.slug}/manage/tables/"
    client.post(address, {"do": "add", "first": 3, "last": 4, "room": "Hall"})
    table = made.table_pool.tables.get(number=3)
    assert client.post(address, fields | {"table": table.pk}).status_code == 302
    table.refresh_from_db()
    assert (table.note, table.room.name) in [("ab", "Hall"), ("", "Yard")]


def test_no_ruling_gives_such_a_reason() -> None:
    made = on_board(4)
    place = pairing(made, "W1.1")
    client = desk_of(made.organizer)
    fields = {"reason": "No\x00 table\x1b is free"}
    move = f"/tournaments/{made.slug}/manage/pairings/{place.pk}/move/"
    page = client.post(move, fields).content.decode()
    digest = re.search(r'name="confirm" value="(\w+)"', page)
    assert digest is not None
    assert client.post(move, fields | {"confirm": digest[1]}).status_code == 302
    assert made.rulings.get().reason == "No table is free"
