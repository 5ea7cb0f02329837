"""A decision of a review to solve once more: who may, what is asked, and where it leads."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis.models import ImportedAnalysis, MatchAnalysis, TrainingDay
from analysis.selectors import judged_decisions
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from tests.analysis.mistakes import (
    BEST,
    CUBE,
    WRONG,
    analysed,
    finished,
    judged,
    plays_of,
    user_at,
    with_errors,
)
from tests.games.services.tables import Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting() -> Sitting:
    made = with_errors()
    Match.objects.update(last_at=timezone.now() - timedelta(hours=2))
    return made


def address(sitting: Sitting, seq: int, ask: str = "play") -> str:
    return reverse("match-solve", args=[sitting.match.pk, seq, ask])


def number_of(asked: Any, action: str) -> int:
    return next(row["number"] for row in asked.context["choices"] if row["action"] == action)


def test_a_visitor_is_asked_without_figures_and_gets_the_verdict(
    sitting: Sitting, client: Client
) -> None:
    first = plays_of(sitting.fresh())[0]
    asked = client.get(address(sitting, first.seq))
    text = asked.content.decode()
    assert asked.context["question"].startswith("You rolled")
    assert {row["action"] for row in asked.context["choices"]} == {BEST, WRONG, "13/10 6/5"}
    shown = text.split("<main")[1]
    assert not any(figure in shown for figure in ("0.230", "0.248", "0.018", "Best", "Played then"))
    right = client.get(address(sitting, first.seq), {"choice": number_of(asked, BEST)})
    assert "Right!" in right.content.decode()
    wrong = client.get(address(sitting, first.seq), {"choice": number_of(asked, WRONG)})
    assert "8/5 6/5 is best. 24/23 13/10 costs 0.248." in wrong.content.decode()
    assert "Played then" in wrong.content.decode()
    assert not TrainingDay.objects.exists()


def test_question_and_answer_lead_back_to_the_same_step_of_the_review(
    sitting: Sitting, client: Client
) -> None:
    first = plays_of(sitting.fresh())[0]
    back = f'href="{reverse("match-review", args=[sitting.match.pk])}?at={first.seq}"'
    asked = client.get(address(sitting, first.seq))
    answered = client.get(address(sitting, first.seq), {"choice": "1"})
    assert asked.content.decode().count(back) == 1
    assert answered.content.decode().count(back) == 2


def test_the_answer_leads_through_the_errors_of_the_same_player(
    sitting: Sitting, client: Client
) -> None:
    mine = [entry.seq for entry in plays_of(sitting.fresh())[:4]]
    seen = [mine[0]]
    while following := client.get(address(sitting, seen[-1]), {"choice": "1"}).context["following"]:
        seen.append(following.seq)
    assert seen == mine
    of_b = plays_of(sitting.fresh(), "B")[0].seq
    assert client.get(address(sitting, of_b), {"choice": "1"}).context["following"] is None


def test_a_missed_double_comes_before_the_play_of_its_roll(client: Client) -> None:
    sitting = finished()
    Match.objects.update(last_at=timezone.now() - timedelta(hours=2))
    match = sitting.fresh()
    entry = next(e for e in plays_of(match)[1:] if e.before.match.game and e.before.match.game.owner is None)  # fmt: skip
    analysed(match, [judged(entry, cube=CUBE)])
    asked = client.get(address(sitting, entry.seq, "double"))
    assert [row["label"] for row in asked.context["choices"]] == ["Double", "No double"]
    answered = client.get(address(sitting, entry.seq, "double"), {"choice": "2"})
    assert (answered.context["following"].seq, answered.context["following"].ask) == (entry.seq, "play")  # fmt: skip


@pytest.mark.parametrize("choice", ["0", "9", "", "x" * 5000, "٣", "1.0", "-1"])
def test_a_choice_that_is_none_asks_again(sitting: Sitting, client: Client, choice: str) -> None:
    first = plays_of(sitting.fresh())[0]
    answer = client.get(address(sitting, first.seq), {"choice": choice})
    assert (answer.status_code, answer.context["chosen"]) == (200, "")


@pytest.mark.parametrize(("seq", "ask"), [(0, "play"), (10**40, "play"), (None, "double"), (None, "answer"), (None, "nonsense")])  # fmt: skip
def test_a_step_without_such_a_decision_is_404_with_the_way_out(
    sitting: Sitting, client: Client, seq: int | None, ask: str
) -> None:
    at = plays_of(sitting.fresh())[0].seq if seq is None else seq
    answer = client.get(address(sitting, at, ask))
    assert answer.status_code == 404
    assert "There is nothing to solve at this step." in answer.content.decode()


def test_a_match_in_progress_or_behind_a_delay_asks_nothing(
    sitting: Sitting, client: Client
) -> None:
    at = plays_of(sitting.fresh())[0].seq
    Match.objects.update(context={"spectator_delay_s": 300}, last_at=timezone.now())
    assert client.get(address(sitting, at)).status_code == 404
    client.force_login(user_at(sitting, "A"))
    assert client.get(address(sitting, at)).status_code == 200
    Match.objects.update(status=MatchStatus.PLAYING, finished_at=None)
    assert client.get(address(sitting, at)).status_code == 404


def test_the_analysis_of_a_file_is_asked_too_but_not_of_players_of_a_match(client: Client) -> None:
    sitting = finished()
    entry = plays_of(sitting.fresh())[0]
    Match.objects.update(kind=MatchKind.IMPORTED)
    ImportedAnalysis.objects.create(match=sitting.match, program="xg", level="", result={"decisions": [judged(entry)], "totals": {}})  # fmt: skip
    assert client.get(address(sitting, entry.seq)).status_code == 200
    user = user_at(sitting, "A")
    other = finished()
    MatchSeat.objects.filter(match=other.match, seat="A").update(player=user.player)
    Match.objects.filter(pk=other.match.pk).update(status=MatchStatus.PLAYING, finished_at=None)
    client.force_login(user)
    assert client.get(address(sitting, entry.seq)).status_code == 409


def test_only_a_finished_analysis_is_asked(sitting: Sitting, client: Client) -> None:
    at = plays_of(sitting.fresh())[0].seq
    MatchAnalysis.objects.update(status="running")
    assert judged_decisions(sitting.fresh()) == []
    assert client.get(address(sitting, at)).status_code == 404
    review = reverse("match-review", args=[sitting.match.pk])
    assert "data-solve" not in client.get(review).content.decode()
    MatchAnalysis.objects.update(status="done")
    assert f'data-solve="{address(sitting, 0)}"' in client.get(review).content.decode()
