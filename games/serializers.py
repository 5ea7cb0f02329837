"""What of matches goes in and out under /api/v1/. Fields use the words of docs/glossary.md."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from games import selectors
from games.engine.actions import PLAYER_KINDS
from games.loaded_match import LoadedMatch
from games.models import Match, MatchKind, MatchStatus
from games.selectors.rated import is_rated
from games.selectors.rated_limit import LIMIT_REACHED
from games.view_serializers import ViewOut

LIMIT_OF_PAIR = "limit_of_pair"


class SeatedOut(serializers.Serializer[Any]):
    """A player at the table."""

    id = serializers.IntegerField(allow_null=True, help_text="Null for a name in an imported match")
    name = serializers.CharField()
    country = serializers.CharField(help_text="ISO 3166-1 alpha-2, or empty")
    is_bot = serializers.BooleanField()


PLAYERS = inline_serializer("MatchPlayers", {"A": SeatedOut(many=True), "B": SeatedOut(many=True)})
SCORE = inline_serializer(
    "MatchScore", {"A": serializers.IntegerField(), "B": serializers.IntegerField()}
)


class MatchOut(serializers.ModelSerializer[Match]):
    """One match in a list. Several players may share a seat (doubles)."""

    length = serializers.IntegerField(
        source="rules.length", allow_null=True, help_text="Points to win"
    )
    games = serializers.IntegerField(
        source="rules.games",
        allow_null=True,
        help_text="Games to play; null in a match to a score",
    )
    title = serializers.CharField(source="context.title", default="")
    rated = serializers.SerializerMethodField(help_text="Does its result change ratings?")
    casual_reason = serializers.SerializerMethodField(
        help_text=(
            "`limit_of_pair`: casual because the two had played as many rated friendly matches in 24 hours as "
            "the site allows. Else empty"
        )
    )
    status = serializers.ChoiceField(choices=MatchStatus.choices)
    players = serializers.SerializerMethodField()
    score = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id", "kind", "title", "status", "paused", "length", "games", "players", "score",
            "rated", "casual_reason", "to_act", "winner", "reason", "seq", "created_at", "started_at", "finished_at",
        ]  # fmt: skip

    @extend_schema_field(PLAYERS)
    def get_players(self, match: Match) -> dict[str, list[dict[str, Any]]]:
        players: dict[str, list[dict[str, Any]]] = {"A": [], "B": []}
        if match.kind == MatchKind.IMPORTED:
            for seat, name in match.context.get("names", {}).items():
                players[seat] = [{"id": None, "name": name, "country": "", "is_bot": False}]
            return players
        for seat_row in match.seats.all():
            player = seat_row.player
            country = str(getattr(player.country, "code", "") or "")
            players[seat_row.seat].append(
                {"id": player.pk, "name": player.name, "country": country, "is_bot": player.is_bot}
            )
        return players

    def get_rated(self, match: Match) -> bool:
        return is_rated(match.context)

    @extend_schema_field(str)
    def get_casual_reason(self, match: Match) -> str:
        return LIMIT_OF_PAIR if LIMIT_REACHED in match.context else ""

    @extend_schema_field(SCORE)
    def get_score(self, match: Match) -> dict[str, int]:
        return {"A": match.score_a, "B": match.score_b}

    def to_representation(self, match: Match) -> dict[str, Any]:
        until = selectors.hidden_from(self.context["request"].user, match, timezone.now())
        if until is not None:
            match = as_it_stood(match, selectors.load_match_at(match.pk, until), until)
        return super().to_representation(match)


def as_it_stood(match: Match, loaded: LoadedMatch | None, until: datetime) -> Match:
    """The match with the columns it had at this sheet; all its beginnings when there was no action yet."""
    state = loaded.table.match if loaded else None
    match.seq = loaded.seq if loaded else 0
    match.status = state.phase if state else MatchStatus.JOINING
    match.paused = bool(state and state.paused)
    match.score_a, match.score_b = state.capped_score if state else (0, 0)
    match.to_act = state.to_act if state else None
    match.winner = state.outcome.winner if state and state.outcome else None
    match.reason = state.outcome.reason if state and state.outcome else ""
    if state is None or state.outcome is None:
        match.finished_at = None
    if match.started_at is not None and match.started_at > until:
        match.started_at = None
    return match


class ActionOut(serializers.Serializer[Any]):
    """One row of the log."""

    seq = serializers.IntegerField(help_text="Counts through the whole match, from 1")
    game = serializers.IntegerField()
    seat = serializers.CharField(help_text="A, B, or empty for the server")
    kind = serializers.CharField()
    payload = serializers.DictField()
    at = serializers.DateTimeField()


class ActionIn(serializers.Serializer[Any]):
    """An action. The same key again is answered as the first time and changes nothing."""

    kind = serializers.ChoiceField(choices=PLAYER_KINDS)
    payload = serializers.DictField(
        required=False,
        help_text=(
            "ready: {nonce_hash} before the first game (SHA-256 of your nonce, or "
            "null), else {}; nonce: {nonce}; play: {moves: [[from, to], …]} or "
            "{text}; offer_resign: {level: single, gammon or backgammon}; all "
            "others: {}"
        ),
    )
    expected_seq = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="Refused as stale unless it is the latest",
    )
    key = serializers.CharField(required=False, allow_null=True, max_length=64)
    lag_ms = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="Transit time measured by the sender, for clocks with lag compensation",
    )


class PositionIdsOut(serializers.Serializer[Any]):
    """The position of the view in the words of other programs. Seat A is the player below."""

    position_id = serializers.CharField(help_text="Position ID of GNU Backgammon")
    match_id = serializers.CharField(
        allow_null=True,
        help_text="Match ID of GNU Backgammon; null where it would mean something else",
    )
    gnubg_id = serializers.CharField(allow_null=True, help_text="Both, as Position ID:Match ID")
    xgid = serializers.CharField(help_text="Of eXtreme Gammon, with the prefix XGID=")


class MatchDetailOut(MatchOut):
    """One match with its table as the asking player, or a spectator, may see it."""

    view = ViewOut()
    ids = PositionIdsOut(allow_null=True, help_text="Null before the first game")

    class Meta(MatchOut.Meta):
        fields = [*MatchOut.Meta.fields, "view", "ids"]


class AcceptedOut(serializers.Serializer[Any]):
    """What an action did: the log rows it wrote and the table after them."""

    seq = serializers.IntegerField()
    actions = ActionOut(many=True)
    view = ViewOut()


class RefusalOut(serializers.Serializer[Any]):
    """Why not. `code` is stable; `detail` is a sentence for people."""

    code = serializers.CharField()
    detail = serializers.CharField()
