"""/api/v1/blocked-organizers: organizers who cannot enter you, because you declined an invitation of theirs and blocked them."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.requests import me
from accounts.services.players import ensure_player
from tournaments.entry.selectors.invitations import blocks_of
from tournaments.entry.services import answers
from tournaments.models import OrganizerBlock


class OrganizerBlockOut(serializers.Serializer[Any]):
    """A block: who cannot enter you, and since when."""

    id = serializers.IntegerField()
    organizer = serializers.CharField(source="organizer.player.name", default="")
    at = serializers.DateTimeField()


class OrganizerBlockList(ListAPIView[OrganizerBlock]):
    """Organizers whom you have blocked, the latest first. Nobody else can read it."""

    permission_classes = [IsAuthenticated]
    serializer_class = OrganizerBlockOut
    queryset = OrganizerBlock.objects.none()

    def get_queryset(self) -> QuerySet[OrganizerBlock]:
        user = self.request.user
        return blocks_of(user) if isinstance(user, User) else OrganizerBlock.objects.none()


class OrganizerBlockRemoval(APIView):
    """DELETE unblocks an organizer. Twice is once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        answers.unblock(pk, ensure_player(me(request)))
        return Response(status=204)
