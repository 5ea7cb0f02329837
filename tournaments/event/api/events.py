"""/api/v1/events: events with their tournaments; POST makes one, PATCH changes it."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import login_of
from tournaments.core.permissions import Right, require
from tournaments.event.selectors import announcements, events
from tournaments.event.selectors.event_files import event_files
from tournaments.event.services.events import FACTS, FIELDS, NewEvent, change, create, publish
from tournaments.formats.event_templates import TEMPLATES
from tournaments.models import Event
from tournaments.setup.services.creation_limits import require_room
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
            "is_public",
            *FACTS,
            "files",
            "previous",
            "tournaments",
            "announcements",
        ]


class NewEventIn(KnownFields):
    """A new event. Its template says which tournaments it has, and how many days it takes."""

    template = serializers.ChoiceField(choices=list(TEMPLATES))
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(required=False, allow_null=True)
    begins = serializers.TimeField(
        required=False, allow_null=True, help_text="Of the first tournament, in `time_zone`"
    )
    place = serializers.CharField(required=False, allow_blank=True, max_length=120)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    time_zone = serializers.CharField(required=False, max_length=64)
    currency = serializers.CharField(required=False, min_length=3, max_length=3)


class EventPatchIn(KnownFields, serializers.ModelSerializer[Event]):
    """Fields to change. Fields left out stay as they are."""

    previous = serializers.SlugField(
        required=False, allow_null=True, help_text="The slug of the event before it in its series"
    )
    is_public = serializers.BooleanField(required=False)

    class Meta:
        model = Event
        fields = sorted(FIELDS | {"is_public"})
        extra_kwargs = {name: {"required": False} for name in FIELDS - {"previous"}}


class EventList(ConditionalGet, ListAPIView[Event]):
    """Events, the latest first; those that are not public only for their people. POST makes an event from a template, with
    its tournaments as drafts; only its people see it."""

    token_scope = Scope.DIRECT
    serializer_class = EventOut

    @extend_schema(request=NewEventIn, responses={201: EventDetailOut})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        sent = NewEventIn(data=request.data)
        sent.is_valid(raise_exception=True)
        facts = dict(sent.validated_data)
        key = facts.pop("template")
        require_room(login_of(request), timezone.now())
        made = create(login_of(request), key, NewEvent(**facts))
        return Response(shown_event(request, made.slug), status=201)

    def get_queryset(self) -> QuerySet[Event]:
        return events.reachable(self.request.user).order_by("-starts_on", "-pk")


class EventDetail(ConditionalGet, APIView):
    """One event."""

    token_scope = Scope.DIRECT
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
        return Response(_shown(self.event, self.shown))

    @extend_schema(request=EventPatchIn, responses=EventDetailOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is sent. `is_public` shows the event to everybody, or to its people only; organizers alone set it."""
        by = login_of(request)
        require(by, self.event, Right.DIRECT)
        sent = EventPatchIn(data=request.data)
        sent.is_valid(raise_exception=True)
        facts = dict(sent.validated_data)
        is_public = facts.pop("is_public", None)
        if (earlier := facts.get("previous")) is not None:
            facts["previous"] = events.get_event(earlier, request.user)
        with transaction.atomic():
            if facts:
                change(self.event.pk, by=by, **facts)
            if is_public is not None:
                publish(self.event.pk, by=by, shown=is_public)
        return Response(shown_event(request, slug))


def shown_event(request: Request, slug: str) -> dict[str, Any]:
    """An event as the answer after a change."""
    event = events.get_event(slug, request.user)
    beside = {
        "tournaments": events.event_tournaments(event, request.user),
        "announcements": announcements.current_announcements(event, timezone.now()),
    }
    return _shown(event, beside)


def _shown(event: Event, beside: dict[str, Any]) -> dict[str, Any]:
    names = (*EventOut.Meta.fields, "description", "is_public", *FACTS)
    fields = {name: getattr(event, name) for name in names}
    previous = event.previous if event.previous_id else None
    more = {
        "files": {kind: row.href for kind, row in event_files(event).items()},
        "previous": previous.slug if previous is not None and previous.is_public else None,
    }
    return dict(EventDetailOut(fields | more | beside).data)  # type: ignore[arg-type]  # a row like it
