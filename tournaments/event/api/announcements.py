"""…/announcements of events and tournaments: what is announced now, one more, one taken down."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import TournamentApiView, login_of
from tournaments.core.permissions import Right, Subject, require
from tournaments.event.api.events import AnnouncementOut
from tournaments.event.selectors import announcements, events
from tournaments.event.services.announcements import announce, take_down


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


class TournamentAnnouncements(AnnouncementPlace, TournamentApiView):
    """What is announced in a tournament and its event now; POST announces more."""

    def version(self, request: Request) -> object:
        return None

    def place(self, request: Request) -> Subject:
        return self.tournament


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


class TournamentAnnouncementRemoval(AnnouncementRemoval, TournamentApiView):
    """One announcement of a tournament."""

    def place(self, request: Request) -> Subject:
        return self.tournament
