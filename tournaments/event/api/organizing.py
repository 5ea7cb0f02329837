"""/api/v1/events/<slug>/tournaments, and copies of events and tournaments."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.core.permissions import Right, require
from tournaments.event.api.events import EventDetailOut, shown_event
from tournaments.event.selectors import events
from tournaments.event.services import cloning
from tournaments.event.services.events import add_existing, add_new, release
from tournaments.formats.event_templates import ADDED
from tournaments.setup.api_base import detail
from tournaments.setup.serializers import TournamentDetailOut
from tournaments.setup.services.creation_limits import require_room


class AddedTournamentIn(KnownFields):
    """A new tournament of a usual kind as a draft, or one of your own that is in no event."""

    kind = serializers.ChoiceField(choices=list(ADDED), required=False)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    tournament = serializers.SlugField(required=False, help_text="The slug of one that exists")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("kind" in attrs) == ("tournament" in attrs):
            raise serializers.ValidationError("Give either kind or tournament.")
        return attrs


class EventCopyIn(KnownFields):
    """The same event on other days."""

    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()


class TournamentCopyIn(KnownFields):
    """The same tournament once more."""

    name = serializers.CharField(max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class EventTournaments(APIView):
    """POST adds a tournament to an event: a new one, or one that stood alone."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(request=AddedTournamentIn, responses={201: TournamentDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        event, by = events.get_event(slug, request.user), login_of(request)
        require(by, event, Right.DIRECT)
        sent = AddedTournamentIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        if "tournament" in data:
            pk = get_tournament(data["tournament"], request.user).pk
            made = add_existing(event.pk, by=by, tournament_id=pk)
        else:
            require_room(by, timezone.now())
            made = add_new(
                event.pk, by=by, key=data["kind"], name=data["name"], starts_at=data["starts_at"]
            )
        return Response(detail(request, made.slug), status=201)


class EventTournamentRemoval(APIView):
    """DELETE takes a tournament out of an event; the tournament itself is kept."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, tournament: str) -> Response:
        event = events.get_event(slug, request.user)
        pk = get_tournament(tournament, request.user).pk
        release(event.pk, by=login_of(request), tournament_id=pk)
        return Response(status=204)


class EventCopy(APIView):
    """POST repeats an event on other days, its tournaments as drafts."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(request=EventCopyIn, responses={201: EventDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        event, by, now = events.get_event(slug, request.user), login_of(request), timezone.now()
        require(by, event, Right.DIRECT)
        sent = EventCopyIn(data=request.data)
        sent.is_valid(raise_exception=True)
        require_room(by, now)
        made = cloning.clone_event(event.pk, by=by, now=now, **sent.validated_data)
        return Response(shown_event(request, made.slug), status=201)


class TournamentCopy(DeskApiView):
    """POST makes a copy of a tournament as a draft."""

    @extend_schema(request=TournamentCopyIn, responses={201: TournamentDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        sent = TournamentCopyIn(data=request.data)
        sent.is_valid(raise_exception=True)
        by, now = login_of(request), timezone.now()
        require_room(by, now)
        made = cloning.clone_tournament(self.tournament.pk, by=by, now=now, **sent.validated_data)
        return Response(detail(request, made.slug), status=201)
