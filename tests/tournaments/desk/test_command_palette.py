"""The command palette: what it finds, in three queries, and only what the viewer may do."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.desk.test_live_desk import desk, over_the_board, text
from tests.tournaments.making import NOW, entered, pairing, started
from tournaments.core.permissions import Right
from tournaments.desk.selectors.command_palette import Hit, hits
from tournaments.desk.selectors.desk_scope import load_names
from tournaments.entry.services import entries
from tournaments.models import Entry, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # names are compared and ordered by the database
]
ALL = frozenset(Right)


def found_hits(of: Tournament, asked: str, rights: frozenset[Right] = ALL) -> list[Hit]:
    (at,) = load_names([of], AnonymousUser())
    return hits([replace(at, rights=rights)], asked)


def titles(of: Tournament, asked: str, kind: str) -> list[str]:
    return [hit.title for hit in found_hits(of, asked) if hit.kind == kind]


def named(boss: User, *names: str) -> Tournament:
    made = entered(0, organizer=boss)
    for name in names:
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    return made


def test_a_player_is_found_by_a_part_of_the_name_with_where_they_play(client, boss: User) -> None:
    made = over_the_board(4, boss)
    Entry.objects.filter(tournament=made, player__name="1").update(name="Tova Okafor")
    (player,) = (hit for hit in found_hits(made, "okaf") if hit.kind == "player")
    assert player.title == "Tova Okafor"
    assert "Table" in player.more
    assert titles(made, "okaf", "match") == ["Tova Okafor – 4"]


def test_a_match_is_found_by_its_table_and_by_its_name(client: Client, boss: User) -> None:
    made = over_the_board(8, boss, tables=4)
    at_table = pairing(made, "W1.2").slips.get().uses.get().table.number
    first = next(hit for hit in found_hits(made, str(at_table)) if hit.kind == "match")
    assert str(pairing(made, "W1.2").pk) in first.href
    assert next(hit.more for hit in found_hits(made, "qf 3") if hit.kind == "match").startswith(
        "QF 3"
    )


def test_what_can_be_done_is_found_by_any_of_its_words(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    assert "Add late entry" in titles(made, "late", "do")
    assert "Pause round: Quarterfinals" in titles(made, "pause quarter", "do")
    assert "New announcement" in titles(made, "announce", "do")
    assert any("Enter result" in title for title in titles(made, "QF 1", "do"))


def test_who_may_not_rule_finds_nothing_to_rule(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    only = found_hits(made, "", frozenset({Right.SCORE}))
    assert {"Settings", "Money", "Add late entry"}.isdisjoint(hit.title for hit in only)
    assert "Big screen" in [hit.title for hit in only]
    assert not [hit for hit in found_hits(made, "QF 1", frozenset()) if "result" in hit.title]


def test_it_takes_three_queries_however_many_play(client: Client, boss: User) -> None:
    for made in (started(4, organizer=boss), started(40, organizer=boss)):
        for asked in ("", "1", "qf", "4", "nobody", "%"):
            with CaptureQueriesContext(connection) as queries:
                found_hits(made, asked)
            assert len(queries) <= 3, asked


def test_its_answer_is_a_list_of_options_and_what_was_typed_stays_text(client, boss: User) -> None:
    made = started(4, organizer=boss)
    assert 'role="option"' in text(client, made, "find/?q=late")
    html = text(client, made, "find/?q=<script>alert(1)</script>")
    assert "<script>" not in html
    assert Client().get(desk(made, "find/")).status_code == 302


def test_a_player_is_found_with_their_next_match_and_byes_are_not_found(boss: User) -> None:
    made = started(5, organizer=boss)  # in a draw of eight, three have a bye
    (player,) = (hit for hit in found_hits(made, "1") if hit.kind == "player")
    assert "Decided" not in player.more
    assert player.more.startswith("SF 1")
    matches = [hit for hit in found_hits(made, "1") if hit.kind == "match"]
    assert not [hit.title for hit in matches if "?" in hit.title and "Decided" in hit.more]
    assert not titles(made, "QF 1", "match")


def test_after_a_match_the_next_one_is_shown(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    client.force_login(boss)
    client.post(desk(made, "quick/"), {"text": "SF 1 3-1"})
    (player,) = (hit for hit in found_hits(made, "1") if hit.kind == "player")
    assert player.more.startswith("F")
    first = next(hit for hit in found_hits(made, "1") if hit.kind == "match")
    assert first.more == player.more


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("undo", "Undo your last result or ruling"),
        ("take back", "Undo your last result or ruling"),
        ("publish", "Publish next round"),
        ("withdraw", "Withdraw player"),
        ("disqualify", "Withdraw player"),
        ("swap", "Swap players"),
        ("withdraw okafor", "Withdraw: Tova Okafor"),
        ("okafor withdraw", "Withdraw: Tova Okafor"),
        ("disqualify okafor", "Disqualify: Tova Okafor"),
        ("forfeit okafor", "Record forfeit: Tova Okafor – 4"),
        ("swap okafor", "Swap players: Tova Okafor – 4"),
    ],
)
def test_what_directors_call_it_is_called_so_here(boss: User, asked: str, title: str) -> None:
    made = started(4, organizer=boss, publishes=True)
    Entry.objects.filter(tournament=made, player__name="1").update(name="Tova Okafor")
    assert titles(made, asked, "do")[0] == title
    assert " " not in asked or found_hits(made, asked)[0].title == title, (
        "Enter does what was typed"
    )
