"""Names that a spreadsheet or a reader could take for something else: every column out, and the file back in."""

import csv
import io
import json
from typing import Any

import pytest

from accounts.models import Player
from tests.tournaments.exchange.test_import import bring, exported, look, states
from tests.tournaments.making import NOW, director, nobody, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.exchange.selectors.export_json import tournament_json
from tournaments.exchange.selectors.exports import TABLES
from tournaments.models import Tournament
from web.csv_writing import unescape_formula

pytestmark = pytest.mark.django_db
NAMES = [
    "=cmd|' /C calc'!A0", "+49 170", "@SUM(A1)", "-1+1", "\tTab", "Quo\"ted, Comma; Semi",
    "Line\nBreak", "\u202eright\u200f to left", "'=apostrophe", "''", "＝full width", "|pipe",
    "<script>alert(1)</script>", "null", "דוד כהן", "1.0",
]  # fmt: skip
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@pytest.fixture
def played() -> Tournament:
    made = tournament(director())
    for name in NAMES:
        player: Player = nobody("x")
        Player.objects.filter(pk=player.pk).update(name=name)
        player.refresh_from_db()
        entry = entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
        type(entry).objects.filter(pk=entry.pk).update(club=name, family=name)
    return made


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def numeric(cell: str) -> bool:
    return cell.lstrip("-").replace(".", "", 1).isdigit()


@pytest.mark.parametrize("name", TABLES)
def test_no_cell_of_any_table_computes_and_every_name_comes_back(
    played: Tournament, name: str
) -> None:
    started = start(played.pk, by=None, now=NOW, draw_seed="5e" * 32)
    text = exported(started, name)
    cells = [cell for row in rows_of(text) for cell in row.values()]
    assert not [
        c for c in cells if c.lstrip("' ")[:1] in DANGEROUS and c[0] != "'" and not numeric(c)
    ]
    unescape_formulas = {unescape_formula(cell) for cell in cells}
    assert set(NAMES) <= unescape_formulas


def test_a_list_of_such_names_brought_back_changes_nothing(played: Tournament) -> None:
    boss = played.organizer
    for text in (exported(played, "entries"), "".join(tournament_json(played))):
        run = look(played, boss, bring(played, boss, text))
        assert states(run) == ["same"] * len(NAMES), [x for x in run.lines if x.state != "same"]


def test_the_json_holds_every_name_as_it_is(played: Tournament) -> None:
    data: dict[str, Any] = json.loads("".join(tournament_json(played)))
    assert {row["name"] for row in data["entries"]} == set(NAMES)
    assert {row["club"] for row in data["entries"]} == set(NAMES)
