"""/api/v1/tournaments/<slug>/slow-matches: the matches that take longer than usual."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.bracket.api_base import DeskApiView
from tournaments.core.permissions import Right
from tournaments.desk.selectors.room_scope import scored_together
from tournaments.desk.selectors.slow_matches import slow_matches


class PaceOut(serializers.Serializer[object]):
    """How long matches of a tournament take. `measured_on`: finished matches, 0 for the default of nine minutes a point."""

    tournament = serializers.IntegerField()
    minutes_a_point = serializers.FloatField()
    measured_on = serializers.IntegerField(source="pace.matches")


class SlowMatchOut(serializers.Serializer[object]):
    """A match in progress. `score` is in the order of `players`, null where it is not known."""

    tournament = serializers.IntegerField(source="row.at.tournament.pk")
    pairing = serializers.IntegerField(source="row.pairing.id")
    name = serializers.CharField(source="row.pairing.name")
    table = serializers.IntegerField(source="row.open.table", allow_null=True)
    players = serializers.SerializerMethodField()
    score = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    length = serializers.IntegerField(source="row.head.row.length")
    since = serializers.DateTimeField(source="row.since")
    minutes = serializers.IntegerField()
    usual_minutes = serializers.IntegerField(source="usual")
    slow = serializers.BooleanField(source="is_slow")

    def get_players(self, match: object) -> list[str]:
        slots = match.row.pairing.slots  # type: ignore[attr-defined]  # a SlowMatch
        return [slot.player.name if slot.player else "" for slot in slots]


class SlowMatchesOut(serializers.Serializer[object]):
    """`matches` are slow, the slowest first; `next` are nearest to it. Of all tournaments of the event at whose desks you
    work."""

    paces = PaceOut(many=True)
    matches = SlowMatchOut(many=True, source="slow")
    next = SlowMatchOut(many=True)


class SlowMatchList(DeskApiView):
    """The matches that take half as long again as usual."""

    right = Right.SCORE

    @extend_schema(responses=SlowMatchesOut)
    def get(self, request: Request, slug: str) -> Response:
        scope = scored_together(self.tournament, request.user)
        return Response(SlowMatchesOut(slow_matches(scope, request.user, timezone.now())).data)
