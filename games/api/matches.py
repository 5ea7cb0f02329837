"""/api/v1/matches: matches, their logs, and the same actions as at the live table, for bots and scripts."""

from typing import Any, cast
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player
from games import action_envelope, rule_texts, selectors
from games.errors import NoSuchMatch
from games.models import Match, MatchKind, MatchStatus
from games.selectors.visibility import load_match_for, seen_at, sees_late
from games.serializers import (
    AcceptedOut,
    ActionIn,
    ActionOut,
    MatchDetailOut,
    MatchOut,
    RefusalOut,
)
from games.services.play import act
from games.services.submissions import ActionRefused, Submission
from web.errors import NotAllowed
from web.etag import ConditionalGet
from web.pagination import KeyedPagination
from web.query_params import WholeNumberFilter, YesNoFilter, whole_number

MOST_ACTIONS = 1000
_NUMBER = {"type": "integer", "minimum": 0, "maximum": action_envelope.LARGEST_SEQ}
AFTER = OpenApiParameter("after", _NUMBER, description="Only actions after this seq")
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 0, "maximum": MOST_ACTIONS},
    description="At most so many",
)


class MatchFilter(filters.FilterSet):
    """`?status=playing&player=7&live=true`"""

    status = filters.MultipleChoiceFilter(choices=MatchStatus.choices, method="by_status")
    kind = filters.ChoiceFilter(choices=MatchKind.choices)
    player = WholeNumberFilter(method="by_player", label="Id of a player")
    live = YesNoFilter(method="by_live", label="Whether the match is still open or over")

    def by_status(self, queryset: QuerySet[Match], _name: str, value: list[str]) -> QuerySet[Match]:
        if not value:
            return queryset
        shown = {pk for pk, status in self._late.items() if status in value}
        return self._with_late(queryset, Q(status__in=value), shown)

    def by_live(self, queryset: QuerySet[Match], _name: str, value: bool) -> QuerySet[Match]:
        shown = set(self._late) if value else set[UUID]()
        return self._with_late(queryset, Q(finished_at__isnull=value), shown)

    @cached_property
    def _late(self) -> dict[UUID, str]:
        return selectors.shown_late(self.request.user, timezone.now())

    def _with_late(self, queryset: QuerySet[Match], asked: Q, shown: set[UUID]) -> QuerySet[Match]:
        """A filter shows no more of a match than its row does."""
        return queryset.filter(asked & ~Q(pk__in=self._late) | Q(pk__in=shown))

    def by_player(self, queryset: QuerySet[Match], _name: str, value: int) -> QuerySet[Match]:
        return queryset.filter(seats__player__in=Player.objects.filter(pk=value))


class MatchList(ConditionalGet, ListAPIView[Match]):
    """Matches played here, the newest first; imported ones have a link and stand in no list."""

    serializer_class = MatchOut
    pagination_class = KeyedPagination
    filterset_class = MatchFilter
    queryset = selectors.matches_for_lists().exclude(kind=MatchKind.IMPORTED)
    is_kept_for_visitors = True

    def version(self, request: Request) -> object:
        """Which matches are on the page, among how many, and what is shown of each."""
        pages = cast(KeyedPagination, self.paginator)
        page = pages.keys(self.filter_queryset(self.get_queryset()), request)
        shown = None if page is None else selectors.list_key(page[1])
        return None if page is None or shown is None else (page, shown)


class MatchDetail(ConditionalGet, APIView):
    """One match and its table, as the asking player or a spectator may see it."""

    @extend_schema(responses={200: MatchDetailOut, 404: RefusalOut})
    def get(self, request: Request, match_id: UUID) -> Response:
        match = selectors.matches_listed().filter(pk=match_id).first()
        if match is None:
            raise NoSuchMatch()
        now = timezone.now()
        seat = selectors.seat_of(request.user, match)
        loaded = load_match_for(match, seat, now)
        if loaded is None:
            raise NoSuchMatch()
        view = selectors.view_of(loaded, seat, seen_at(match, seat, now))
        shown = {"view": view, "ids": selectors.position_ids(loaded)}
        return Response({**MatchOut(match, context={"request": request}).data, **shown})

    def version(self, request: Request) -> object:
        """What may change in the answer: the log, the waits (an outage moves them) and who sits there.

        None (compare the body) for whoever sees it with a delay.
        """
        match = _match(self.kwargs["match_id"])
        if sees_late(request.user, match):
            return None
        seated = match.seats.values_list("seat", "player__name", "player__country")
        return match.seq, match.flag_at, match.next_at, list(seated)


class ActionList(ConditionalGet, APIView):
    """The log of a match; and acting in it."""

    query_words = ("after", "limit")

    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    def version(self, request: Request) -> object:
        match = _match(self.kwargs["match_id"])
        return None if sees_late(request.user, match) else match.seq

    @extend_schema(
        parameters=[AFTER, LIMIT],
        responses={200: ActionOut(many=True), 400: RefusalOut, 404: RefusalOut},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        match = _match(match_id)
        asked = request.query_params
        after = whole_number("after", asked.get("after", "0"), most=action_envelope.LARGEST_SEQ)
        limit = whole_number("limit", asked.get("limit", f"{MOST_ACTIONS}"), most=MOST_ACTIONS)
        until = selectors.hidden_from(request.user, match, timezone.now())
        if until is None:
            return Response(selectors.actions_after(match.pk, after, limit))
        return Response(selectors.rows_between(match.pk, after, until)[:limit])

    @extend_schema(
        request=ActionIn,
        responses={
            200: AcceptedOut,
            **dict.fromkeys((400, 401, 403, 404, 409, 413, 503), RefusalOut),
        },
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        received_at = timezone.now()
        match = _match(match_id)
        envelope = action_envelope.parse(request.body)
        seat = selectors.seat_of(request.user, match)
        if seat is None:
            raise NotAllowed("not_your_seat", _("You are not a player in this match."))
        submission = Submission(
            match_id=match.pk,
            seat=seat,
            kind=envelope.kind,
            payload=envelope.payload,
            received_at=received_at,
            key=envelope.key,
            expected_seq=envelope.expected_seq,
            lag_ms=envelope.lag_ms,
            user_id=request.user.pk,
        )
        try:
            accepted = act(submission, timezone.now())
        except ActionRefused as refused:
            return _refused(refused)
        view = selectors.view_of(accepted.loaded, seat, timezone.now())
        return Response({"seq": accepted.seq, "actions": accepted.rows, "view": view})


def _refused(refused: ActionRefused) -> Response:
    detail = rule_texts.refusal(refused.code, refused.detail)
    headers = {"Retry-After": "1"} if refused.status == 503 else None
    body = {"code": refused.code, "detail": detail, "seq": refused.seq}
    return Response(body, refused.status, headers=headers)


def _match(match_id: UUID) -> Match:
    match = Match.objects.defer("state").filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch()
    return match
