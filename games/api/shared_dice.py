"""GET /api/v1/matches/<match>/shared-dice: how far the tables are that roll the same dice as this match."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.selectors.shared_dice import tables_of
from games.serializers import RefusalOut
from web.errors import NotFound


class SharedTablesOut(serializers.Serializer[Any]):
    """The tables with the same dice. The next roll comes when none is awaited any more."""

    tables = serializers.IntegerField(help_text="Tables that roll these dice")
    playing = serializers.IntegerField(help_text="Of those, tables that are not over")
    awaited = serializers.IntegerField(help_text="Of those, tables that the next roll waits for")
    paused = serializers.IntegerField(help_text="Of those, tables that are paused")


class SharedDiceView(APIView):
    """How many tables the next roll waits for. It says nothing of their positions or dice."""

    permission_classes = [AllowAny]

    @extend_schema(responses={200: SharedTablesOut, 404: RefusalOut})
    def get(self, request: Request, match_id: UUID) -> Response:
        tables = tables_of(request.user, match_id, timezone.now())
        if tables is None:
            raise NotFound("no_shared_dice", _("This match does not share its dice."))
        return Response(tables)
