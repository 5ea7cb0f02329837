"""Formats over the API: what there is, making and changing, rounds by stage and section, tables, rulings."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.making import NOW, director, entered, entry, pairing, started, tournament
from tournaments.formats.plans import available
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament
from tournaments.rehearsal.services import simulated_play
from tournaments.rehearsal.services.rehearsal import rehearse

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"


def client(user: User | None = None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


def test_formats_are_told_with_their_options_and_words_to_everybody() -> None:
    body = client().get("/api/v1/formats").json()
    assert [f["format"] for f in body["formats"]] == list(FORMATS)
    swiss = next(f for f in body["formats"] if f["format"] == "swiss")
    assert (swiss["name"], swiss["most_entries"], swiss["counts"]) == ("Swiss", 10_000, "points")
    options = {o["option"]: o for o in swiss["options"]}
    assert (options["rounds"]["low"], options["rounds"]["optional"]) == (1, True)
    assert {v["value"] for v in options["method"]["values"]} == {"fold", "random", "monrad"}
    assert "buchholz" in {t["tie_break"] for t in body["tie_breaks"]}


@pytest.mark.parametrize("way", available())
def test_what_a_way_says_can_be_sent_as_it_is(way: str) -> None:
    boss = director()
    plan = next(w for w in client().get("/api/v1/formats").json()["ways"] if w["way"] == way)
    body = {name: plan[name] for name in ("format", "options", "later_stages")}
    answer = client(boss).post(API, {"name": "T"} | body, format="json")
    assert answer.status_code == 201, answer.content
    assert {name: answer.json()[name] for name in body} == body
    assert {name: answer.json()["agreed"][name] for name in body} == body


def test_terms_are_taken_returned_and_changed_until_the_start() -> None:
    boss = director()
    values: dict[str, Any] = {
        "format": "double_elimination",
        "special_terms": [{"stage": 1, "section": "losers", "length": 5}],
        "tie_breaks": ["wins", "lot"],
        "entry_kind": "team",
        "boards": 3,
        "apart": ["club"],
        "pay_table": [{"section": "main", "place": 1, "share": 50}],
        "publishes": True,
        "late_entry": False,
        "reentries": 2,
        "prize_pool": 360,
    }
    made = client(boss).post(API, {"name": "T"} | values, format="json").json()
    assert {name: made[name] for name in values} == values
    address = f"{API}/{made['slug']}"
    changed = client(boss).patch(
        address, {"boards": 5, "rules": {"crawford": False}}, format="json"
    )
    assert changed.json()["boards"] == 5
    assert changed.json()["agreed"]["rules"]["crawford"] is False
    assert changed.json()["tie_breaks"] == ["wins", "lot"]
    other = client(director()).patch(address, {"boards": 4}, format="json")
    assert other.status_code == 404
    Tournament.objects.update(status="open")
    other = client(director()).patch(address, {"boards": 4}, format="json")
    assert (other.status_code, other.json()["code"]) == (403, "not_a_director")
    Tournament.objects.update(card=made["agreed"] | {"boards": 5})
    late = client(boss).patch(address, {"boards": 4}, format="json")
    assert (late.status_code, late.json()["code"]) == (409, "card_frozen")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"format": "swiss", "options": {"rounds": 99}}, "bad_options"),
        ({"later_stages": [{"format": "swiss"}]}, "bad_take"),
        ({"later_stages": [{"format": ["swiss"], "take": {}}]}, "unknown_format"),
        ({"format": "swiss", "later_stages": [{"format": "swiss", "take": {"cut": []}}]}, "bad_take"),
        (
            {"format": "swiss", "later_stages": [{"format": "swiss", "draw_method": []}]},
            "bad_stage",
        ),
        ({"special_terms": [{"section": "a\x00b", "length": 5}]}, "bad_special_terms"),
        ({"special_terms": [{"rules": {"preset": "\x00"}}]}, "bad_rules"),
        ({"special_terms": [{"rules": {"games": "\x00"}}]}, "bad_rules"),
        ({"special_terms": [{"rules": "x"}]}, "bad_rules"),
        ({"pay_table": [{"section": "\x00", "place": 1, "share": 5}]}, "bad_pay_table"),
        ({"tie_breaks": ["beauty"]}, "bad_tie_breaks"),
    ],
    ids=str,
)  # fmt: skip
def test_what_could_not_be_played_or_stored_is_refused(body: dict[str, Any], code: str) -> None:
    answer = client(director()).post(API, {"name": "T"} | body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def played() -> tuple[User, str]:
    """Groups and a knockout, played through, as its director sees it."""
    later = {"format": "single_elimination", "take": {"cut": "top_of_group", "n": 2}}
    of = tournament(format="groups", later_stages=[later])
    made = rehearse(of.pk, by=None, number=8, now=NOW)
    simulated_play.play_to_end(made.pk, by=None, now=NOW)
    return of.organizer, f"{API}/{made.slug}"


def test_rounds_say_their_stage_and_section() -> None:
    boss, address = played()
    body = client(boss).get(f"{address}/rounds").json()
    assert {(r["stage"], r["section"]) for r in body} == {(1, "A"), (1, "B"), (2, "main")}
    assert body == client(boss).get(f"{address}/bracket").json()


def test_tables_are_told_by_stage_and_bracket_and_overall_without_them() -> None:
    boss, address = played()

    def table(**query: Any) -> Any:
        return client(boss).get(f"{address}/standings", query)

    assert len(table().json()) == 8
    assert len(table(stage=1, bracket="B").json()) == 4
    assert len(table(stage=2).json()) == 4
    assert table(stage=2).json()[0]["entry"] == table().json()[0]["entry"]
    row = table(stage=1, bracket="A").json()[0]
    assert (row["place_from"], row["played"]) == (1, 3)
    assert all(isinstance(value, int | float) for value in row["tie_breaks"].values() if value)
    for query in ({"stage": 3}, {"stage": 1, "bracket": "Z"}):
        assert table(**query).json()["code"] == "no_such_table"
    assert table(stage="x").status_code == 400


def test_a_rehearsal_is_in_no_list_of_the_api() -> None:
    boss, address = played()
    assert [t["slug"] for t in client(boss).get(API).json()["results"]] == ["spring-open"]
    assert client(boss).get("/api/v1/players", {"search": "Practice"}).json()["count"] == 0
    assert client().get(address).status_code == 404


def test_a_result_is_corrected_after_a_preview_and_taken_back() -> None:
    of = started(4)
    boss, address = client(of.organizer), f"{API}/{of.slug}/rulings"
    first = pairing(of, "W1.1")
    body = {
        "verb": "correct_result",
        "reason": "Score sheet",
        "pairing": first.pk,
        "winner": entry(of, 4).pk,
        "loser": entry(of, 1).pk,
        "winner_points": 3,
        "loser_points": 1,
    }
    seen = boss.post(address, body | {"preview": True}, format="json").json()
    assert seen["moves"]
    first.refresh_from_db()
    assert first.winner is None
    made = boss.post(address, body | {"confirm": seen["digest"]}, format="json")
    assert made.status_code == 201, made.content
    first.refresh_from_db()
    assert first.winner == entry(of, 4)
    undo = {"verb": "undo", "reason": "Wrong sheet", "ruling": made.json()["id"]}
    assert boss.post(address, undo, format="json").status_code == 201
    first.refresh_from_db()
    assert first.winner is None
    record = client().get(address).json()
    assert [(r["verb"], r["undone"]) for r in record] == [
        ("undo", False),
        ("correct_result", True),
    ]


def test_rulings_are_a_directors_and_about_this_tournament() -> None:
    of, other = started(4), entered(2)
    address = f"{API}/{of.slug}/rulings"
    body = {"verb": "withdraw", "reason": "Ill today", "entry": entry(of, 1).pk}
    assert client().post(address, body, format="json").status_code in {401, 403}
    refused = client(other.organizer).post(address, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_a_director")
    body["entry"] = entry(other, 1).pk
    refused = client(of.organizer).post(address, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_here")
    refused = client(of.organizer).post(address, {"verb": "undo", "reason": "why"}, format="json")
    assert (refused.status_code, "ruling" in refused.json()["fields"]) == (400, True)
    leave = {"verb": "withdraw", "reason": "Ill today", "entry": entry(of, 1).pk}
    assert client(of.organizer).post(address, leave, format="json").status_code == 201
    assert entry(of, 1).status == "withdrawn"
