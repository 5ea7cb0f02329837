"""/api/v1/tournaments/<slug>/slips: who meets over the board at which table; report a score, confirm it, object."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.requests import me
from tournaments.bracket.api_base import TournamentApiView
from tournaments.bracket.selectors.agreement import is_session
from tournaments.core.permissions import Right, may
from tournaments.models import ScoreReport, Slip
from tournaments.venue.selectors.may_report_for import side_of
from tournaments.venue.selectors.venue import slips_of
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter, session_claim
from tournaments.venue.services.typed_results import TypedResult, type_result
from web.errors import DomainError, NotAllowed, NotFound

BIG = 2**53
HOW = ["played", "time", "conceded", "forfeit"]


class SlipOut(serializers.Serializer[object]):
    """Two who meet over the board. `state`: waits (for a table), called, playing, reported, disputed, done."""

    id = serializers.IntegerField()
    pairing = serializers.IntegerField()
    board = serializers.IntegerField()
    round = serializers.CharField(source="round_name")
    length = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="The two entries")
    players = serializers.ListField(child=serializers.CharField(), source="names")
    table = serializers.IntegerField(allow_null=True)
    room = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    since = serializers.DateTimeField(help_text="When both were known")
    stands_at = serializers.DateTimeField(
        allow_null=True, help_text="When a report counts if nobody answers"
    )


class SlipReportIn(serializers.Serializer[object]):
    """What somebody says about their match: `report` how it ended, `confirm` or `object` to what the other has reported.

    A confirmation has `state` agreed, and waits with the report until `stands_at`, where the player who lost has spoken only
    with the match slip. Whoever may write down results reports for the desk: that counts at once.
    """

    verb = serializers.ChoiceField(choices=["report", "confirm", "object"])
    winner = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=BIG,
        help_text="An entry; with equal points of a session either of the two",
    )
    how = serializers.ChoiceField(choices=HOW, required=False, default="played")
    winner_points = serializers.IntegerField(required=False, min_value=0, max_value=99)
    loser_points = serializers.IntegerField(required=False, min_value=0, max_value=99)
    report = serializers.IntegerField(
        required=False, min_value=1, max_value=BIG, help_text="The report that is answered"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = ("winner",) if attrs["verb"] == "report" else ("report",)
        if missing := [name for name in needed if name not in attrs]:
            raise serializers.ValidationError(dict.fromkeys(missing, "This field is required."))
        return attrs


class ReportOut(serializers.Serializer[object]):
    """A report as it stands now."""

    id = serializers.IntegerField()
    slip = serializers.IntegerField(source="slip_id")
    kind = serializers.CharField()
    winner = serializers.IntegerField(source="winner_id", allow_null=True)
    state = serializers.CharField()
    at = serializers.DateTimeField()
    stands_at = serializers.DateTimeField(allow_null=True)


class SlipList(TournamentApiView):
    """Who meets over the board now."""

    @extend_schema(operation_id="tournaments_slips_list", responses=SlipOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        return Response(SlipOut(slips_of(tournament), many=True).data)


class SlipReports(TournamentApiView):
    """What is said about one match over the board."""

    token_scope = Scope.PLAY

    @extend_schema(
        operation_id="tournaments_slips_report",
        request=SlipReportIn,
        responses={
            201: ReportOut,
            409: OpenApiResponse(description="Already decided, or changed in the meantime"),
        },
    )
    def post(self, request: Request, slug: str, slip_id: int) -> Response:
        tournament = self.tournament
        slips = Slip.objects.select_related("pairing__round", "pairing__stage__tournament")
        slip = slips.filter(pk=slip_id, pairing__stage__tournament=tournament).first()
        if slip is None:
            raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
        data = SlipReportIn(data=request.data)
        data.is_valid(raise_exception=True)
        report = _report(request, slip, data.validated_data)
        report.refresh_from_db()
        return Response(ReportOut(report).data, status=201)


def _report(request: Request, slip: Slip, data: dict[str, Any]) -> ScoreReport:
    user, now = me(request), timezone.now()
    side = side_of(user, slip)
    if side is None:
        return _at_desk(request, slip, data)
    who = Reporter(side, user)
    if data["verb"] == "confirm":
        return reporting.confirm(slip.pk, who, report_id=data["report"], now=now)
    if data["verb"] == "object":
        return reporting.object_to(slip.pk, who, report_id=data["report"], now=now)
    return reporting.report(slip.pk, who, _claim(slip, data), now=now)


def _at_desk(request: Request, slip: Slip, data: dict[str, Any]) -> ScoreReport:
    user = me(request)
    if not may(user, slip.pairing.stage.tournament, Right.SCORE):
        raise NotAllowed("not_your_match", "You are not a player in this match.")
    if data["verb"] != "report":
        raise DomainError("bad_verb", "The desk can only report a result.", status=400)
    type_result(slip.pk, TypedResult(user, _claim(slip, data), timezone.now()))
    report = slip.reports.order_by("pk").last()
    if report is None:
        raise NotFound("no_such_report", "No report found.")
    return report


def _claim(slip: Slip, data: dict[str, Any]) -> Claim:
    two = {slip.entry_a_id, slip.entry_b_id}
    winner: int | None = int(data["winner"])
    points = (data.get("winner_points"), data.get("loser_points"))
    if None in points or winner not in two:
        return Claim(winner, None, data["how"])
    (loser,) = two - {winner}
    score = {data["winner"]: points[0] or 0, loser: points[1] or 0}
    if is_session(slip.pairing.round) and data["how"] != "forfeit":
        return session_claim(score, data["how"])
    return Claim(winner, score, data["how"])
