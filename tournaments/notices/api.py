"""/api/v1/forfeit-notices: the matches that you lost by not joining, until you dismiss their notices."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from tournaments.notices.selectors.forfeits import forfeit_cards
from tournaments.notices.services import forfeit_notices


class ForfeitNoticeOut(serializers.Serializer[Any]):
    """A match that you lost by not joining. Its sentences say why, who gets the win, and what comes next for you."""

    id = serializers.IntegerField(source="notice")
    match = serializers.UUIDField()
    tournament = serializers.CharField(source="slug", help_text="The slug of the tournament")
    opponent = serializers.CharField()
    at = serializers.DateTimeField()
    why = serializers.CharField()
    win = serializers.CharField()
    coming = serializers.CharField()
    next_match = serializers.UUIDField(allow_null=True)


class ForfeitNotices(APIView):
    """Your notices of forfeits that are not dismissed, the newest five."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=ForfeitNoticeOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(ForfeitNoticeOut(forfeit_cards(me(request)), many=True).data)


class ForfeitNoticeDismissal(APIView):
    """DELETE dismisses a notice. Twice is once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, notice_id: int) -> Response:
        forfeit_notices.dismiss(me(request), notice_id, timezone.now())
        return Response(status=204)
