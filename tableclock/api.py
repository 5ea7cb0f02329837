"""/api/v1/clocks/<code>: the clock of a match over the board, for programs and devices that are no browser. The code is the right.

…/match-clocks of a tournament: the links that open clocks and overlays, for the desk."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from games.live.watch_feed import announce
from games.serializers import RefusalOut
from tableclock.matchlog.events import SENT
from tableclock.models import LinkPurpose
from tableclock.selectors.desk_links import desk_clocks
from tableclock.selectors.payload import KnownLog, clock_payload
from tableclock.selectors.versions import version_of
from tableclock.services.exchange import MOST_AT_ONCE, SentTap, receive
from tableclock.services.links import LinkPlace, give, renew, withdraw
from tableclock.views.clock import match_of, open_link, sender_of
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.permissions import Right
from web.query_params import whole_number

BIG = 2**53
LINK_ACTS = {"make": give, "renew": renew, "withdraw": withdraw}


class ClockEventIn(serializers.Serializer[Any]):
    """An event: `device` and `n` name it, so that an event sent twice counts once. `data` depends on `kind`.

    pass, double, take, drop, time (the seat lost on time), confirm, object: {"seat"}. pause, resume: {}. undo: {"id": "device:n"}.
    game: {"number", "winner", "worth": 1 to 3, "cube", "resigned"}.
    """

    device = serializers.RegexField(r"^[0-9A-Za-z]{4,16}$")
    n = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    kind = serializers.ChoiceField(choices=SENT)
    at = serializers.IntegerField(
        min_value=0, max_value=BIG, help_text="Milliseconds since 1970 by the server's clock"
    )
    data = serializers.DictField(default=dict)  # type: ignore[assignment]  # a name of the base class


class ClockEventsIn(serializers.Serializer[Any]):
    """Events of one match; those that the server has already are passed over."""

    match = serializers.IntegerField(min_value=1, max_value=BIG, help_text="`match.slip`")
    events = serializers.ListField(child=ClockEventIn(), max_length=MOST_AT_ONCE)


class ClockEventOut(serializers.Serializer[Any]):
    """An event of the log; `serial` is the order in which they arrived. The server's own have no device."""

    serial = serializers.IntegerField()
    device = serializers.CharField(allow_blank=True)
    n = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.IntegerField()
    data = serializers.DictField()  # type: ignore[assignment]  # see above


class ClockOut(serializers.Serializer[Any]):
    """The clock as a device needs it: the match adds up from all its events in the order of `at`, `device`, `n`."""

    now = serializers.IntegerField(help_text="The server's time in milliseconds since 1970")
    key = serializers.CharField(help_text="Changes with everything in this answer")
    match = serializers.DictField(allow_null=True, help_text="Null while no match is at the table")
    serial = serializers.IntegerField(help_text="Of the last event")
    events = ClockEventOut(many=True)
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="What the tournament refused, in sentences"
    )


AFTER = OpenApiParameter("after", int, description="Only events with a higher serial")
MATCH = OpenApiParameter("match", int, description="The match that `after` is about")
REFUSALS = {
    404: RefusalOut,
    410: OpenApiResponse(RefusalOut, description="The link was withdrawn (link_withdrawn)"),
}


class ClockView(APIView):
    """The clock that a link opens. To hear of changes: `/live/watch/clock/<code>`, a stream of server-sent events."""

    permission_classes = [AllowAny]
    token_scope = Scope.PLAY
    query_words = frozenset({"after", "match"})

    @extend_schema(
        operation_id="clocks_retrieve",
        parameters=[AFTER, MATCH],
        responses={200: ClockOut, **REFUSALS},
    )
    def get(self, request: Request, code: str) -> Response:
        now = timezone.now()
        shown = open_link(request._request, code, LinkPurpose.CLOCK, now)
        asked = {name: whole_number(name, str(text)) for name, text in request.query_params.items()}
        asker_has = KnownLog(asked.get("match", 0), asked.get("after", 0))
        answer = clock_payload(version_of(shown.link.code), now, asker_has)
        return Response(ClockOut(answer | {"notices": []}).data)

    @extend_schema(
        operation_id="clocks_add_events",
        request=ClockEventsIn,
        responses={200: ClockOut, 400: RefusalOut, 409: RefusalOut, **REFUSALS},
    )
    def post(self, request: Request, code: str) -> Response:
        now = timezone.now()
        shown = open_link(request._request, code, LinkPurpose.CLOCK, now)
        sent = ClockEventsIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        slip = match_of(shown, data["match"])
        taps = [
            SentTap(each["device"], each["n"], each["kind"], each["at"], each["data"])
            for each in data["events"]
        ]
        notices = receive(slip, taps, sender_of(request._request, slip), now=now)
        version = version_of(shown.link.code)
        announce(LinkPurpose.CLOCK, shown.link.code, version.key)
        answer = clock_payload(version, timezone.now(), KnownLog())
        return Response(ClockOut(answer | {"notices": notices}).data)


class ClockPlaceOut(serializers.Serializer[Any]):
    """A table or an open match with its links; `kind` is table or slip. Null: there is no such link."""

    kind = serializers.CharField()
    id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True, help_text="Of the table")
    room = serializers.CharField()
    slip = serializers.IntegerField(
        source="match.id", default=None, allow_null=True, help_text="The match that is played there"
    )
    clock = serializers.CharField(source="clock.address", default=None, allow_null=True)
    overlay = serializers.CharField(source="overlay.address", default=None, allow_null=True)


class MatchClocksOut(serializers.Serializer[Any]):
    """The links of all tables and of all open matches."""

    tables = ClockPlaceOut(many=True)
    matches = ClockPlaceOut(many=True)


class LinkIn(KnownFields):
    """A link of a table or of a match. `renew` replaces the link, and the old one no longer works."""

    do = serializers.ChoiceField(choices=list(LINK_ACTS))
    purpose = serializers.ChoiceField(choices=LinkPurpose.choices, default=LinkPurpose.CLOCK.value)
    table = serializers.IntegerField(required=False, min_value=1, max_value=BIG)
    slip = serializers.IntegerField(required=False, min_value=1, max_value=BIG)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("table" in attrs) == ("slip" in attrs):
            raise serializers.ValidationError("Give either table or slip.")
        return attrs


class MatchClocks(DeskApiView):
    """The links that open clocks and overlays; POST makes, renews or withdraws one."""

    right = Right.SCORE

    @extend_schema(operation_id="tournaments_match_clocks_retrieve", responses=MatchClocksOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(MatchClocksOut(desk_clocks(self.tournament)).data)

    @extend_schema(
        operation_id="tournaments_match_clocks_change", request=LinkIn, responses=MatchClocksOut
    )
    def post(self, request: Request, slug: str) -> Response:
        """Refused: no_such_place (404), not_your_role (403): overlays need the right to stream."""
        sent = LinkIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by, now = sent.validated_data, login_of(request), timezone.now()
        place = LinkPlace(data["purpose"], data.get("slip"), data.get("table"))
        act: Callable[..., object] = LINK_ACTS[data["do"]]
        act(self.tournament.pk, place, by=by, now=now)
        return Response(MatchClocksOut(desk_clocks(self.tournament)).data)
