"""/api/v1/fair-play: figures and decisions, for staff. And what a player’s browser reports during a match."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.audit_trail import doer
from accounts.models import Player
from accounts.requests import me
from fairplay.models import FairPlayStatus, PlayerFigures
from fairplay.selectors.report import (
    MOST_PLAYERS,
    OPEN,
    listed,
    player_report,
    tournament_report,
)
from fairplay.services.notes import note_decision, record_look
from fairplay.services.tab_switches import report_switches
from games.serializers import RefusalOut
from tournaments.models import Tournament

LOOK, NOTE = "fairplay.view_playerfigures", "fairplay.note_playerfigures"


class IsFairPlayStaff(BasePermission):
    """Staff with the right to look at these figures, or, to write, to note decisions."""

    def has_permission(self, request: Request, view: Any) -> bool:
        right = LOOK if request.method in ("GET", "HEAD", "OPTIONS") else NOTE
        return bool(request.user and request.user.is_staff and request.user.has_perm(right))


class FairPlayRowOut(serializers.Serializer[Any]):
    """A player over the latest season with an analysed match."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    season = serializers.IntegerField()
    matches = serializers.IntegerField()
    choices = serializers.IntegerField(help_text="Neither forced nor trivial")
    pr = serializers.FloatField()
    agreement = serializers.FloatField(help_text="With the engine’s first choice, 0 to 1")
    evidence = serializers.FloatField(
        help_text="Natural logarithm of the highest odds of the season"
    )
    flagged_at = serializers.DateTimeField(allow_null=True)


class FairPlayTimingOut(serializers.Serializer[Any]):
    """Seconds a decision; null where there are too few."""

    easy = serializers.FloatField(allow_null=True)
    hard = serializers.FloatField(allow_null=True)
    quick = serializers.FloatField(
        allow_null=True,
        help_text="Share of hard decisions that took no longer than the usual easy one",
    )
    spread = serializers.FloatField(allow_null=True, help_text="Between the quartiles")
    decisions = serializers.IntegerField()


class FairPlayTotalsOut(serializers.Serializer[Any]):
    """Several matches together."""

    matches = serializers.IntegerField()
    choices = serializers.IntegerField()
    pr = serializers.FloatField()
    agreement = serializers.FloatField()
    hard_agreement = serializers.FloatField(allow_null=True)
    timing = FairPlayTimingOut()
    switches = serializers.IntegerField(allow_null=True, help_text="Of the tab, where reported")
    reported = serializers.IntegerField(help_text="Matches with such a report")


class FairPlayGroupOut(serializers.Serializer[Any]):
    """A season (the year) or a tournament (its key)."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    totals = FairPlayTotalsOut()


class FairPlayNoteOut(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=FairPlayStatus.choices)
    reason = serializers.CharField()
    by = serializers.CharField(source="by_name")
    at = serializers.DateTimeField()


class FairPlayNoteIn(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=FairPlayStatus.choices)
    reason = serializers.CharField(max_length=300)


class FairPlayReportOut(serializers.Serializer[Any]):
    """What is known of one player. It is a reason to look, and no proof (docs/fair-play.md)."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    figures = FairPlayRowOut(allow_null=True)
    seasons = FairPlayGroupOut(many=True)
    tournaments = FairPlayGroupOut(many=True)
    before = FairPlayTotalsOut(allow_null=True, help_text="All earlier seasons")
    rating = serializers.FloatField(allow_null=True)
    rating_pr = serializers.FloatField(allow_null=True, help_text="What the rating stands for")
    finished = serializers.IntegerField(help_text="Finished matches, analysed or not")
    notes = FairPlayNoteOut(many=True)


class FairPlayEntrantOut(serializers.Serializer[Any]):
    """A player in one tournament, beside the row of their latest season."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    totals = FairPlayTotalsOut()
    figures = FairPlayRowOut(allow_null=True)


class TabSwitchesIn(serializers.Serializer[Any]):
    game = serializers.IntegerField(help_text="The number of the game, from 1")
    count = serializers.IntegerField(help_text="How often the page was hidden in it so far")


class FairPlayPlayers(APIView):
    """The players with analysed matches, the strongest evidence first."""

    permission_classes = [IsAuthenticated, IsFairPlayStaff]
    query_words = ("status",)

    @extend_schema(
        operation_id="fair_play_players",
        parameters=[
            OpenApiParameter("status", str, enum=[OPEN, *FairPlayStatus.values], required=False)
        ],
        responses={200: FairPlayRowOut(many=True), **dict.fromkeys((401, 403), RefusalOut)},
    )
    def get(self, request: Request) -> Response:
        rows = PlayerFigures.objects.select_related("player").filter(player__anonymised_at=None)
        if status := request.query_params.get("status", ""):
            rows = listed(rows, status)
        return Response(FairPlayRowOut(rows[:MOST_PLAYERS], many=True).data)


class FairPlayPlayer(APIView):
    """Everything that staff see of one player. Each look is recorded in the audit trail."""

    permission_classes = [IsAuthenticated, IsFairPlayStaff]

    @extend_schema(
        operation_id="fair_play_player",
        responses={200: FairPlayReportOut, **dict.fromkeys((401, 403, 404), RefusalOut)},
    )
    def get(self, request: Request, pk: int) -> Response:
        player = _person_or_404(pk)
        record_look(player, doer(request._request))
        return Response(FairPlayReportOut(player_report(player)).data)


class FairPlayTournament(APIView):
    """The players of a tournament by their analysed matches in it, the lowest PR first. Each look is recorded in the audit trail."""

    permission_classes = [IsAuthenticated, IsFairPlayStaff]

    @extend_schema(
        operation_id="fair_play_tournament",
        responses={
            200: FairPlayEntrantOut(many=True),
            **dict.fromkeys((401, 403, 404), RefusalOut),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise Http404
        record_look(tournament, doer(request._request))
        return Response(FairPlayEntrantOut(tournament_report(tournament), many=True).data)


class FairPlayDecisions(APIView):
    """Note a decision about a player. Nothing follows from it by itself."""

    permission_classes = [IsAuthenticated, IsFairPlayStaff]

    @extend_schema(
        operation_id="fair_play_decide",
        request=FairPlayNoteIn,
        responses={201: FairPlayNoteOut, **dict.fromkeys((400, 401, 403, 404, 422), RefusalOut)},
    )
    def post(self, request: Request, pk: int) -> Response:
        player = _person_or_404(pk)
        given = FairPlayNoteIn(data=request.data)
        given.is_valid(raise_exception=True)
        by = doer(request._request, given.validated_data["reason"])
        note = note_decision(player, given.validated_data["status"], by)
        return Response(FairPlayNoteOut(note).data, status=201)


class TabSwitchesView(APIView):
    """How often the page of a table was hidden in one game, as the browser of one of its players counts."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="tab_switches_report",
        request=TabSwitchesIn,
        responses={204: None, **dict.fromkeys((400, 401, 403, 404, 422, 429), RefusalOut)},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        given = TabSwitchesIn(data=request.data)
        given.is_valid(raise_exception=True)
        fields = given.validated_data
        report_switches(match_id, me(request), fields["game"], fields["count"], timezone.now())
        return Response(status=204)


def _person_or_404(pk: int) -> Player:
    player = Player.objects.filter(pk=pk, anonymised_at=None).first()
    if player is None or player.is_bot:
        raise Http404
    return player
