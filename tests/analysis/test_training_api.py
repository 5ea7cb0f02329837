"""The training with one's own mistakes over the API."""

import pytest
import time_machine
from rest_framework.test import APIClient

from analysis.models import TrainingCard, TrainingPlan
from tests.analysis.mistakes import BEST, TODAY, user_at, with_errors

pytestmark = pytest.mark.django_db


def test_a_position_is_shown_without_its_solution_and_answered_once() -> None:
    sitting = with_errors()
    client = APIClient()
    client.force_authenticate(user_at(sitting, "A"))
    with time_machine.travel(TODAY, tick=False):
        shown = client.post("/api/v1/training/next").json()
        assert BEST in {row["action"] for row in shown["choices"]}
        assert {name for row in shown["choices"] for name in row} == {"action"}
        answer = {"choice": BEST, "turn": shown["turn"]}
        address = f"/api/v1/training/cards/{shown['card']}"
        judged = client.post(address, answer, format="json").json()
        assert (judged["right"], judged["choices"][0]["action"]) == (True, BEST)
        box = TrainingCard.objects.get(pk=shown["card"]).box
        client.post(address, answer, format="json")
        assert TrainingCard.objects.get(pk=shown["card"]).box == box
        bad = client.post(address, answer | {"choice": "1/off"}, format="json")
        assert (bad.status_code, bad.json()["code"]) == (422, "no_such_choice")
        assert client.post("/api/v1/training/next").json()["card"] != shown["card"]


def test_cards_of_others_are_not_found_and_the_plan_is_chosen() -> None:
    sitting = with_errors()
    client, other = APIClient(), APIClient()
    client.force_authenticate(user_at(sitting, "A"))
    other.force_authenticate(user_at(sitting, "B"))
    card = client.post("/api/v1/training/next").json()["card"]
    answer = {"choice": BEST, "turn": 0}
    refused = other.post(f"/api/v1/training/cards/{card}", answer, format="json")
    assert refused.status_code == 404
    assert client.put("/api/v1/training/plan", {"new_a_day": 7}, format="json").status_code == 400
    assert client.put("/api/v1/training/plan", {"new_a_day": 20}, format="json").status_code == 204
    assert TrainingPlan.objects.get(user=user_at(sitting, "A")).new_a_day == 20
