"""/api/v1/tournaments/<slug>/start: the draw, and who is not checked in before it."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.services.start import start
from tournaments.core.permissions import require_director
from tournaments.entry.selectors.invitations import Unanswered, unanswered_before_start
from tournaments.ruling.services.undo_start import undo_start
from tournaments.setup.api_base import DirectorsVerb, detail
from tournaments.setup.serializers import TournamentDetailOut
from tournaments.venue.selectors.check_in import Attendance, missing_before_start


class StartIn(KnownFields):
    """How to start; nothing has to be sent."""

    draw_missing = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Draw those as well who are not checked in, where the tournament checks in",
    )
    draw = serializers.CharField(
        required=False,
        default="",
        max_length=64,
        allow_blank=True,
        help_text="The `mark` of the previewed draw that is to be published; refused (draw_changed) if it is another now",
    )
    without_invited = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Draw without those who are invited and have not accepted",
    )


class MissingOut(serializers.Serializer[object]):
    """An entry that is not checked in."""

    id = serializers.IntegerField(help_text="The entry")
    name = serializers.CharField()


class NotCheckedInOut(serializers.Serializer[object]):
    """Nothing was drawn. `not_checked_in`: because those missing are not checked in; bots need not be. `not_answered`:
    because those invited have not accepted."""

    code = serializers.CharField(
        help_text="not_checked_in, not_answered, or why else it does not start"
    )
    detail = serializers.CharField()
    missing = MissingOut(many=True, required=False)
    unanswered = MissingOut(many=True, required=False, help_text="Entries that are invited")


class Start(DirectorsVerb):
    """Draw and begin."""

    @extend_schema(
        request=StartIn,
        responses={
            200: TournamentDetailOut,
            409: OpenApiResponse(
                NotCheckedInOut,
                description="not_checked_in: somebody is not checked in, and `draw_missing` is not sent; nothing was drawn. "
                "`missing` is told with this code only. not_answered: somebody is invited and has not accepted, and "
                "`without_invited` is not sent; `unanswered` is told with this code only",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Refused with not_checked_in where the tournament checks in and somebody is missing, unless `draw_missing` is true;
        with not_answered where somebody is invited and has not accepted, unless `without_invited` is true. With `draw`, the
        previewed draw of that mark is published, and neither question is asked."""
        tournament = self.tournament
        require_director(request.user, tournament)
        asked = StartIn(data=request.data)
        asked.is_valid(raise_exception=True)
        seen = asked.validated_data["draw"]
        if seen:
            start(tournament.pk, by=request.user, now=timezone.now(), seen=seen)
            return Response(detail(request, slug))
        missing = None if asked.validated_data["draw_missing"] else missing_before_start(tournament)
        if missing is not None:
            return Response(NotCheckedInOut(_refused(missing)).data, status=409)
        unanswered = unanswered_before_start(tournament)
        if unanswered and not asked.validated_data["without_invited"]:
            return Response(NotCheckedInOut(_unanswered(unanswered)).data, status=409)
        start(tournament.pk, by=request.user, now=timezone.now())
        return Response(detail(request, slug))


class ReasonIn(KnownFields):
    """Why; it stands in the record of rulings."""

    reason = serializers.CharField(min_length=3, max_length=500)


class UndoStart(DirectorsVerb):
    """Undo the start while nothing is played: the draw is gone, and the tournament is open for entry again."""

    @extend_schema(request=ReasonIn, responses=TournamentDetailOut)
    def post(self, request: Request, slug: str) -> Response:
        sent = ReasonIn(data=request.data)
        sent.is_valid(raise_exception=True)
        reason = sent.validated_data["reason"]
        undo_start(self.tournament.pk, by=request.user, now=timezone.now(), reason=reason)
        return Response(detail(request, slug))


def _unanswered(rows: list[Unanswered]) -> dict[str, object]:
    detail = f"Invitations without an answer: {len(rows)}. Nothing has been drawn yet."
    return {"code": "not_answered", "detail": detail, "unanswered": rows}


def _refused(attendance: Attendance) -> dict[str, object]:
    detail = f"Entries not checked in: {len(attendance.missing)}. Nothing has been drawn yet."
    return {"code": "not_checked_in", "detail": detail, "missing": attendance.missing}
