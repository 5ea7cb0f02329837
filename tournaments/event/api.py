"""/api/v1/events: events with their tournaments and announcements, read only."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.event.selectors import announcements, events
from tournaments.event.selectors.event_files import event_files
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
