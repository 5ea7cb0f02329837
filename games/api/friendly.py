"""/api/v1 friendly matches: challenge a player or a bot, invite by a link, take an invitation up, call it off."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player, User
from accounts.requests import me
from accounts.services.players import ensure_player
from games import selectors
from games.api.friendly_terms import FriendlyIn, clock_of, rules_of
from games.api.matches import MatchList
from games.forms import challengeable
from games.models import Match
from games.serializers import MatchDetailOut, MatchOut, RefusalOut
from games.services import friendly
from games.services.challenge_keys import Keyed, made_before, once
from web.errors import NotFound


class FriendlyOut(MatchDetailOut):
    """The match as its maker sees it."""

    invitation = serializers.CharField(
        allow_null=True,
        help_text=(
            "While a seat is empty: /join/<invitation>/ is the link for people, "
            "/api/v1/invitations/<invitation> for programs"
        ),
    )

    class Meta(MatchDetailOut.Meta):
        fields = [*MatchDetailOut.Meta.fields, "invitation"]


class MatchesView(MatchList):
    """Matches played here, the newest first; imported ones have a link and stand in no list."""

    @extend_schema(
        operation_id="matches_create",
        request=FriendlyIn,
        responses={201: FriendlyOut, **dict.fromkeys((400, 401, 403, 404, 409, 429), RefusalOut)},
    )
    def post(self, request: Request) -> Response:
        """Make a friendly match: against a player, a built-in bot, or whoever takes the invitation up.

        You sit at seat A. It waits a day for both to press ready. The same `key` within a day gives the same match.
        """
        data = FriendlyIn(data=request.data)
        data.is_valid(raise_exception=True)
        made = _made(me(request), data.validated_data, timezone.now())
        is_free = not {"player", "bot"} & data.validated_data.keys()
        invitation = friendly.invitation(made) if is_free else None
        return Response({**shown_match(request, made.pk), "invitation": invitation}, 201)


class InvitationView(APIView):
    """An invitation to a friendly match."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="invitations_accept",
        request=None,
        responses={200: MatchDetailOut, **dict.fromkeys((401, 403, 404, 409), RefusalOut)},
    )
    def post(self, request: Request, token: str) -> Response:
        """Take the free seat; whoever sits there already is shown the match again."""
        made = friendly.accept_invitation(token, ensure_player(me(request)), timezone.now())
        return Response(shown_match(request, made.pk))


class DeclineView(APIView):
    """Call a friendly match off before it begins."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="matches_decline",
        request=None,
        responses={200: MatchDetailOut, **dict.fromkeys((401, 403, 404, 409), RefusalOut)},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """The challenged declines, the challenger withdraws; the match is void and counts for nobody."""
        friendly.decline(match_id, ensure_player(me(request)), timezone.now())
        return Response(shown_match(request, match_id))


def _made(user: User, data: dict[str, Any], now: datetime) -> Match:
    """The match asked for: a new one, or the one that the same key has made before."""
    asked = Keyed.of(user, data.pop("key"), data) if "key" in data else None
    if asked is not None and (before := made_before(asked, now)) is not None:
        return before
    player = ensure_player(user)
    rules, opponent = rules_of(data), _opponent(data, player)
    clock = clock_of(data, rules)
    rated = data.get("rated", True)
    make = partial(friendly.challenge, player, opponent, rules, clock, now, rated=rated)
    return make() if asked is None else once(asked, make, now)


def _opponent(data: dict[str, Any], player: Player) -> Player | None:
    if "bot" in data:
        return friendly.site_bot(data["bot"])
    if "player" not in data:
        return None
    opponent: Player | None = challengeable(player).filter(pk=data["player"]).first()
    if opponent is None:
        raise NotFound("no_such_player", "No other player with an account has this id.")
    return opponent


def shown_match(request: Request, match_id: UUID) -> dict[str, Any]:
    """The match with its table, as who sits there sees it."""
    match: Match = selectors.matches_listed().get(pk=match_id)
    seat = selectors.seat_of(request.user, match)
    loaded = selectors.load_match(match)
    view = selectors.view_of(loaded, seat, timezone.now())
    shown = {"view": view, "ids": selectors.position_ids(loaded)}
    return {**MatchOut(match, context={"request": request}).data, **shown}
