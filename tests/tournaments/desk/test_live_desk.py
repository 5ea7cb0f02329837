"""The desk that stays up to date: what waits for somebody, typed results, the palette, two directors at once."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match
from tests.keeping import forget
from tests.tournaments.making import NOW, director, entered, entry, join, match_of, pairing, started
from tests.tournaments.ruling.rulings import correct_result
from tournaments.bracket.services.start import start
from tournaments.models import (
    PlayingTable,
    ScoreReport,
    Slip,
    TablePool,
    TableUse,
    Tournament,
    Venue,
)
from tournaments.ruling.services import live_match_rulings

pytestmark = pytest.mark.django_db
ASKS = {"HX-Request": "true"}


@pytest.fixture
def boss(client: Client) -> User:
    forget()
    boss = director()
    client.force_login(boss)
    return boss


def second(of: Tournament) -> tuple[Client, User]:
    """Another director of it, at a machine of their own."""
    other, client = director(), Client()
    of.directors.add(other)
    client.force_login(other)
    return client, other


def desk(of: Tournament, part: str = "") -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


def text(client: Client, of: Tournament, part: str = "", **more: Any) -> str:
    return client.get(desk(of, part), **more).content.decode()


def field(html: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert match, name
    return match.group(1)


def over_the_board(n: int, boss: User, tables: int = 2) -> Tournament:
    made = entered(n, organizer=boss)
    Venue.objects.create(tournament=made, where="board")
    pool = TablePool.objects.create(tournament=made, created_at=NOW)
    for number in range(1, tables + 1):
        PlayingTable.objects.create(table_pool=pool, number=number)
    return start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)


def test_a_paused_match_waits_for_the_director_with_the_way_to_let_it_go_on(client, boss) -> None:
    made = started(4, organizer=boss)
    assert "Resume match" not in text(client, made)
    join(made, "W1.1")
    row = pairing(made, "W1.1")
    live_match_rulings.pause(row.pk, by=boss, now=NOW, reason="lunch")
    html = text(client, made)
    assert "Resume match" in html
    assert desk(made, f"pairings/{row.pk}/resume/") in html


def test_a_long_match_a_lost_flag_and_a_held_round_are_told(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    join(made, "W1.1")
    long_ago = timezone.now() - timedelta(minutes=90)
    Match.objects.filter(pk=match_of(made, "W1.1").pk).update(started_at=long_ago)
    made.stages.get().rounds.filter(number=1).update(open=False)
    Tournament.objects.filter(pk=made.pk).update(version=made.version + 1)
    lost = pairing(made, "W1.2")
    two = list(lost.slots.values_list("entry_id", flat=True))
    type(lost).objects.filter(pk=lost.pk).update(
        outcome="time", winner=two[0], loser=two[1], decided_at=timezone.now()
    )
    html = text(client, made)
    assert "Long match" in html
    assert "Time forfeit" in html


def test_two_reports_that_differ_are_the_first_thing_at_the_desk(client: Client, boss) -> None:
    made = over_the_board(4, boss)
    slip = Slip.objects.filter(pairing__key="W1.1").get()
    Slip.objects.filter(pk=slip.pk).update(disputed_at=NOW)
    for side, winner in ((slip.entry_a, slip.entry_a), (slip.entry_b, slip.entry_b)):
        score = {str(slip.entry_a_id): 1, str(slip.entry_b_id): 1, str(winner.pk): 3}
        ScoreReport.objects.create(
            slip=slip,
            side=side,
            winner=winner,
            score=score,
            kind="played",
            state="disputed",
            at=NOW,
        )
    html = text(client, made)
    assert html.index("Score disputed") < html.index("Matches<")
    assert f"{slip.entry_a.title} reports 3–1 · {slip.entry_b.title} reports 1–3" in html
    assert desk(made, f"slips/{slip.pk}/") in html


def test_asking_again_costs_nothing_while_nothing_has_changed(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    with time_machine.travel(timezone.now(), tick=False):
        key = re.search(r'data-key="([^"]+)"', text(client, made))
        assert key
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(desk(made, f"?key={key[1]}"), headers=ASKS)
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) <= 6
    correct_result(pairing(made, "W1.1").pk, winner=entry(made, 1).pk, by=boss, now=NOW, reason="x")
    again = client.get(desk(made, f"?key={key[1]}"), headers=ASKS)
    assert again.status_code == 200
    assert b"<html" not in again.content


def test_directors_see_who_else_is_at_the_desk(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    other, named = second(made)
    assert "Also here" not in text(client, made)
    assert boss.player.name in text(other, made)
    assert named.player.name in text(client, made)


def test_a_result_is_typed_by_table_by_pairing_and_by_name(client: Client, boss: User) -> None:
    made = over_the_board(8, boss, tables=4)
    use = TableUse.objects.select_related("slip").get(table__number=2)
    preview = text(client, made, "quick/?says=1&text=2 3-1")
    assert f"{use.slip.entry_a.title} wins 3–1, opponent: {use.slip.entry_b.title}" in preview
    assert client.post(desk(made, "quick/"), {"text": "2 3-1"}).status_code == 302
    assert use.slip.pairing.results.get().winner_id == use.slip.entry_a_id
    online = started(8, organizer=boss)
    assert client.post(desk(online, "quick/"), {"text": "qf 2 1-3"}).status_code == 302
    assert pairing(online, "W1.2").winner is not None
    assert client.post(desk(online, "quick/"), {"text": "1 3:0"}).status_code == 302
    assert pairing(online, "W1.1").winner.title == "1"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Type the table"),
        ("nonsense", "Type the table"),
        ("QF 1 3-3", "cannot end in a tie"),
        ("QF 9 3-1", "No open pairing"),
        ("QF 1 2-1", "needs 3"),
        ("QF 1 7-5", "needs 3"),
        ("<b>x</b> 3-1", "No open pairing"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(client, boss, typed: str, message: str) -> None:
    made = started(8, organizer=boss)
    answer = client.post(desk(made, "quick/"), {"text": typed})
    assert answer.status_code == 422
    assert message in answer.content.decode() or not typed
    assert not made.rulings.exists()


def test_a_result_typed_over_another_is_shown_beside_it_and_done_only_after_a_look(client, boss):
    made = started(8, organizer=boss)
    client.post(desk(made, "quick/"), {"text": "QF 1 3-1"})
    other, _named = second(made)
    answer = other.post(desk(made, "quick/"), {"text": "QF 1 2-3"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Nothing was overwritten" in html
    typed = {"text": field(html, "text"), "seen": field(html, "seen"), "reason": "the slip says so"}
    looked = other.post(desk(made, "quick/"), typed).content.decode()
    assert "Nothing has changed yet" in looked
    done = typed | {"confirm": field(looked, "confirm")}
    assert other.post(desk(made, "quick/"), done).status_code == 302
    assert pairing(made, "W1.1").winner.title == "8"


@pytest.mark.parametrize("verb", ["result", "forfeit", "pause", "resume", "clock", "void"])
def test_each_form_over_the_desk_has_its_page(client: Client, boss: User, verb: str) -> None:
    made = started(4, organizer=boss)
    assert 'name="seen"' in text(client, made, f"pairings/{pairing(made, 'W1.1').pk}/{verb}/")
    assert client.get(desk(made, f"pairings/999/{verb}/")).status_code == 404


def test_a_verb_that_is_none_is_not_found(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    assert client.get(desk(made, f"pairings/{pairing(made, 'W1.1').pk}/dance/")).status_code == 404
