"""/api/v1/tournaments/<slug>/room-plan: where the tables stand, with their state and time."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.permissions import Right
from tournaments.desk.selectors.room_plan import STATES, PlanTable
from tournaments.desk.selectors.room_scope import plan_at_desk
from tournaments.models import Tournament
from tournaments.venue.selectors.plan_layout import LAST, PlanGrid
from tournaments.venue.services.room_plan import lay_in_rows, place_tables
from web.errors import DomainError

SHOWN = ("id", "number", "state", "tournament", "players", "pairing", "minutes")


class PlanTableOut(serializers.Serializer[object]):
    """A table on the plan. Row and column count from 1 within its room. `minutes`: since its match began or was called."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True)
    row = serializers.IntegerField()
    column = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    tournament = serializers.CharField(allow_blank=True)
    players = serializers.ListField(child=serializers.CharField())
    pairing = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)


class PlanPlaceIn(KnownFields):
    """A table by its id, and its place."""

    table = serializers.IntegerField(min_value=1, max_value=2**53)
    row = serializers.IntegerField(min_value=1, max_value=LAST)
    column = serializers.IntegerField(min_value=1, max_value=LAST)


class RoomPlanIn(KnownFields):
    """Either places of tables, or how many tables of each room stand in a row."""

    places = PlanPlaceIn(many=True, required=False)
    in_a_row = serializers.IntegerField(required=False, min_value=1, max_value=LAST)


class RoomPlanDetail(DeskApiView):
    """The plan of the rooms; PUT arranges it, for every tournament that shares the tables."""

    right = Right.SCORE

    @extend_schema(responses=PlanTableOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(_plan(self.tournament, login_of(request)))

    @extend_schema(request=RoomPlanIn, responses=PlanTableOut(many=True))
    def put(self, request: Request, slug: str) -> Response:
        sent = RoomPlanIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by = sent.validated_data, login_of(request)
        if ("places" in data) == ("in_a_row" in data):
            text = _("Send either places or in_a_row.")
            raise DomainError("bad_place", text, status=400)
        if "places" in data:
            places = {row["table"]: (row["row"], row["column"]) for row in data["places"]}
            place_tables(self.tournament.pk, places, by=by)
        else:
            lay_in_rows(self.tournament.pk, data["in_a_row"], by=by)
        return Response(_plan(self.tournament, by))


def _plan(tournament: Tournament, viewer: User) -> list[object]:
    rooms = plan_at_desk(tournament, viewer, timezone.now()).rooms
    return [row for room in rooms for row in _rows(room)]


def _rows(room: PlanGrid[PlanTable]) -> list[object]:
    return [
        PlanTableOut(
            {
                "room": room.room,
                "row": room.first[0] + row,
                "column": room.first[1] + column,
                **{name: getattr(table, name) for name in SHOWN},
            }
        ).data
        for row, cells in enumerate(room.rows)
        for column, table in enumerate(cells)
        if table is not None
    ]
