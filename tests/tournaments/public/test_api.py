"""/api/v1/tournaments as a program sees it: shapes, refusals as {code, detail}, pages, filters, 304."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.logins import create_login
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    play_out,
    player,
    started,
    tournament,
    win,
)
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"


def client(user: User | None = None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


def at(of: Tournament, tail: str = "") -> str:
    return f"{API}/{of.slug}{tail}"


def test_the_list_is_paged_and_filtered() -> None:
    started(2, name="Spring Cup")
    tournament(name="Autumn Cup")
    everything = client().get(API).json()
    assert (everything["count"], [t["name"] for t in everything["results"]]) == (
        2,
        ["Autumn Cup", "Spring Cup"],
    )
    running = client().get(API, {"status": "running"}).json()["results"]
    assert [(t["name"], t["entries"], t["live"]) for t in running] == [("Spring Cup", 2, 1)]
    assert client().get(API, {"search": "autumn"}).json()["count"] == 1
    assert len(client().get(API, {"page_size": 1}).json()["results"]) == 1


@pytest.mark.parametrize("n", [1, 4])
def test_the_list_takes_the_same_queries_at_any_length(
    n: int, django_assert_num_queries: Any
) -> None:
    for _ in range(n):
        started(2)
    with django_assert_num_queries(4):
        client().get(API)


def test_a_tournament_is_made_opened_entered_and_started() -> None:
    ann, ben = director("ann"), director("ben")
    made = client(ann).post(API, {"name": "Spring Open", "lengths": [5, 3]}, format="json")
    assert (made.status_code, made.json()["status"]) == (201, "draft")
    base = f"{API}/{made.json()['slug']}"
    assert client(ann).post(f"{base}/open").json()["status"] == "open"
    for user in (ann, ben):
        assert client(user).post(f"{base}/entries").status_code == 201
    begun = client(ann).post(f"{base}/start").json()
    assert (begun["status"], len(begun["draw_seed"])) == ("running", 64)
    assert client().get(f"{base}/bracket").json()[0]["pairings"][0]["match"]


def test_a_bracket_is_sifted_by_stage_section_and_round() -> None:
    made = started(8, format="consolation")
    base = f"{API}/{made.slug}/bracket"
    whole = client().get(base).json()
    sections = {row["section"] for row in whole}
    assert len(sections) == 2
    for section in sections:
        mine = [row for row in whole if row["section"] == section]
        assert client().get(base, {"bracket": section}).json() == mine
        assert (
            client().get(base, {"bracket": section, "round": mine[0]["number"]}).json() == mine[:1]
        )
    assert client().get(base, {"stage": 1}).json() == whole
    assert client().get(base, {"stage": 2}).json() == []
    refused = client().get(base, {"round": "x"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_a_bracket_is_drawn_once_for_visitors_and_again_after_a_result(
    django_assert_max_num_queries: Any,
) -> None:
    made = started(8)
    base = f"{API}/{made.slug}/bracket"
    first = client().get(base)
    with django_assert_max_num_queries(3):
        assert client().get(base).content == first.content
    win(made, "W1.1", 1)
    assert client().get(base).json()[0]["pairings"][0]["state"] == "done"


def test_a_visitor_makes_none() -> None:
    assert client().post(API, {"name": "Mine"}, format="json").status_code in {401, 403}


def test_an_unverified_account_makes_none() -> None:
    anyone = create_login("carl", "carl@example.org", "pw", verified=False)
    answer = client(anyone).post(API, {"name": "Mine"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_verified")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "T", "lengths": [0]},
        {"name": "T", "preset": "house"},
        {"name": "T", "rules": {"crawford": "maybe"}},
        {"name": "T", "rules": {"no_such_rule": True}},
        {"name": "T", "clock": {"kind": "simple"}},
        {"name": "T", "clock": {"preset": ["x"]}},
        {"name": "T", "clock": {"kind": "simple", "reserve_ms_per_point": "x", "delay_ms": 1}},
        {"name": "T", "format": "beauty_contest"},
        {"name": "T", "time_zone": "Mars/Olympus"},
        {"name": "T", "options": {"third_place": "perhaps"}},
    ],
)
def test_a_tournament_that_could_not_be_played_is_refused(body: dict[str, Any]) -> None:
    answer = client(director()).post(API, body, format="json")
    assert answer.status_code == 400, answer.content
    assert {"code", "detail"} <= answer.json().keys()


def test_entering_twice_is_refused_with_a_code() -> None:
    made, alice = tournament(), player("alice").user
    assert client(alice).post(at(made, "/entries")).status_code == 201
    again = client(alice).post(at(made, "/entries"))
    assert (again.status_code, again.json()["code"]) == (409, "already_entered")
    assert [e["player"]["name"] for e in client().get(at(made, "/entries")).json()] == ["alice"]


def test_leaving_is_a_delete() -> None:
    made, alice = tournament(), player("alice").user
    client(alice).post(at(made, "/entries"))
    assert client(alice).delete(at(made, "/entries")).status_code == 204
    assert client().get(at(made, "/entries")).json() == []
    assert client(alice).delete(at(made, "/entries")).json()["code"] == "not_entered"


def test_a_visitor_enters_nothing() -> None:
    assert client().post(at(tournament(), "/entries")).status_code in {401, 403}


@pytest.mark.parametrize(
    ("verb", "code"),
    [("/start", "not_a_director"), ("/open", "not_a_director"), ("/cancel", "not_your_role")],
)
def test_only_a_director_moves_a_tournament(verb: str, code: str) -> None:
    made = entered(4)
    answer = client(director()).post(at(made, verb))
    assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_starting_twice_and_starting_alone_are_refused() -> None:
    alone = entered(1)
    assert client(alone.organizer).post(at(alone, "/start")).json()["code"] == "too_few_entries"
    made = entered(2)
    assert client(made.organizer).post(at(made, "/start")).status_code == 200
    again = client(made.organizer).post(at(made, "/start"))
    assert (again.status_code, again.json()["code"]) == (409, "tournament_running")


def test_a_draft_is_not_found_by_others() -> None:
    draft = lifecycle.create(organizer=director(), name="Secret")
    for tail in ("", "/entries", "/bracket", "/standings", "/matches"):
        answer = client(director()).get(at(draft, tail))
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_tournament")
    assert client(draft.organizer).get(at(draft)).status_code == 200


def test_the_standings_name_the_champion() -> None:
    made = started(4)
    play_out(made)
    first, *others = client().get(at(made, "/standings")).json()
    assert first == {
        "place_from": 1,
        "place_to": 1,
        "entry": first["entry"],
        "player": first["player"],
        "status": "winner",
        "played": 2,
        "won": 2,
        "lost": 0,
        "tied": 0,
        "points": 2,
        "tie_breaks": {},
        "byes": 0,
        "lives": None,
    }
    assert first["player"]["name"] == "1"
    assert [(r["place_from"], r["place_to"]) for r in others] == [(2, 2), (3, 4), (3, 4)]


def test_the_matches_are_paged_with_names_and_scores() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    page = client().get(at(made, "/matches")).json()
    assert page["count"] == 2
    first = page["results"][0]
    assert (first["pairing"], first["player_a"]["name"], first["status"], first["winner"]) == (
        "W1.1",
        "1",
        "finished",
        "A",
    )
    assert first["voided"] is False


@pytest.mark.parametrize("n", [4, 16])
def test_the_matches_take_the_same_queries_at_any_size(
    n: int, django_assert_num_queries: Any
) -> None:
    made = started(n)
    with django_assert_num_queries(7):
        client().get(at(made, "/matches"))


@pytest.mark.parametrize("tail", ["", "/entries", "/bracket", "/standings", "/matches"])
def test_what_has_not_changed_is_answered_304(tail: str) -> None:
    made = started(4)
    first = client().get(at(made, tail))
    tag = first["ETag"]
    assert client().get(at(made, tail), HTTP_IF_NONE_MATCH=tag).status_code == 304
    win(made, "W1.1", 1)
    again = client().get(at(made, tail), HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, again["ETag"] != tag) == (200, True)


def test_the_list_is_answered_304_until_something_changes() -> None:
    made = tournament()
    tag = client().get(API)["ETag"]
    assert client().get(API, HTTP_IF_NONE_MATCH=tag).status_code == 304
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    assert client().get(API, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_a_trailing_slash_is_tolerated() -> None:
    made = tournament()
    for path in (f"{API}/", at(made, "/"), at(made, "/standings/")):
        answer = client().get(path)
        assert (answer.status_code, answer["Location"]) == (308, path.rstrip("/"))


def test_unknown_tournaments_are_not_found() -> None:
    answer = client().get(f"{API}/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_tournament")


def test_the_schema_describes_every_address() -> None:
    schema = client().get("/api/v1/schema/", {"format": "json"})
    paths = schema.json()["paths"] if schema.status_code == 200 else {}
    described = {path for path in paths if path.startswith(API)}
    assert {
        f"{API}/{{slug}}{tail}" for tail in ("", "/bracket", "/standings", "/start")
    } <= described
