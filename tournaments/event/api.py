"""/api/v1/events: events with their tournaments; and announcements, of events and of tournaments."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.core.permissions import Right, Subject, require
from tournaments.event.selectors import announcements, events
from tournaments.event.selectors.event_files import event_files
from tournaments.event.services.announcements import announce, take_down
from tournaments.event.services.events import FACTS
from tournaments.models import Event
from web.etag import ConditionalGet


class EventOut(serializers.ModelSerializer[Event]):
    """An event in the list."""

    class Meta:
        model = Event
        fields = ["slug", "name", "place", "starts_on", "ends_on", "time_zone", "currency"]


class InEventOut(serializers.Serializer[Any]):
    """A tournament of an event, in the event's order."""

    slug = serializers.CharField(source="row.slug")
    name = serializers.CharField(source="row.name")
    division = serializers.CharField()
    status = serializers.CharField(source="row.status")
    starts_at = serializers.DateTimeField(source="row.starts_at", allow_null=True)
    entries = serializers.IntegerField(source="row.entries")
    entry_limit = serializers.IntegerField(source="row.entry_limit", allow_null=True)


class AnnouncementOut(serializers.Serializer[Any]):
    """A word to everybody."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)
    pinned = serializers.BooleanField()


class EventDetailOut(EventOut):
    """An event with its tournaments and what is announced to all of them now."""

    files = serializers.DictField(
        child=serializers.CharField(), help_text="Addresses of its image, logo and rules, by kind."
    )
    previous = serializers.CharField(
        allow_null=True, help_text="The slug of the event before it in its series."
    )
    tournaments = InEventOut(many=True)
    announcements = AnnouncementOut(many=True)

    class Meta(EventOut.Meta):
        fields = [
            *EventOut.Meta.fields,
            "description",
            *FACTS,
            "files",
            "previous",
            "tournaments",
            "announcements",
        ]


class EventList(ConditionalGet, ListAPIView[Event]):
    """Events, the latest first; those that are not public only for their people."""

    serializer_class = EventOut

    def get_queryset(self) -> QuerySet[Event]:
        return events.reachable(self.request.user).order_by("-starts_on", "-pk")


class EventDetail(ConditionalGet, APIView):
    """One event."""

    event: Event
    shown: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.event = events.get_event(kwargs["slug"], request.user)
        self.shown = {
            "tournaments": events.event_tournaments(self.event, request.user),
            "announcements": announcements.current_announcements(self.event, timezone.now()),
        }
        super().initial(request, *args, **kwargs)

    def version(self, request: Request) -> object:
        current, rows = self.shown["announcements"], self.shown["tournaments"]
        return f"{self.event.pk}.{events.page_key(self.event, rows, current)}"

    @extend_schema(responses=EventDetailOut)
    def get(self, request: Request, slug: str) -> Response:
        names = (*EventOut.Meta.fields, "description", *FACTS)
        fields = {name: getattr(self.event, name) for name in names}
        previous = self.event.previous if self.event.previous_id else None
        beside = {
            "files": {kind: row.href for kind, row in event_files(self.event).items()},
            "previous": previous.slug if previous is not None and previous.is_public else None,
        }
        shown: Any = fields | beside | self.shown
        return Response(EventDetailOut(shown).data)


class AnnouncementIn(KnownFields):
    """A word to everybody who plays or waits for a place; they are notified."""

    text = serializers.CharField(max_length=280)
    until = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="Null: until it is taken down"
    )
    pinned = serializers.BooleanField(required=False, default=False)
    counts_down = serializers.BooleanField(
        required=False, default=False, help_text="Count down to `until` on big screens"
    )


class AnnouncementPlace(APIView):
    """Announcements at one place. Who may write down results may announce."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    token_scope = Scope.DIRECT

    def place(self, request: Request) -> Subject:
        """The event or the tournament."""
        raise NotImplementedError

    @extend_schema(responses=AnnouncementOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = announcements.current_announcements(self.place(request), timezone.now())
        return Response(AnnouncementOut(rows, many=True).data)

    @extend_schema(request=AnnouncementIn, responses={201: AnnouncementOut})
    def post(self, request: Request, slug: str) -> Response:
        place, by = self.place(request), login_of(request)
        require(by, place, Right.SCORE)
        sent = AnnouncementIn(data=request.data)
        sent.is_valid(raise_exception=True)
        made = announce(place, by=by, now=timezone.now(), **sent.validated_data)
        return Response(AnnouncementOut(made).data, status=201)


class EventAnnouncements(AnnouncementPlace):
    """What is announced to a whole event now; POST announces more."""

    def place(self, request: Request) -> Subject:
        return events.get_event(self.kwargs["slug"], request.user)


class TournamentAnnouncements(AnnouncementPlace):
    """What is announced in a tournament and its event now; POST announces more."""

    def place(self, request: Request) -> Subject:
        return get_tournament(self.kwargs["slug"], request.user)


class AnnouncementRemoval(APIView):
    """DELETE takes an announcement down."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    def place(self, request: Request) -> Subject:
        """The event or the tournament."""
        raise NotImplementedError

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, announcement_id: int) -> Response:
        by, now = login_of(request), timezone.now()
        take_down(self.place(request), announcement_id, by=by, now=now)
        return Response(status=204)


class EventAnnouncementRemoval(AnnouncementRemoval):
    """One announcement of an event."""

    def place(self, request: Request) -> Subject:
        return events.get_event(self.kwargs["slug"], request.user)


class TournamentAnnouncementRemoval(AnnouncementRemoval):
    """One announcement of a tournament."""

    def place(self, request: Request) -> Subject:
        return get_tournament(self.kwargs["slug"], request.user)
