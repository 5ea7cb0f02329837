"""/api/v1/vacation: your vacation in correspondence matches."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player
from accounts.requests import me
from accounts.serializers import KnownFields
from accounts.services.players import ensure_player
from games.selectors.vacations import current_vacation
from games.serializers import RefusalOut
from games.services.vacations import end_vacation, most_days, start_vacation

MOST_DAYS = 366


class VacationOut(serializers.Serializer[Any]):
    """Whether you are on vacation, and how many days you have."""

    started_at = serializers.DateTimeField(allow_null=True, help_text="Null while you are on none")
    ends_at = serializers.DateTimeField(allow_null=True)
    days_left = serializers.IntegerField(help_text="The longest vacation that could start now")
    days_a_year = serializers.IntegerField()


class VacationIn(KnownFields):
    """How long you will be away."""

    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS)


class VacationView(APIView):
    """Your vacation; POST starts one now; DELETE ends it early. The days that have begun are used."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="vacation_retrieve", responses={200: VacationOut, 401: RefusalOut})
    def get(self, request: Request) -> Response:
        return Response(_shown(ensure_player(me(request))))

    @extend_schema(
        operation_id="vacation_start",
        request=VacationIn,
        responses={201: VacationOut, **dict.fromkeys((400, 401, 409, 422), RefusalOut)},
    )
    def post(self, request: Request) -> Response:
        sent = VacationIn(data=request.data)
        sent.is_valid(raise_exception=True)
        player = ensure_player(me(request))
        start_vacation(player, sent.validated_data["days"], timezone.now())
        return Response(_shown(player), status=201)

    @extend_schema(operation_id="vacation_end", responses={204: None, 401: RefusalOut})
    def delete(self, request: Request) -> Response:
        end_vacation(ensure_player(me(request)), timezone.now())
        return Response(status=204)


def _shown(player: Player) -> dict[str, Any]:
    now = timezone.now()
    current = current_vacation(player, now)
    shown = {
        "started_at": None if current is None else current.started_at,
        "ends_at": None if current is None else current.ends_at,
        "days_left": most_days(player, now),
        "days_a_year": settings.VACATION_DAYS,
    }
    return dict(VacationOut(shown).data)
