"""The tabs with the draw and the rounds of every format: what they show, how many questions they ask."""

import re

import pytest
from django.test import Client

from tests.tournaments.making import NOW, entry, nobody, started, tournament
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.bracket.services.start import start
from tournaments.models import Entry, EntryMember, Pairing, Stage, Tournament

pytestmark = pytest.mark.django_db
KO = {"format": "single_elimination", "options": {}, "take": {"cut": "top_of_group", "n": 1}}
FORMATS = {
    "single_elimination": {},
    "double_elimination": {},
    "consolation": {},
    "round_robin": {},
    "groups": {"group_size": 4},
    "quads": {},
    "swiss": {"rounds": 4},
    "lives": {},
    "continuous_swiss": {},
}


def page(client: Client, of: Tournament, rest: str = "", status: int = 200) -> str:
    answer = client.get(f"/tournaments/{of.slug}/{rest}")
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("tab", ["", "rounds/", "rounds/?how=1", "standings/", "standings/?why=1"])
def test_every_format_has_its_pages_at_every_point(client: Client, format_: str, tab: str) -> None:
    made = begun(8, format=format_, options=FORMATS[format_])
    for _ in range(3):
        html = page(client, made, tab)
        assert made.name in html
        assert " style=" not in html
        decide(made)


def test_a_tournament_of_rounds_alone_has_no_bracket_to_open(client: Client) -> None:
    html = page(client, begun(6, format="swiss"))
    assert ">Bracket<" not in html
    assert 'aria-current="page">Rounds' in html


def test_the_brackets_of_a_double_elimination_stand_below_each_other(client: Client) -> None:
    html = page(client, begun(8, format="double_elimination"))
    assert html.index("Winners’ bracket") < html.index("Losers’ bracket")
    assert "Second grand final, if needed" in html
    assert "Winners’ final: loser" in html


def test_a_large_stage_is_drawn_a_bracket_at_a_time(client: Client) -> None:
    made = begun(128, format="double_elimination")
    assert 'id="bracket-losers"' not in page(client, made)
    assert 'id="bracket-losers"' in page(client, made, "?section=losers")
    everything = page(client, made, "?section=all")
    assert 'id="bracket-losers"' in everything
    assert 'id="bracket-main"' in everything


def test_a_tall_tree_begins_with_the_round_that_is_played_and_with_any_that_is_asked_for(
    client: Client,
) -> None:
    made = begun(64)
    assert "Last 64" in page(client, made)
    decide(made)
    later = page(client, made)
    assert later.count('class="pair"') == 31
    assert page(client, made, "?from=1").count('class="pair"') == 63


def test_groups_show_their_tables_and_rounds(client: Client) -> None:
    made = begun(8, format="groups", options={"group_size": 4}, later_stages=[KO])
    html = page(client, made)
    assert "Group A" in html
    assert "Group B" in html
    assert 'chip--later">Knockout' in html
    decide(made, rounds=2)
    assert "Quarterfinals" not in page(client, made)
    assert ">Final<" in page(client, made)
    assert "Group A" in page(client, made, "?stage=1")


def test_the_bracket_of_a_stage_of_rounds_leads_to_its_rounds(client: Client) -> None:
    chain = [KO | {"take": {"cut": "top", "n": 2}}]
    made = begun(4, format="swiss", options={"rounds": 2}, later_stages=chain)
    decide(made, rounds=2)
    answer = client.get(f"/tournaments/{made.slug}/?stage=1")
    assert answer.url == f"/tournaments/{made.slug}/rounds/?stage=1"


def test_a_player_is_looked_up_without_javascript(client: Client) -> None:
    made = begun(8)
    seven = entry(made, 7)
    answer = client.get(f"/tournaments/{made.slug}/?find=7")
    place = Pairing.objects.get(slots__entry=seven)
    assert answer.url == f"?stage=1&follow={seven.pk}#pair-{place.pk}"
    assert "<b>7</b> plays 2 next, to 3." in page(client, made, f"?follow={seven.pk}")


def test_whom_one_looks_for_may_be_nobody_or_several(client: Client) -> None:
    made = begun(16)
    assert "No player found: “zzz”." in page(client, made, "?find=zzz")
    Tournament.objects.get().entries.filter(player__name="12").update(name="Ten Twelve")
    Tournament.objects.get().entries.filter(player__name="13").update(name="Ten Thirteen")
    html = page(client, made, "?find=ten")
    assert "Which player do you mean?" in html
    assert f"follow={entry(made, 12).pk}" in html


@pytest.mark.parametrize(
    "asked",
    ["?stage=99", "?from=x", "?follow=-1", "?section=zzz", "?zoom=9", "?page=9", "?round=0"],
)
def test_what_nobody_offers_is_asked_for_in_vain(client: Client, asked: str) -> None:
    made = begun(8, format="double_elimination")
    for tab in ("", "rounds/", "standings/"):
        page(client, made, tab + asked)


def test_the_size_of_a_bracket_is_remembered(client: Client) -> None:
    made = begun(8)
    assert "bracket--fit" not in page(client, made)
    assert "bracket--fit" in page(client, made, "?zoom=fit")
    assert "bracket--fit" in page(client, made)


def test_a_page_asks_again_for_what_it_was_asked(client: Client) -> None:
    made = started(4)
    html = page(client, made, "?zoom=fit&section=all&key=old")
    (asked,) = re.findall(r'hx-get="(/tournaments/[^"]+)"', html)
    assert asked.startswith(f"/tournaments/{made.slug}/bracket/?zoom=fit&amp;section=all&amp;key=")
    assert "old" not in asked


def test_a_swiss_round_tells_the_scores_before_it_and_how_it_was_paired(client: Client) -> None:
    made = begun(5, format="swiss", options={"rounds": 3})
    decide(made)
    html = page(client, made, "rounds/")
    assert "How these pairings were made" in html
    assert "(1)</span>" in html
    shown_page = page(client, made, "rounds/?how=1")
    assert "Both have the same number of points (1)." in shown_page
    assert "gets the bye: fewest byes, then fewest points." in shown_page


def test_a_page_of_rounds_says_when_the_next_is_drawn(client: Client) -> None:
    made = begun(4, format="swiss", options={"rounds": 3})
    text = "Round 2 is drawn after 2 more matches: 1 – 3; 2 – 4."
    assert text in page(client, made, "rounds/")
    decide(made, but=lambda pairing: pairing.key == "R1.2")
    assert "Round 2 is drawn after 1 more match: 2 – 4." in page(client, made, "rounds/")


def test_no_round_is_announced_after_the_last(client: Client) -> None:
    made = begun(4, format="swiss", options={"rounds": 1})
    assert "is drawn after" not in page(client, made, "rounds/")


def test_a_round_that_the_director_publishes_is_waited_for(client: Client) -> None:
    made = begun(4, format="swiss", options={"rounds": 3})
    Stage.objects.update(due_at=made.started_at)
    assert "Round 2 is drawn. The director publishes it next." in page(client, made, "rounds/")


def test_a_large_round_is_shown_page_by_page_and_somebody_is_found_in_it(client: Client) -> None:
    made = begun(260, format="swiss", options={"rounds": 3})
    first = page(client, made, "rounds/")
    assert first.count('<li class="meeting') == 100
    assert "Page 1 of 2" in first
    assert page(client, made, "rounds/?page=2").count('<li class="meeting') == 30
    answer = client.get(f"/tournaments/{made.slug}/rounds/?find=120")
    where, _, anchor = answer["Location"].partition("#")
    shown_page = page(client, made, f"rounds/{where}")
    assert "Page 2 of 2" in shown_page
    assert shown_page.count("followed") == 1
    assert f'id="{anchor}"' in shown_page


def test_who_is_out_is_found_in_the_last_round_they_played(client: Client) -> None:
    made = begun(128)
    decide(made, rounds=2)
    answer = client.get(f"/tournaments/{made.slug}/rounds/?find=64")
    assert "round=2&" in answer["Location"]
    html = page(client, made, "rounds/" + answer["Location"].partition("#")[0])
    assert html.count("followed") == 1


def test_whom_nobody_is_called_and_several_are_is_said_in_place_of_a_round(client: Client) -> None:
    made = begun(128)
    html = page(client, made, "rounds/?find=zzz")
    assert "No player found: “zzz”." in html
    assert '<li class="meeting' not in html
    html = page(client, made, "rounds/?find=0")
    assert "Which player do you mean?" in html
    assert "follow=" in html


def test_an_empty_seat_is_not_taken_for_somebody_who_is_followed(client: Client) -> None:
    made = begun(5)
    assert "followed" not in page(client, made, "rounds/")


@pytest.mark.parametrize("n", [20, 260])
def test_a_page_of_a_round_asks_as_much_at_any_size(
    client, django_assert_max_num_queries, n: int
) -> None:
    made = begun(n, format="swiss", options={"rounds": 3})
    decide(made)
    with django_assert_max_num_queries(12):
        page(client, made, "rounds/")


@pytest.mark.parametrize("n", [8, 128])
@pytest.mark.parametrize("format_", ["double_elimination", "consolation"])
def test_a_drawing_asks_as_much_at_any_size(
    client, django_assert_max_num_queries, format_: str, n: int
) -> None:
    made = begun(n, format=format_)
    with django_assert_max_num_queries(14):
        page(client, made)


def test_the_boards_of_a_team_match_are_shown(client: Client) -> None:
    made = tournament(entry_kind="team", boards=3)
    for name in ("Reds", "Blues"):
        players = [nobody(f"{name} {board}") for board in (1, 2, 3)]
        team = Entry.objects.create(tournament=made, player=players[0], name=name, entered_at=NOW)
        EntryMember.objects.bulk_create(
            EntryMember(entry=team, player=player, board=board)
            for board, player in enumerate(players, start=1)
        )
    start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)
    html = page(client, made, "rounds/")
    assert html.count("Board ") == 3
    assert "Reds" in html
    assert "2 teams" in html
