"""What there is to hang up while matches are open and after the last; and how far a match has come on paper."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory

from tests.tournaments.bracket.test_session_stages import ROUND_ROBIN
from tests.tournaments.making import NOW, director, play_out, started
from tests.tournaments.printing.made_sheets import by_rounds
from tests.tournaments.venue.room import on_board
from tournaments.models import Tournament
from tournaments.printing.sheets.brackets import bracket_sheets
from tournaments.printing.sheets.frame import Head, framed
from tournaments.printing.sheets.primitives import SIZES
from tournaments.printing.sheets.round_lists import round_sheets
from tournaments.printing.views import desk_papers, public_papers
from tournaments.printing.views.paper_request import PaperRequest
from tournaments.public.selectors.wall import wall_content

pytestmark = pytest.mark.django_db


def asked(of: Tournament, **query: str) -> PaperRequest:
    request: HttpRequest = RequestFactory().get("/", query)
    request.user = AnonymousUser()
    return PaperRequest(request, of)


def texts(sheets: Any) -> list[str]:
    pages = framed(sheets, Head("Spring Open", "", ""), "Printed")
    return [text.text for page in pages for text in page.texts()]


def test_pairings_by_name_list_who_has_a_bye() -> None:
    of = started(5, format="swiss", options={"rounds": 3})
    for by in ("name", ""):
        shown = texts(public_papers.pairings(asked(of, by=by)))
        assert {"1", "2", "3", "4", "5"} <= set(shown), by
        assert shown.count("bye") == 1, by


def test_a_bye_of_the_first_round_is_listed_once_until_its_player_plays() -> None:
    of = started(6)
    shown = texts(public_papers.pairings(asked(of, by="name")))
    assert {"1", "2", "3", "4", "5", "6"} <= set(shown)
    assert shown.count("bye") == 2


def test_no_slips_are_printed_for_a_bye() -> None:
    of = on_board(5, format="swiss", options={"rounds": 3})
    assert "bye" not in texts(desk_papers.slips(asked(of)))
    assert "bye" not in texts(desk_papers.scores(asked(of)))


def test_after_the_last_match_no_link_leads_to_pairings_that_do_not_exist(client: Client) -> None:
    of = started(4, organizer=director("boss"))
    client.force_login(of.organizer)
    address = f"/tournaments/{of.slug}"
    page = client.get(f"{address}/manage/papers/").content.decode()
    assert "Pairings by name" in page
    assert client.get(f"{address}/papers/pairings.pdf").status_code == 200
    play_out(of)
    page = client.get(f"{address}/manage/papers/").content.decode()
    assert "Pairings by" not in page
    assert "All open matches" not in page
    assert "Score sheets" not in page
    assert "Pairings can be printed while matches are open." in page


@pytest.mark.parametrize("sheets", [round_sheets, bracket_sheets])
def test_a_live_2_0_has_both_numbers(sheets: Any) -> None:
    (row,) = by_rounds(2, rounds=1)
    (pairing,) = row.pairings
    slots = tuple(replace(s, score=n) for s, n in zip(pairing.slots, (72, 0), strict=True))
    live = replace(pairing, slots=slots, outcome="")
    shown = texts(sheets(SIZES["a4"], "Swiss", [replace(row, pairings=(live,))]))
    assert "72" in shown
    assert "0" in shown


def test_papers_and_wall_call_a_session_a_session() -> None:
    of = on_board(4, **ROUND_ROBIN)
    listed = [
        *texts(public_papers.pairings(asked(of))),
        *texts(public_papers.pairings(asked(of, by="name"))),
        *texts(desk_papers.slips(asked(of))),
        *texts(desk_papers.scores(asked(of))),
        wall_content(of, NOW).status,
    ]
    assert sum("session of 3 games" in text for text in listed) >= 5
    assert not [text for text in listed if "to 3" in text]
