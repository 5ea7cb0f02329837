"""A bye has no box, a free seat says who may come to it, and a followed player's path is a page of its own."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.tournaments.making import entry, started, win
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.rows import RoundRow
from tournaments.core.short_names import initial_form, surname, unique_forms
from tournaments.models import Tournament
from tournaments.public.views.bracket_layout import Drawing, drawings
from tournaments.public.views.followed_player import followed_player
from tournaments.public.views.open_seats import OpenSeats
from tournaments.public.views.player_paths import path_of

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()


def rounds_of(made: Tournament) -> tuple[RoundRow, ...]:
    return bracket_view(made, ANYBODY)


def heads(drawing: Drawing) -> list[tuple[str, int, int]]:
    """Of each column its name, its matches and its byes."""
    return [(c.round.name, len(c.nodes), c.byes) for c in drawing.columns]


def seats_of(made: Tournament, key: str) -> list[str]:
    rounds = rounds_of(made)
    seats = OpenSeats(rounds, are_people=True)
    (pairing,) = [row for row in seats.rows.values() if row.key == key]
    return [seats.text(pairing, slot) for slot in pairing.slots]


def test_a_bye_has_no_box_and_is_counted_in_the_head_of_its_round() -> None:
    (drawing,) = drawings(rounds_of(begun(37)))
    assert heads(drawing) == [
        ("Last 64", 5, 27),
        ("Last 32", 16, 0),
        ("Last 16", 8, 0),
        ("Quarterfinals", 4, 0),
        ("Semifinals", 2, 0),
        ("Final", 1, 0),
    ]
    assert drawing.lines == 16


def test_a_round_of_byes_alone_is_no_column_and_no_bye_meets_a_bye() -> None:
    made = begun(37, format="consolation")
    decide(made, rounds=2)
    main, consolation = drawings(rounds_of(made))
    assert heads(main)[0] == ("Last 64", 5, 27)
    assert all(head[1] for head in heads(consolation))
    for drawing in (main, consolation):
        for node in [node for column in drawing.columns for node in column.nodes]:
            assert all(side.slot.state != "bye" for side in node.sides)


def test_two_that_lead_past_byes_still_meet_on_one_line() -> None:
    """The way of a pairing whose winner has a bye next passes through the column of the bye."""
    made = begun(9, format="consolation")
    decide(made, rounds=1)
    drawn = drawings(rounds_of(made))
    for drawing in drawn:
        for column in drawing.columns:
            spans = [int(re.findall(r"span-(\d+)", cell.css)[0]) for cell in column.cells]
            assert sum(spans) == drawing.lines


def test_a_free_seat_says_who_may_come_and_a_later_one_stays_empty() -> None:
    made = begun(8)
    assert seats_of(made, "W2.1") == ["1 or 8", "4 or 5"]
    assert seats_of(made, "W3.1") == ["", ""]


def test_three_may_come_and_losers_are_named_by_their_round() -> None:
    made = started(8, format="double_elimination")
    win(made, "W1.1", 1)
    assert seats_of(made, "W3.1") == ["1, 4 or 5", ""]
    assert seats_of(made, "L1.1") == ["", "4 or 5"]
    assert "Winners’ final: loser" in seats_of(made, "L4.1")


def test_who_loses_for_third_place_is_said() -> None:
    made = begun(8, options={"third_place": True})
    decide(made)
    assert seats_of(made, "P3.1") == ["Loser: 1 or 4", "Loser: 2 or 3"]


def test_the_winner_of_a_match_sees_the_next_opponent() -> None:
    made = begun(8)
    seats = OpenSeats(rounds_of(made))
    (first,) = [row for row in seats.rows.values() if row.key == "W1.1"]
    assert seats.winner_meets(first) == "4 or 5"


def test_a_followed_player_who_waits_plays_or_is_out() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    seats = OpenSeats(rounds_of(made))
    facts = {
        name: followed_player(seats, entry(made, name).pk, str(name), is_me=False)
        for name in (1, 2, 4)
    }
    assert [facts[name].state for name in (1, 2, 4)] == ["waits", "next", "lost"]
    assert facts[1].opponent == "2 or 3"
    assert facts[2].meets == "1"


def test_a_phone_opens_at_the_last_match_of_a_player_who_is_out() -> None:
    made = begun(8)
    decide(made, rounds=2)
    rounds = rounds_of(made)
    path = path_of(rounds, entry(made, 8).pk)
    for is_asked, here in ((True, [True, False, False]), (False, [False, False, True])):
        (drawing,) = drawings(rounds, path, is_asked=is_asked)
        assert [column.here for column in drawing.columns] == here


def test_a_name_is_a_link_to_the_path_of_its_player(client: Client) -> None:
    made = begun(5)
    html = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "1 match</span>" not in html
    assert "1 match, 3 byes</span>" in html
    assert ">bye<" not in html
    five = entry(made, 5)
    (link,) = set(re.findall(rf'href="(\?follow={five.pk}#pair-\d+)"', html))
    shown = client.get(f"/tournaments/{made.slug}/{link.partition('#')[0]}").content.decode()
    assert "<b>5</b> plays 4 next, to 3." in shown
    assert "Winner meets: 1." in shown
    assert shown.count(" followed") == 1
    assert "Stop following" in shown


def test_brackets_have_a_letter_a_colour_and_what_is_left(client: Client) -> None:
    made = begun(8, format="consolation", options={"last_chance": "fresh"})
    html = " ".join(client.get(f"/tournaments/{made.slug}/").content.decode().split())
    assert 'draw-letter--main" aria-hidden="true">M<' in html
    assert 'draw-letter--consolation" aria-hidden="true">C<' in html
    assert "7 left" in html
    assert "not drawn yet" in html


@pytest.mark.parametrize(
    ("lengths", "text"),
    [
        ([5], "Matches to <b>5</b>."),
        ([7, 5], "Matches to <b>5</b>, the final to <b>7</b>."),
        ([9, 7, 5, 5], "Matches to <b>5</b>, the semifinals to <b>7</b>, the final to <b>9</b>."),
        ([11, 9, 7, 5], "the quarterfinals to <b>7</b>, the semifinals to <b>9</b>,"),
    ],
)
def test_the_page_names_every_length(client: Client, lengths: list[int], text: str) -> None:
    made = begun(4, lengths=lengths)
    assert text in client.get(f"/tournaments/{made.slug}/").content.decode()


@pytest.mark.parametrize(
    ("name", "short", "last"),
    [
        ("Heino Mägi", "H. Mägi", "Mägi"),
        ("Georg van der Berg", "G. van der Berg", "van der Berg"),
        ("Alice", "Alice", "Alice"),
        ("Aino (bot)", "Aino (bot)", "Aino (bot)"),
        ("Anna Lind / Ole Brandt", "Anna Lind / Ole Brandt", "Anna Lind / Ole Brandt"),
        ("山田 太郎", "山. 太郎", "太郎"),
        ("Player 7", "Player 7", "Player 7"),
    ],
)
def test_a_name_is_shortened_where_that_is_safe(name: str, short: str, last: str) -> None:
    assert (initial_form(name), surname(name)) == (short, last)


def test_a_short_form_that_two_share_is_not_used() -> None:
    names = {1: "Anna Lind", 2: "Ole Lind", 3: "Eva Novak", 4: "Anton Lind"}
    assert unique_forms(names, (surname, initial_form)) == {
        1: "Anna Lind",
        2: "O. Lind",
        3: "Novak",
        4: "Anton Lind",
    }
