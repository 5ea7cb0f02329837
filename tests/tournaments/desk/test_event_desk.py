"""The desk of an event: what waits in any of its tournaments, their matches together, its tables, who sees what."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.event.making_events import event, person
from tests.tournaments.event.test_event_pages import signed_in
from tests.tournaments.making import NOW, SEED, director, entered, pairing
from tests.tournaments.venue.room import won
from tournaments.bracket.selectors.outline import outlines
from tournaments.bracket.services.start import start
from tournaments.desk.selectors.attention_items import AttentionItem
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.table_map import map_legend, table_map
from tournaments.event.services import events
from tournaments.models import Event, PlayingTable, Slip, TablePool, Tournament, Venue
from tournaments.venue.services import reporting, table_desk
from tournaments.venue.services.claims import Reporter

pytestmark = pytest.mark.django_db
ASKS = {"HX-Request": "true"}
WHERE = re.compile(r'<span class="of">([^<]*)</span> ([^<]*)</td>')


@pytest.fixture
def boss() -> User:
    forget()
    return director()


def in_event(whole: Event, boss: User, name: str, n: int = 4, **settings: object) -> Tournament:
    """A tournament over the board in the event, started; its tables are the event's."""
    made = entered(n, organizer=boss, name=f"{whole.name}: {name}", **settings)
    Venue.objects.create(tournament=made, where="board")
    events.add_existing(whole.pk, by=boss, tournament_id=made.pk)
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def weekend(boss: User, tables: int = 8, names: tuple[str, ...] = ("Main", "Amateurs")) -> Event:
    whole = event("league", boss)
    pool = TablePool.objects.create(event=whole, created_at=NOW)
    for number in range(1, tables + 1):
        PlayingTable.objects.create(table_pool=pool, number=number)
    for name in names:
        in_event(whole, boss, name)
    return whole


def its(whole: Event, name: str) -> Tournament:
    return whole.tournaments.get(name=f"{whole.name}: {name}")


def dispute(of: Tournament) -> Slip:
    slip = Slip.objects.select_related("pairing__round").get(pairing=pairing(of, "W1.1"))
    for side in (slip.entry_a_id, slip.entry_b_id):
        reporting.report(slip.pk, Reporter(side, with_slip=True), won(slip, side), now=NOW)
    return slip


def shown(client: Client, whole: Event, asked: str = "") -> str:
    answer = client.get(f"/events/{whole.slug}/manage/{asked}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_waits_in_any_tournament_is_told_with_its_name_and_decided_from_there(boss) -> None:
    whole = weekend(boss)
    disputed = dispute(its(whole, "Amateurs"))
    late = Slip.objects.get(pairing=pairing(its(whole, "Main"), "W1.2"))
    Slip.objects.filter(pk=late.pk).update(begun_at=timezone.now() - timedelta(hours=3))
    html = shown(signed_in(boss), whole)
    assert html.index("Score disputed") < html.index("Long match")
    assert '<b class="q-of">Amateurs</b>' in html
    assert f"/tournaments/{its(whole, 'Amateurs').slug}/manage/slips/{disputed.pk}/" in html


def test_its_matches_stand_together_and_are_sifted_by_tournament(boss: User) -> None:
    whole = weekend(boss)
    client = signed_in(boss)
    assert {short for short, _name in WHERE.findall(shown(client, whole))} == {"Main", "Amateurs"}
    only = its(whole, "Amateurs").pk
    html = shown(client, whole, f"?of={only}")
    assert {short for short, _name in WHERE.findall(html)} == {"Amateurs"}
    assert re.search(rf'data-ask="[^"]*of={only}&', html)
    for nonsense in ("?of=99999999", "?of=x", "?of=1e9", f"?of={only}&bracket=9.Z"):
        assert WHERE.findall(shown(client, whole, nonsense))


def test_brackets_of_a_tournament_are_sifted_at_its_own_desk(boss: User) -> None:
    made = entered(8, organizer=boss, format="double_elimination")
    start(made.pk, by=None, now=NOW, draw_seed=SEED)
    client = signed_in(boss)
    html = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    brackets = re.findall(r'href="\?tab=matches&amp;bracket=([^"]+)"', html)
    assert len(brackets) > 1
    counted = [
        client.get(f"/tournaments/{made.slug}/manage/?bracket={bracket}").content.count(
            b"tr data-row"
        )
        for bracket in brackets
    ]
    assert sum(counted) == html.count("tr data-row") == 4


def test_every_table_says_in_words_how_it_stands_and_leads_to_who_sits_there(boss: User) -> None:
    whole = weekend(boss, tables=7)
    main, other = its(whole, "Main"), its(whole, "Amateurs")
    dispute(other)
    table_desk.begin(main.pk, by=None, now=NOW)
    for number, change in ((5, {"state": "out"}), (6, {"state": "reserved", "stream": True})):
        table = PlayingTable.objects.get(number=number)
        change_wanted = table_desk.TableChange(**change)  # type: ignore[arg-type]
        table_desk.change_table(main.pk, table.pk, change_wanted, by=None, now=NOW)
    html = shown(signed_in(boss), whole)
    cells = dict(re.findall(r'class="c (c--\w+)[^>]*title="([^"]*)"', html))
    assert set(cells) == {
        "c--look" if "c--look" in cells else "c--playing",
        "c--dispute", "c--called", "c--out", "c--reserved", "c--free",
    }  # fmt: skip
    assert cells["c--reserved"] == "Reserved · Stream table"
    assert cells["c--dispute"].endswith("· Amateurs")
    assert re.search(r'c--dispute num" href="[^"]*/slips/\d+/" data-opens', html)


def test_a_table_where_a_player_is_missing_is_late_whatever_else_waits_there(boss: User) -> None:
    whole = weekend(boss, tables=2, names=("Main",))
    main = its(whole, "Main")
    scope = {main.pk: DeskTournament(main, outlines([main])[main.pk], frozenset())}
    missing = pairing(main, "W1.1")
    items = [
        AttentionItem(main.pk, kind, "warn", "", "", pairing=missing.pk)
        for kind in ("long", "late", "paused")
    ]
    cells = table_map(scope, items)
    assert sorted(cell.state for cell in cells) == ["called", "late"]
    assert map_legend(cells) == [("called", "Called"), ("late", "Not at the table")]


def test_it_asks_as_much_for_five_tournaments_as_for_two(boss: User) -> None:
    whole = weekend(boss, tables=20)
    client = signed_in(boss)
    shown(client, whole)
    with CaptureQueriesContext(connection) as few:
        shown(client, whole)
    for name in ("Third", "Fourth", "Fifth"):
        in_event(whole, boss, name)
    with CaptureQueriesContext(connection) as many:
        shown(client, whole)
    assert len(many) == len(few) <= 40
    with time_machine.travel(timezone.now(), tick=False):
        key = re.search(r'data-key="([^"]+)" data-ask', shown(client, whole))
        assert key
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(f"/events/{whole.slug}/manage/?key={key[1]}", headers=ASKS)
    assert answer.status_code == 204
    assert len(asked) <= 9
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/events/{whole.slug}/manage/find/?q=1").status_code == 200
    assert len(queries) - len(asked) <= 4


def test_an_open_desk_hears_of_a_change_in_any_tournament(boss: User) -> None:
    whole = weekend(boss)
    client = signed_in(boss)
    key = re.search(r'data-key="([^"]+)" data-ask', shown(client, whole))
    assert key
    table_desk.begin(its(whole, "Amateurs").pk, by=None, now=NOW)
    answer = client.get(f"/events/{whole.slug}/manage/?key={key[1]}", headers=ASKS)
    assert (answer.status_code, b"<html" in answer.content) == (200, False)


def test_who_tends_one_tournament_sees_that_one_and_who_tends_the_event_all(boss: User) -> None:
    whole = weekend(boss)
    only = its(whole, "Amateurs")
    dispute(its(whole, "Main"))
    helper, visitor = person(only, "assistant"), director()
    html = shown(signed_in(helper), whole)
    assert {short for short, _name in WHERE.findall(html)} == {"Amateurs"}
    assert html.count("tr data-row") == 2
    assert html.count('data-press="r"') == 2  # what an assistant may do: results
    assert "Score disputed" not in html
    assert its(whole, "Main").slug not in html
    assert signed_in(helper).get(f"/events/{whole.slug}/manage/find/?q=main").status_code == 200
    assert "Score disputed" in shown(signed_in(person(whole, "assistant")), whole)
    watcher = shown(signed_in(person(whole, "monitor")), whole)
    assert "tr data-row" not in watcher
    assert "Needs attention" not in watcher
    assert signed_in(visitor).get(f"/events/{whole.slug}/manage/").status_code in {403, 404}


def test_a_result_is_typed_for_any_tournament_and_told_apart_by_its_name(boss: User) -> None:
    whole = weekend(boss)
    client, quick = signed_in(boss), f"/events/{whole.slug}/manage/quick/"
    preview = client.get(quick, {"says": 1, "text": "SF 1 3-1"}).content.decode()
    assert "Main, Amateurs" in preview
    assert (
        "Amateurs SF 1"
        in client.get(quick, {"says": 1, "text": "amateurs sf 1 3-1"}).content.decode()
    )
    sent = client.post(quick, {"text": "amateurs sf 1 3-1"})
    assert (sent.status_code, sent["Location"]) == (302, f"/events/{whole.slug}/manage/")
    assert pairing(its(whole, "Amateurs"), "W1.1").winner is not None
    assert pairing(its(whole, "Main"), "W1.1").winner is None
    assert client.post(quick, {"text": "nobody 3-1"}).status_code == 422
    helper = signed_in(person(its(whole, "Main"), "assistant"))
    assert helper.post(quick, {"text": "amateurs sf 2 3-1"}).status_code == 422


def test_what_was_done_at_a_tournament_is_told_to_the_desk_over_which_it_was_done(boss) -> None:
    whole = weekend(boss)
    desk = f"/tournaments/{its(whole, 'Main').slug}/manage/"
    client = signed_in(boss)
    from_event = client.get(desk, headers={"X-Desk": f"/events/{whole.slug}/manage/"})
    assert b'id="desk"' not in from_event.content
    assert b'id="desk"' in client.get(desk, headers={"X-Desk": desk}).content
