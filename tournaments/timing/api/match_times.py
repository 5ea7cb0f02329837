"""/api/v1/matches/<id>/times: two players agree when they play their match."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from accounts.serializers import KnownFields
from games.serializers import RefusalOut
from tournaments.ruling.serializers import BIG
from tournaments.timing.selectors.times import Agreement, agreement
from tournaments.timing.services import appointments
from web.errors import NotFound

REFUSED = dict.fromkeys((401, 403, 404, 409), RefusalOut)


class TimeOfferOut(serializers.Serializer[Any]):
    """A time that a player offers."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()


class MatchTimesOut(serializers.Serializer[Agreement]):
    """The time of a match as one of its players sees it."""

    start_at = serializers.DateTimeField(allow_null=True, help_text="Null until a time is agreed")
    by_director = serializers.BooleanField(help_text="The director has set the time")
    play_until = serializers.DateTimeField(allow_null=True, help_text="The deadline of the round")
    latest = serializers.DateTimeField(
        allow_null=True, help_text="The latest time that can be offered"
    )
    open = serializers.BooleanField(help_text="The players may still agree on a time")
    mine = TimeOfferOut(many=True, help_text="Times that you offer")
    theirs = TimeOfferOut(many=True, help_text="Times that your opponent offers")


class TimeOffersIn(KnownFields):
    """The times that you offer. They replace those that you offered before."""

    times = serializers.ListField(
        child=serializers.DateTimeField(), min_length=1, max_length=appointments.MOST
    )


class TimeAcceptedIn(KnownFields):
    """A time that your opponent offers, by its `id`."""

    offer = serializers.IntegerField(min_value=1, max_value=BIG)


class MatchTimes(APIView):
    """The time of your match; PUT offers times, POST accepts one; DELETE withdraws your offers and the agreed time."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="matches_times_retrieve", responses={200: MatchTimesOut, **REFUSED})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(MatchTimesOut(_times(request, match_id)).data)

    @extend_schema(
        operation_id="matches_times_offer",
        request=TimeOffersIn,
        responses={200: MatchTimesOut, 400: RefusalOut, **REFUSED},
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        terms, now = _times(request, match_id), timezone.now()
        sent = TimeOffersIn(data=request.data)
        sent.is_valid(raise_exception=True)
        times = sent.validated_data["times"]
        appointments.propose(terms.id, times=times, by=me(request), now=now)
        return Response(MatchTimesOut(_times(request, match_id)).data)

    @extend_schema(
        operation_id="matches_times_accept",
        request=TimeAcceptedIn,
        responses={200: MatchTimesOut, 400: RefusalOut, **REFUSED},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        terms, now = _times(request, match_id), timezone.now()
        sent = TimeAcceptedIn(data=request.data)
        sent.is_valid(raise_exception=True)
        offer = sent.validated_data["offer"]
        if offer not in {row.id for row in (*terms.mine, *terms.theirs)}:
            text = _("This time is not offered any more. Choose another time.")
            raise NotFound("no_such_time", text)
        appointments.agree(offer, by=me(request), now=now)
        return Response(MatchTimesOut(_times(request, match_id)).data)

    @extend_schema(operation_id="matches_times_withdraw", responses={200: MatchTimesOut, **REFUSED})
    def delete(self, request: Request, match_id: UUID) -> Response:
        terms = _times(request, match_id)
        appointments.withdraw(terms.id, by=me(request), now=timezone.now())
        return Response(MatchTimesOut(_times(request, match_id)).data)


def _times(request: Request, match_id: UUID) -> Agreement:
    """Refused: no_such_match (404), also for a match of others."""
    terms = agreement(match_id, me(request), timezone.now())
    if terms is None:
        raise NotFound("no_such_match", _("Match not found."))
    return terms
