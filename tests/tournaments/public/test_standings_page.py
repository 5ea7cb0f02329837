"""The tab with the standings: tables, tie-breaks, cross-tables, why a player has their place."""

import pytest
from django.test import Client

from tests.tournaments.making import entry
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
KO = {"format": "single_elimination", "options": {}, "take": {"cut": "top_of_group", "n": 1}}


def page(client: Client, of: Tournament, rest: str = "") -> str:
    answer = client.get(f"/tournaments/{of.slug}/standings/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_round_robin_has_a_cross_table_of_scores(client: Client) -> None:
    made = begun(4, format="round_robin")
    decide(made)
    html = page(client, made)
    assert html.count("cell--self") == 4
    assert "3–1" in html
    assert "1–3" in html
    assert "+12 is a win" not in html


def test_a_swiss_has_a_cross_table_of_rounds(client: Client) -> None:
    made = begun(4, format="swiss", options={"rounds": 3})
    decide(made)
    html = page(client, made)
    assert ">+3</td>" in html
    assert "cell--self" not in html
    assert "+12 is a win against 12th place" in html


def test_tie_breaks_are_explained_where_they_stand(client: Client) -> None:
    made = begun(5, format="swiss", options={"rounds": 3})
    decide(made, rounds=2)
    html = page(client, made)
    assert '<abbr title="The points of all opponents, added up.">Buchholz</abbr>' in html


def test_tie_breaks_stand_in_the_order_in_which_they_count(client: Client) -> None:
    order = ["points_ratio", "median", "buchholz"]
    made = begun(5, format="swiss", options={"rounds": 3}, tie_breaks=order)
    decide(made, rounds=2)
    html = page(client, made)
    places = [html.index(f">{name}</abbr>") for name in ("Points ratio", "Median", "Buchholz")]
    assert places == sorted(places)


def test_a_row_of_points_says_why(client: Client) -> None:
    made = begun(4, format="round_robin")
    decide(made)
    html = page(client, made, f"?why={entry(made, 2).pk}")
    assert "Why this place: 2" in html
    assert "Next above: 1. Points: 2 against 3." in html


def test_a_row_of_a_knockout_says_why(client: Client) -> None:
    made = begun(8)
    decide(made, rounds=2)
    html = page(client, made, f"?why={entry(made, 3).pk}")
    assert "Decisive loss: 2 (Semifinals)." in html
    assert "Players eliminated in this round share places 3–4." in html


def test_a_row_of_lives_says_why(client: Client) -> None:
    made = begun(4, format="lives", options={"lives": 2})
    decide(made, rounds=2)
    out = page(client, made, f"?why={entry(made, 4).pk}")
    assert "Decisive loss: " in out


def test_groups_have_a_table_each(client: Client) -> None:
    made = begun(8, format="groups", options={"group_size": 4}, later_stages=[KO])
    html = page(client, made)
    assert ">Group A</a>" in html
    assert ">Group B</a>" in html
    assert ">2</a>" not in page(client, made, "?section=A")


def test_the_final_order_of_a_chain_puts_the_last_stage_first(client: Client) -> None:
    made = begun(8, format="groups", options={"group_size": 4}, later_stages=[KO])
    decide(made, rounds=3)
    html = page(client, made)
    assert "Overall standings" in html
    order = [html.index(f">{name}</a>") for name in ("1", "2", "4", "5")]
    assert order == sorted(order)
    assert "Winner" in html
    assert "3–4" in html


def test_a_large_table_is_shown_page_by_page_and_somebody_is_found_in_it(client: Client) -> None:
    made = begun(130, format="swiss", options={"rounds": 2})
    decide(made)
    assert "Page 1 of 2" in page(client, made)
    last = entry(made, 130)
    answer = client.get(f"/tournaments/{made.slug}/standings/?find=130")
    assert answer["Location"] == f"?stage=1&section=main&page=2&follow={last.pk}#row-{last.pk}"
    shown = page(client, made, answer["Location"].partition("#")[0])
    assert f'id="row-{last.pk}" class="followed"' in shown
    assert f'id="row-{last.pk}"' not in page(client, made, "?page=1")


def test_several_of_a_name_are_asked_about_and_each_leads_to_their_row(client: Client) -> None:
    made = begun(130, format="swiss", options={"rounds": 2})
    decide(made)
    html = page(client, made, "?find=0")
    assert "Which player do you mean?" in html
    namesake = entry(made, 110)
    assert f"follow={namesake.pk}#row-{namesake.pk}" in html
    assert "<tbody>" not in html
    html = page(client, made, "?find=zzz")
    assert "No player found: “zzz”." in html
    assert "<tbody>" not in html


@pytest.mark.parametrize("n", [10, 130])
def test_a_page_of_a_table_asks_as_much_at_any_size(
    client, django_assert_max_num_queries, n: int
) -> None:
    made = begun(n, format="swiss", options={"rounds": 3})
    decide(made)
    page(client, made)
    with django_assert_max_num_queries(7):
        page(client, made)
