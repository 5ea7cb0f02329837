"""/api/v1 rematch: play a friendly match again, with the seats changed over."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from games.serializers import RefusalOut
from games.services.rematch import rematch


class RematchOut(serializers.Serializer[Any]):
    """The match to play; the same one for both who ask."""

    match = serializers.UUIDField()


class RematchView(APIView):
    """Wish for a rematch, or agree to the other's wish."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None,
        responses={200: RematchOut, **dict.fromkeys((401, 403, 404, 409), RefusalOut)},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        made = rematch(match_id, me(request), timezone.now())
        return Response({"match": made.pk})
