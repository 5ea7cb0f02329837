"""/api/v1/tournaments/<slug>/tables and …/slips/<id>/table: tables, and which match is at which."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core.locking import locked
from tournaments.core.permissions import Right
from tournaments.models import PlayingTable, Tournament, Venue
from tournaments.venue.selectors.floor import floor_of
from tournaments.venue.services import assumed_start, confirmation, rest, rooms, table_desk
from web.errors import DomainError, NotFound

HIGHEST = 9999
MOST_MINUTES = 120
MOST_IN_SCHEMA = 999
"""What v1 has promised; it does not narrow."""


class TableOut(serializers.Serializer[object]):
    """A table. `slip` is the match of this tournament at it; `taken`: a match is at it, of this tournament or another."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=PlayingTable.State.choices)
    stream = serializers.BooleanField()
    note = serializers.CharField(allow_blank=True)
    slip = serializers.IntegerField(source="slip.id", allow_null=True, default=None)
    taken = serializers.BooleanField(source="is_taken")
    since = serializers.DateTimeField(allow_null=True)


class TablesIn(KnownFields):
    """New tables by their numbers, from `first` to `last`. Those that exist already come into the room that is named."""

    first = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    last = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST)
    room = serializers.CharField(required=False, default="", allow_blank=True, max_length=60)


class TablePatchIn(KnownFields):
    """Fields to change. Fields left out stay as they are."""

    state = serializers.ChoiceField(choices=PlayingTable.State.choices, required=False)
    stream = serializers.BooleanField(required=False)
    note = serializers.CharField(required=False, allow_blank=True, max_length=120)


class SeatIn(KnownFields):
    """The number of a table, or null for none. Two matches of the tournament exchange their tables."""

    number = serializers.IntegerField(allow_null=True, min_value=1, max_value=HIGHEST)


class StreamWishIn(KnownFields):
    """Is the match wanted at a stream table?"""

    wanted = serializers.BooleanField()


class BegunIn(KnownFields):
    """Which match has begun; left out, all that are at tables."""

    slip = serializers.IntegerField(required=False, min_value=1, max_value=2**53)


class BegunOut(serializers.Serializer[object]):
    """How many matches were marked as begun."""

    begun = serializers.IntegerField()


class RoomIn(KnownFields):
    """A playing room and its new name."""

    room = serializers.CharField(max_length=60)
    name = serializers.CharField(max_length=60)


class VenueOut(serializers.Serializer[object]):
    """Where the tournament is played, and how its slips count."""

    where = serializers.ChoiceField(choices=Venue.Where.choices)
    playing_after_min = serializers.IntegerField(
        help_text="Minutes after the call until a match counts as playing"
    )
    rest_min = serializers.IntegerField(
        help_text="Minutes that players rest between two matches before a table is called"
    )
    confirm_after_min = serializers.IntegerField(
        help_text="Minutes until a report counts that nobody answers"
    )


def _at_most_two_hours(minutes: int) -> None:
    if minutes > MOST_MINUTES:
        raise serializers.ValidationError(f"Use a whole number up to {MOST_MINUTES}.")


def _minutes() -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_IN_SCHEMA,
        validators=[_at_most_two_hours],
        help_text=f"At most {MOST_MINUTES}",
    )


class VenueIn(KnownFields):
    """Fields to change. Fields left out stay as they are."""

    playing_after_min = _minutes()
    rest_min = _minutes()
    confirm_after_min = _minutes()


class TableList(DeskApiView):
    """The tables with the matches at them; POST adds some."""

    right = Right.SCORE

    @extend_schema(responses=TableOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(TableOut(floor_of(self.tournament, timezone.now()).tables, many=True).data)

    @extend_schema(request=TablesIn, responses={201: TableOut(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        sent = TablesIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        table_desk.add_tables(
            self.tournament.pk,
            by=login_of(request),
            now=timezone.now(),
            first=data["first"],
            last=data.get("last", data["first"]),
            room=data["room"],
        )
        tables = floor_of(self.tournament, timezone.now()).tables
        return Response(TableOut(tables, many=True).data, status=201)


class TableDetail(DeskApiView):
    """One table: PATCH reserves it, frees it, takes it out of use, or notes something; DELETE removes it."""

    right = Right.SCORE

    @extend_schema(request=TablePatchIn, responses=TableOut)
    def patch(self, request: Request, slug: str, table_id: int) -> Response:
        sent = TablePatchIn(data=request.data)
        sent.is_valid(raise_exception=True)
        change = table_desk.TableChange(**sent.validated_data)
        table_desk.change_table(
            self.tournament.pk, table_id, change, by=login_of(request), now=timezone.now()
        )
        tables = floor_of(self.tournament, timezone.now()).tables
        table = next((row for row in tables if row.id == table_id), None)
        if table is None:
            raise NotFound("no_such_table", _("This no longer exists. Reload the page."))
        return Response(TableOut(table).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, table_id: int) -> Response:
        now = timezone.now()
        table_desk.remove_table(self.tournament.pk, table_id, by=login_of(request), now=now)
        return Response(status=204)


class SlipTable(DeskApiView):
    """PUT seats a match at a table, or at none."""

    right = Right.SCORE

    @extend_schema(request=SeatIn, responses=TableOut(many=True))
    def put(self, request: Request, slug: str, slip_id: int) -> Response:
        sent = SeatIn(data=request.data)
        sent.is_valid(raise_exception=True)
        number, now = sent.validated_data["number"], timezone.now()
        table_desk.seat(self.tournament.pk, slip_id, number, by=login_of(request), now=now)
        return Response(TableOut(floor_of(self.tournament, timezone.now()).tables, many=True).data)


class SlipStream(DeskApiView):
    """PUT marks whether a match is wanted at a stream table."""

    right = Right.STREAM

    @extend_schema(request=StreamWishIn, responses={204: None})
    def put(self, request: Request, slug: str, slip_id: int) -> Response:
        sent = StreamWishIn(data=request.data)
        sent.is_valid(raise_exception=True)
        wanted = sent.validated_data["wanted"]
        table_desk.wish_stream(
            self.tournament.pk, slip_id, wanted=wanted, by=login_of(request), now=timezone.now()
        )
        return Response(status=204)


class SlipsBegun(DeskApiView):
    """POST marks one match as begun, or all that are at tables."""

    right = Right.SCORE

    @extend_schema(request=BegunIn, responses=BegunOut)
    def post(self, request: Request, slug: str) -> Response:
        sent = BegunIn(data=request.data)
        sent.is_valid(raise_exception=True)
        begun = table_desk.begin(
            self.tournament.pk,
            by=login_of(request),
            now=timezone.now(),
            slip_id=sent.validated_data.get("slip"),
        )
        return Response(BegunOut({"begun": begun}).data)


class RoomNames(DeskApiView):
    """POST renames a playing room, for every tournament that shares it."""

    right = Right.SCORE

    @extend_schema(request=RoomIn, responses=TableOut(many=True))
    def post(self, request: Request, slug: str) -> Response:
        sent = RoomIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        rooms.rename(self.tournament.pk, data["room"], data["name"], by=login_of(request))
        return Response(TableOut(floor_of(self.tournament, timezone.now()).tables, many=True).data)


class VenueDetail(DeskApiView):
    """How slips count; PATCH changes it. `where` is changed with the tournament itself."""

    right = Right.SCORE

    @extend_schema(responses=VenueOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(VenueOut(_venue(self.tournament)).data)

    @extend_schema(request=VenueIn, responses=VenueOut)
    def patch(self, request: Request, slug: str) -> Response:
        sent = VenueIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, pk, by = sent.validated_data, self.tournament.pk, login_of(request)
        with transaction.atomic():
            if venue_of(locked(pk)) is None:
                raise DomainError("no_venue", _("This tournament is played online."))
            if "playing_after_min" in data:
                assumed_start.set_minutes(pk, data["playing_after_min"], by=by)
            if "rest_min" in data:
                rest.set_minutes(pk, data["rest_min"], by=by)
            if "confirm_after_min" in data:
                confirmation.set_minutes(pk, data["confirm_after_min"], by=by)
        return Response(VenueOut(_venue(self.tournament)).data)


def _venue(tournament: Tournament) -> dict[str, Any]:
    venue = Venue.objects.filter(tournament=tournament).first() or Venue(tournament=tournament)
    return {
        "where": venue.where,
        "playing_after_min": venue.playing_after_min,
        "rest_min": venue.rest_min,
        "confirm_after_min": venue.confirm_after_s // 60,
    }
