"""The pairings of a round as text for a messenger group: what it says, and who may copy it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests.tournaments.making import director, entered, started, win
from tests.tournaments.venue.room import on_board
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.models import Role, RoleKind, Tournament
from tournaments.printing.selectors.pairings_text import pairings_text
from tournaments.printing.selectors.paper_content import open_pairings

pytestmark = pytest.mark.django_db


def text_of(of: Tournament, round_id: int | None = None) -> list[str]:
    rounds = bracket_view(of, AnonymousUser())
    return pairings_text(of, open_pairings(rounds, round_id)).split("\n")


def test_open_pairings_stand_below_their_round_with_byes_and_the_address() -> None:
    of = started(5, format="swiss", options={"rounds": 3})
    lines = text_of(of)
    assert lines[0] == "Spring Open"
    assert lines[2].startswith("Round 1 · ")
    assert sum(" – " in line for line in lines) == 2
    assert sum(line.endswith(": bye") for line in lines) == 1
    assert lines[-1].endswith(f"/tournaments/{of.slug}/")


def test_a_round_that_is_chosen_shows_its_results() -> None:
    of = started(4)
    first = bracket_view(of, AnonymousUser())[0]
    win(of, "W1.1", 1)
    assert sum(" – " in line for line in text_of(of)) == 1
    assert sum(" – " in line for line in text_of(of, first.id)) == 2


def test_tables_are_named_over_the_board() -> None:
    of = on_board(4, tables=2)
    assert any(line.startswith("Table 1: ") for line in text_of(of))


def test_only_directors_copy_pairings_at_the_desk() -> None:
    boss, assistant = director(), director()
    of = started(4, organizer=boss)
    Role.objects.create(
        tournament=of, user=assistant, kind=RoleKind.ASSISTANT, given_at=of.created_at
    )
    page, client = f"/tournaments/{of.slug}/manage/pairings-text/", Client()
    assert client.get(page).status_code == 302
    client.force_login(assistant)
    assert client.get(page).status_code == 403
    client.force_login(boss)
    html = client.get(page).content.decode()
    assert "1 – 4" in html or "1 – 2" in html
    assert client.get(page, {"round": "999999999999"}).status_code == 200


def test_before_the_draw_there_is_nothing_to_copy() -> None:
    boss = director()
    of = entered(4, organizer=boss)
    client = Client()
    client.force_login(boss)
    html = client.get(f"/tournaments/{of.slug}/manage/pairings-text/").content.decode()
    assert "Pairings appear here after the draw." in html
