"""The position of the day: the same for everybody, from matches that everybody may see, and nobody is named."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from analysis import daily_position as daily
from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.position_reading import read_position
from analysis.quiz import Question, Quiz, choices_of, questions_of, quiz_of, suited, turned
from games.models import Match, MatchKind, MatchStatus
from games.selectors.records import record_of
from tests.analysis.test_analyses import finished

START = "XGID=-b----E-C---eE---c-e----B-:0:0:"
ROLLED = START + "-1:31:2:4:0:7:10"
DOUBLED = START + "-1:D:2:4:0:7:10"


def decision(**more: Any) -> dict[str, Any]:
    plays = [("8/5 6/5", 0.23), ("24/23 13/10", -0.01), ("13/10 6/5", -0.02), ("13/9", -0.03)]
    rows = [{"play": play, "equity": equity, "played": False} for play, equity in plays]
    rows.append({"play": "6/5 6/3", "equity": -0.4, "played": True})
    return {"seq": 7, "kind": "play", "counts": True, "candidates": rows, "cube": None} | more


def test_the_play_that_was_made_is_among_the_choices() -> None:
    choices = choices_of(Question("play", decision()))
    assert [row["action"] for row in choices] == ["8/5 6/5", "24/23 13/10", "13/10 6/5", "6/5 6/3"]
    assert [row["loss"] for row in choices] == [0, 0.24, 0.25, 0.63]


def test_take_and_drop_are_counted_for_whoever_answers() -> None:
    cube = {"no_double": 0.4, "double_take": 1.2, "double_drop": 1.0}
    choices = choices_of(Question("answer", decision(kind="take", cube=cube, candidates=[])))
    assert [(row["action"], row["equity"], row["loss"]) for row in choices] == [("drop", -1.0, 0), ("take", -1.2, 0.2)]  # fmt: skip


def test_only_counted_decisions_with_one_solution_are_asked() -> None:
    close = decision()["candidates"][1:3]
    rows = [decision(seq=1), decision(seq=2, counts=False), decision(seq=3, candidates=close)]
    assert [item.seq for item in suited(rows, "2026-11-26")] == [1]


CUBE = {"no_double": 0.4, "double_take": 0.6, "double_drop": 1.0, "counts": True, "error": 0.2}


def test_a_double_is_asked_where_it_was_made_and_where_it_was_missed() -> None:
    rows = [decision(seq=1, cube=CUBE), decision(seq=2, kind="double", cube=CUBE, candidates=[])]
    asked = list(questions_of(rows))
    assert [(item.seq, item.ask, item.made) for item in asked] == [(1, "double", "no_double"), (1, "play", "6/5 6/3"), (2, "double", "double")]  # fmt: skip
    assert [(row["action"], row["loss"]) for row in choices_of(asked[0])] == [("double", 0), ("no_double", 0.2)]  # fmt: skip
    for first in (True, False):
        assert (suited(rows[:1], "x", cube_first=first)[0].ask == "double") is first


def test_a_missed_double_is_shown_before_the_roll() -> None:
    item = Question("double", decision(cube=CUBE))
    quiz = quiz_of(item, ROLLED, "x")
    assert quiz is not None
    position = read_position(quiz["xgid"])
    assert (quiz["decision"], position.dice, position.decides) == ("double", None, "A")
    assert [row["action"] for row in quiz["choices"]] == ["double", "no_double"]
    assert quiz_of(item, DOUBLED, "x") is None
    crawford = ROLLED.replace(":2:4:0:7", ":6:4:1:7")
    assert quiz_of(item, crawford, "x") is None


def test_the_player_who_decides_sits_at_the_bottom() -> None:
    position = read_position(ROLLED)
    other_way = turned(position)
    assert (other_way.on_roll, other_way.away, other_way.dice) == ("A", (3, 5), (3, 1))
    assert other_way.question() == position.question()
    doubled = turned(read_position(DOUBLED.replace(":-1:D", ":1:D")))
    assert (doubled.decides, doubled.on_roll) == ("A", "B")


def test_the_choices_have_the_same_order_all_day() -> None:
    first = quiz_of(Question("play", decision()), ROLLED, "2026-11-26")
    assert first == quiz_of(Question("play", decision()), ROLLED, "2026-11-26")
    assert first is not None
    assert read_position(first["xgid"]).decides == "A"


def test_what_does_not_fit_its_position_is_not_asked() -> None:
    assert quiz_of(Question("play", decision()), DOUBLED, "x") is None
    assert quiz_of(Question("play", decision()), "rubbish", "x") is None


@pytest.fixture
def tomorrow(db: None) -> datetime:
    """A moment of the day after an analysed match."""
    match = finished().fresh()
    plays = [e for e in record_of(match).entries if e.action.kind == "play"]
    MatchAnalysis.objects.create(
        match=match,
        log_length=match.seq,
        preset="fast",
        engine="engine 1",
        status=AnalysisStatus.DONE,
        requested_at=timezone.now(),
        finished_at=match.finished_at,
        result={"decisions": [decision(seq=entry.seq) for entry in plays], "totals": {}},
    )
    ended_at = match.finished_at
    assert ended_at is not None
    return datetime.combine(ended_at.date() + timedelta(days=2), datetime.min.time(), UTC)


def test_it_stays_the_same_through_the_day(
    tomorrow: datetime, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = daily.daily_position(tomorrow)
    assert first is not None
    with django_assert_num_queries(0):
        assert daily.daily_position(tomorrow + timedelta(hours=23)) == first
    caches["pages"].clear()
    assert daily.daily_position(tomorrow + timedelta(hours=12)) == first


@pytest.mark.parametrize("hidden", ["imported", "void", "late", "ruled"])
def test_matches_that_not_everybody_may_see_are_left_out(tomorrow: datetime, hidden: str) -> None:
    match = Match.objects.get()
    changes: dict[str, dict[str, Any]] = {
        "imported": {"kind": MatchKind.IMPORTED},
        "void": {"status": MatchStatus.VOID},
        "late": {"finished_at": tomorrow - timedelta(minutes=30)},
        "ruled": {"seq": match.seq + 1},
    }
    Match.objects.update(**changes[hidden])
    assert daily.daily_position(tomorrow) is None


def test_the_page_asks_answers_and_names_nobody(
    client: Client, tomorrow: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiz = daily.daily_position(tomorrow)
    assert quiz is not None
    monkeypatch.setattr("analysis.training_views.daily_position", lambda _now: quiz)
    asked = client.get(reverse("training"))
    assert (asked.status_code, asked.context["chosen"]) == (200, "")
    assert b"-0." not in asked.content
    names = [row.player.name for row in Match.objects.get().seats.all()]
    for number, choice in enumerate(quiz["choices"], 1):
        answer = client.get(reverse("training"), {"choice": number})
        assert answer.context["is_right"] is (choice["loss"] == 0)
        assert [row["is_chosen"] for row in answer.context["choices"]].count(True) == 1
        assert not any(name in answer.content.decode() for name in names)


@pytest.mark.parametrize("choice", ["0", "5", "-1", "x", "1" * 500, "١"])
def test_a_choice_that_is_not_offered_is_none(
    client: Client, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    quiz: Quiz | None = quiz_of(Question("play", decision()), ROLLED, "x")
    monkeypatch.setattr("analysis.training_views.daily_position", lambda _now: quiz)
    answer = client.get(reverse("training"), {"choice": choice})
    assert (answer.status_code, answer.context["chosen"]) == (200, "")


@pytest.mark.django_db
def test_without_an_analysed_match_the_page_says_what_would_bring_one(client: Client, settings: Settings) -> None:  # fmt: skip
    answer = client.get(reverse("training"))
    assert answer.status_code == 200
    assert "No position today" in answer.content.decode()
