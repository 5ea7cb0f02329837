"""…/pairings/<id>/result/undo: a result that players reported or the desk typed is undone."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.models import Result
from tournaments.ruling.selectors.rulings import ruling_rows, rulings_of
from tournaments.ruling.serializers import RulingOut, UnconfirmedOut, unconfirmed
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, rule
from tournaments.ruling.services.take_back_result import TakeBackResult
from web.errors import NotFound


class ResultUndoIn(KnownFields):
    """Why the result is undone. Where matches that have begun would become void, send the digest as `confirm`."""

    reason = serializers.CharField(min_length=3, max_length=500)
    board = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=5, help_text="Of a team match"
    )
    confirm = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=64, help_text="A digest"
    )


class PairingResultUndo(DeskApiView):
    """POST undoes the result of a pairing that players reported or the desk typed. The pairing is open again.

    `void_result` of the rulings undoes results of other kinds.
    """

    @extend_schema(
        request=ResultUndoIn,
        responses={
            201: RulingOut,
            409: OpenApiResponse(
                UnconfirmedOut,
                description="needs_confirmation, stale_preview: `moves` and `digest` say what would move",
            ),
        },
    )
    def post(self, request: Request, slug: str, pairing_id: int) -> Response:
        """Refused: no_such_result (404)."""
        sent = ResultUndoIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        action = TakeBackResult(result_id=self._result(pairing_id, data["board"]).pk)
        asked = RulingRequest(
            login_of(request), timezone.now(), data["reason"], confirm=data["confirm"]
        )
        try:
            ruling = rule(action, asked)
        except ConfirmationNeeded as error:
            return Response(UnconfirmedOut(unconfirmed(error)).data, status=error.status)
        rows = ruling_rows(self.tournament, rulings_of(self.tournament).filter(pk=ruling.pk))
        return Response(RulingOut(rows[0]).data, status=201)

    def _result(self, pairing_id: int, board: int) -> Result:
        reported = Result.objects.filter(
            pairing=pairing_id,
            pairing__stage__tournament=self.tournament,
            source=Result.Source.REPORT,
            superseded_by=None,
            revoked_at=None,
        )
        if board:
            reported = reported.filter(board=board)
        result = reported.order_by("-pk").first()
        if result is None:
            raise NotFound("no_such_result", _("This result is no longer part of the draw."))
        return result
