"""/api/v1/training/due: how many positions of the training are due today."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from accounts.services.guests import require_account
from analysis.training_cards import training_of
from games.serializers import RefusalOut


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
