"""The wall: what a room sees, what it may not see, and what asking again costs."""

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
from tests.tournaments.desk.test_live_desk import over_the_board
from tests.tournaments.making import NOW, director, entered, entry, join, pairing, started
from tests.tournaments.ruling.rulings import correct_result
from tournaments.event.selectors.events import short_names
from tournaments.models import Announcement, Event, Slip, Tournament
from tournaments.public.selectors.keyed_walls import KEYED_WALLS
from web import qr

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    forget()
    return director()


def wall(of: Tournament, part: str = "") -> str:
    return Client().get(f"/tournaments/{of.slug}/wall/{part}").content.decode()


def test_it_shows_who_plays_where_what_is_next_and_what_is_announced(boss: User) -> None:
    made = over_the_board(6, boss, tables=9)
    Slip.objects.update(begun_at=NOW)
    Announcement.objects.create(tournament=made, text="Lunch until <14:15>", at=NOW)
    html = wall(made)
    table = pairing(made, "W1.2").slips.get().uses.get().table.number
    assert re.search(rf'w-t num">{table}<', html)
    assert "Up next" in html
    assert "SF" in html
    assert "Lunch until &lt;14:15&gt;" in html
    assert 'href="/tournaments' not in html.split("<main")[1], "there is nothing to press"


def test_a_called_match_and_one_in_play_differ_in_colour_and_word(boss: User) -> None:
    made = over_the_board(4, boss, tables=2)
    called, playing = Slip.objects.order_by("pk")
    Slip.objects.filter(pk=playing.pk).update(begun_at=NOW)
    html = wall(made)
    for slip, tone, word in ((called, "call", "Please start"), (playing, "live", "Playing")):
        table = slip.uses.get().table.number
        line = re.search(rf'w-row--(\w+)"><span class="w-t num">{table}<.*', html)
        assert line
        assert line[1] == tone
        assert f'w-state">{word}<' in line[0]


def test_a_match_that_was_just_decided_stays_for_a_while_with_its_winner(boss: User) -> None:
    made = started(4, organizer=boss)
    now = timezone.now()
    correct_result(
        pairing(made, "W1.1").pk, winner=entry(made, 1).pk, score={entry(made, 1).pk: 3, entry(made, 4).pk: 1},
        by=boss, now=now, reason="slip",
    )  # fmt: skip
    assert "w-row--over" in wall(made)
    type(pairing(made, "W1.1")).objects.filter(decided_at__isnull=False).update(
        decided_at=now - timedelta(hours=1)
    )
    forget()
    assert "w-row--over" not in wall(made)


def test_neither_score_nor_clock_of_a_match_that_is_shown_later_is_on_it(boss: User) -> None:
    clock = {"kind": "simple", "reserve_ms_per_point": 120_000, "delay_ms": 12_000}
    open_one = started(2, organizer=boss, clock=clock)
    join(open_one, "W1.1")
    late = started(2, organizer=boss, clock=clock, spectator_delay_s=300)
    join(late, "W1.1")
    assert "data-clock" in wall(open_one)
    assert "data-clock" not in wall(late)
    assert 'tab--a">–<' in wall(late)


def test_asking_again_costs_nothing_while_nothing_has_changed(boss: User) -> None:
    made = started(8, organizer=boss)
    with time_machine.travel(timezone.now(), tick=False):
        key = re.search(r'data-key="([^"]+)"', wall(made))
        assert key
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(f"/tournaments/{made.slug}/wall/?key={key[1]}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) <= 4
    correct_result(pairing(made, "W1.1").pk, winner=entry(made, 1).pk, by=boss, now=NOW, reason="x")
    assert Client().get(f"/tournaments/{made.slug}/wall/?key={key[1]}").status_code == 200


def test_it_asks_the_same_whatever_the_size_and_takes_turns_where_not_all_fit(boss: User) -> None:
    asked = []
    for size in (8, 80):
        made = started(size, organizer=boss, format="swiss", options={"rounds": 3})
        with CaptureQueriesContext(connection) as queries:
            html = wall(made)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 28
    assert html.count("data-panel ") > 2
    assert html.count("w-row ") >= 40


def test_drafts_have_no_wall_and_before_the_draw_it_says_so(boss: User) -> None:
    made = entered(2, organizer=boss)
    assert "No matches in progress." in wall(made)
    Tournament.objects.filter(pk=made.pk).update(status="draft")
    assert Client().get(f"/tournaments/{made.slug}/wall/").status_code == 404


def test_an_event_shows_all_that_is_played_in_it_and_a_draft_to_its_staff_alone(boss: User) -> None:
    event = Event.objects.create(
        slug="harbour",
        name="Harbour weekend",
        organizer=boss,
        starts_on=NOW.date(),
        ends_on=NOW.date(),
    )
    made = [started(4, organizer=boss, name=name) for name in ("Open", "Intermediate")]
    for tournament in made:
        Tournament.objects.filter(pk=tournament.pk).update(event=event)
    assert Client().get("/events/harbour/wall/").status_code == 404
    organizer = Client()
    organizer.force_login(boss)
    assert "Harbour weekend" in organizer.get("/events/harbour/wall/").content.decode()
    Event.objects.update(is_public=True)
    html = Client().get("/events/harbour/wall/").content.decode()
    assert "Harbour weekend" in html
    assert html.count('w-d">Open<') == 2
    assert html.count('w-d">Intermediate<') == 2


def test_every_line_of_an_event_names_its_division(boss: User) -> None:
    event = Event.objects.create(
        slug="harbour", name="Harbour", organizer=boss, starts_on=NOW.date(), ends_on=NOW.date(), is_public=True
    )  # fmt: skip
    swiss = {"format": "swiss", "options": {"rounds": 3}}
    made = started(60, organizer=boss, name="Harbour Masters", **swiss)
    Tournament.objects.filter(pk=made.pk).update(event=event)
    alone = Client().get("/events/harbour/wall/").content.decode()
    assert alone.count('w-d">Masters<') == 30  # on two columns, where one tournament plays
    other = started(4, organizer=boss, name="Harbour Jackpot")
    Tournament.objects.filter(pk=other.pk).update(event=event)
    both = Client().get("/events/harbour/wall/").content.decode()
    assert both.count('w-d">Jackpot<') >= 2
    assert both.count('w-d">Masters<') == 30


def test_what_comes_next_in_an_event_names_its_division(boss: User) -> None:
    event = Event.objects.create(
        slug="harbour", name="Harbour", organizer=boss, starts_on=NOW.date(), ends_on=NOW.date(), is_public=True
    )  # fmt: skip
    for name in ("Open", "Masters"):
        division = started(5, organizer=boss, name=name)
        Tournament.objects.filter(pk=division.pk).update(event=event)
    side = Client().get("/events/harbour/wall/").content.decode().split('class="w-side"')[1]
    assert "SF" in side
    assert {"Open", "Masters"} <= set(re.findall(r'w-d">([^<]+)<', side))


def test_its_address_is_there_as_a_code_for_phones(boss: User) -> None:
    made = started(4, organizer=boss)
    assert qr.svg(f"http://testserver{made.get_absolute_url()}") in wall(made)


@pytest.mark.parametrize(
    ("letters", "size"), [(20, "<h1>"), (40, "w-title--long"), (120, "w-title--tiny")]
)
def test_a_long_title_stands_in_smaller_letters_and_whole(
    boss: User, letters: int, size: str
) -> None:
    made = started(4, organizer=boss)
    name = ("Riverside " * 12)[:letters].strip()
    Tournament.objects.filter(pk=made.pk).update(name=name)
    html = wall(made)
    assert size in html
    assert f">{name}</h1>" in html


@pytest.mark.parametrize(
    ("names", "shorts"),
    [
        (("Baltic Open Masters", "Baltic Open Beginners"), ("Masters", "Beginners")),
        (("Open A", "Open B"), ("Open A", "Open B")),
        (("Open", "Open doubles"), ("Open", "Open doubles")),
    ],
)
def test_divisions_are_called_by_what_tells_them_apart(
    names: tuple[str, ...], shorts: tuple[str, ...]
) -> None:
    made = [Tournament(pk=number, name=name) for number, name in enumerate(names)]
    assert tuple(short_names(Event(name="Tallinn 2026"), made).values()) == shorts


def test_a_wall_is_drawn_once_for_all_that_show_it(boss: User) -> None:
    made = started(4, organizer=boss)
    with time_machine.travel(timezone.now(), tick=False):
        first = wall(made)
        with CaptureQueriesContext(connection) as asked:
            again = Client().get(f"/tournaments/{made.slug}/wall/?key=of-before").content.decode()
    assert again == first
    assert len(asked) <= 4  # the tournament, its announcements, and what its key counts
    assert wall(made, "?light") != first


def test_a_cached_wall_says_how_old_it_is(boss: User) -> None:
    made = started(4, organizer=boss)
    begun = timezone.now().replace(second=30, microsecond=0)
    moments = []
    for seconds in (0, 25):
        with time_machine.travel(begun + timedelta(seconds=seconds), tick=False):
            match = re.search(r'data-rendered-at="(\d+)" data-served-at="(\d+)"', wall(made))
            assert match
            moments.append((int(match[1]), int(match[2])))
    at = int(begun.timestamp() * 1000)
    assert moments == [(at, at), (at, at + 25_000)]


def test_a_wall_with_a_delay_for_spectators_is_not_cached(boss: User) -> None:
    made = started(4, organizer=boss, spectator_delay_s=60)
    with time_machine.travel(timezone.now(), tick=False):
        wall(made)
        Tournament.objects.filter(pk=made.pk).update(name="Renamed")  # the version stays
        assert "Renamed" in wall(made)


def test_a_wall_that_was_confirmed_a_moment_ago_is_not_asked_about_again(boss: User) -> None:
    made = started(4, organizer=boss)
    path = f"/tournaments/{made.slug}/wall/"
    key = re.search(r'data-key="([^"]+)"', wall(made))
    assert key
    page = KEYED_WALLS[0]
    match = page.path.fullmatch(path)
    assert match
    assert page.is_current(path, match[1], key[1])
    assert not page.is_current(path, match[1], "of-before")
    assert not page.is_current("/tournaments/another/wall/", "another", key[1])
