"""/api/v1/training: what is due today, the next position, the answer to it, and how many new positions a day brings."""

from datetime import date
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.requests import me
from accounts.serializers import KnownFields
from accounts.services.guests import require_account
from analysis.models import TrainingCard
from analysis.quiz import Quiz, choices_of, is_solved
from analysis.services.training import (
    answer_card,
    choose_new_a_day,
    drop_hidden_cards,
    make_cards,
    no_such_card,
)
from analysis.training_cards import (
    MOST_CHOICES,
    NEW_A_DAY,
    next_quiz,
    question_of,
    training_of,
)
from games.serializers import RefusalOut
from web.errors import NotFound

DECISIONS = ("play", "double", "answer")
MOST_TURNS = 10**9
NEW_A_DAY_CHOICES = [(number, str(number)) for number in NEW_A_DAY]


class TrainingDueOut(serializers.Serializer[Any]):
    """Where the training with one's own mistakes stands."""

    due = serializers.IntegerField(help_text="Positions of today that are not answered yet")
    new = serializers.IntegerField(help_text="How many of them are new")
    next_due = serializers.DateField(allow_null=True, help_text="The next day after today")


class TrainingDueView(APIView):
    """The training of the user who asks."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="training_due",
        description="How many positions of your training are due today, and when the next ones are.",
        responses={200: TrainingDueOut, 401: RefusalOut, 403: RefusalOut},
    )
    def get(self, request: Request) -> Response:
        user = me(request)
        require_account(user)
        training = training_of(user, timezone.localdate())
        return Response({"due": training.due, "new": training.fresh, "next_due": training.next_due})


class TrainingChoiceOut(serializers.Serializer[Any]):
    """An answer that you can give: a play in the usual notation, or `double`, `no_double`, `take`, `drop`."""

    action = serializers.CharField()


class TrainingPositionOut(serializers.Serializer[Any]):
    """A position to solve. You sit at the bottom of the board."""

    card = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="Send it with your answer, which then counts once")
    xgid = serializers.CharField()
    decision = serializers.ChoiceField(choices=DECISIONS)
    choices = TrainingChoiceOut(many=True)


class JudgedChoiceOut(serializers.Serializer[Any]):
    """An answer with its equity and what it gives away, 0 for the best one."""

    action = serializers.CharField()
    equity = serializers.FloatField()
    loss = serializers.FloatField()


class TrainingAnswerOut(serializers.Serializer[Any]):
    """What your answer was worth. `made` is what you played in the match."""

    chosen = serializers.CharField()
    right = serializers.BooleanField()
    made = serializers.CharField(help_text="Empty where it is not known")
    choices = JudgedChoiceOut(many=True)


class TrainingAnswerIn(KnownFields):
    """Your answer: an `action` of the position, with its `turn`."""

    choice = serializers.CharField(max_length=80)
    turn = serializers.IntegerField(min_value=0, max_value=MOST_TURNS)


class TrainingPlanIn(KnownFields):
    """How many new positions a day brings."""

    new_a_day = serializers.ChoiceField(choices=NEW_A_DAY_CHOICES)


class TrainingNextView(APIView):
    """The position of your training that comes next."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="training_next",
        request=None,
        responses={200: TrainingPositionOut, **dict.fromkeys((401, 403, 404), RefusalOut)},
    )
    def post(self, request: Request) -> Response:
        """Add positions of newly analysed matches and show the one that comes next. 404 `nothing_due` when today’s are answered."""
        user, today = me(request), timezone.localdate()
        require_account(user)
        make_cards(user)
        following = _following(user, today)
        if following is None:
            drop_hidden_cards(user, today)
            following = _following(user, today)
        if following is None:
            raise NotFound("nothing_due", "No position of your training is due today.")
        card, quiz = following
        shown = {"card": card.pk, "turn": card.answers, **quiz}
        return Response(TrainingPositionOut(shown).data)


class TrainingCardView(APIView):
    """The answer to a position of your training."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="training_answer",
        request=TrainingAnswerIn,
        responses={200: TrainingAnswerOut, **dict.fromkeys((400, 401, 403, 404, 422), RefusalOut)},
    )
    def post(self, request: Request, card_id: int) -> Response:
        """Count an answer, once: with another `turn` than that of the position nothing is counted."""
        user, today = me(request), timezone.localdate()
        require_account(user)
        sent = TrainingAnswerIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        card = answer_card(user, card_id, typed["choice"], typed["turn"], today)
        question = question_of(card)
        if question is None:
            raise no_such_card()
        choices = choices_of(question, MOST_CHOICES)
        losses = {row["action"]: row["loss"] for row in choices}
        shown = {
            "chosen": typed["choice"],
            "right": is_solved(losses[typed["choice"]]),
            "made": question.made,
            "choices": choices,
        }
        return Response(TrainingAnswerOut(shown).data)


class TrainingPlanView(APIView):
    """How many new positions a day brings."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="training_plan",
        request=TrainingPlanIn,
        responses={204: None, **dict.fromkeys((400, 401, 403), RefusalOut)},
    )
    def put(self, request: Request) -> Response:
        """Choose how many new positions a day brings."""
        user = me(request)
        require_account(user)
        sent = TrainingPlanIn(data=request.data)
        sent.is_valid(raise_exception=True)
        choose_new_a_day(user, str(sent.validated_data["new_a_day"]))
        return Response(status=204)


def _following(user: User, today: date) -> tuple[TrainingCard, Quiz] | None:
    training = training_of(user, today)
    return next_quiz(user, today, with_new=training.fresh > 0) if training.due else None
