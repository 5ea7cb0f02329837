"""The matches of a tournament in /api/v1/: no more than its spectators may see."""

from typing import Any

from rest_framework import serializers

from games.models import MatchStatus
from tournaments.bracket.selectors.seated_matches import score_hidden
from tournaments.models import PairingMatch


class PlayerRefOut(serializers.Serializer[object]):
    """A player by name."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField()
    is_bot = serializers.BooleanField()


class TournamentMatchOut(serializers.Serializer[PairingMatch]):
    """A match of a tournament and the pairing it was made for; `voided` ones stay on record."""

    match = serializers.UUIDField(source="match_id")
    stage = serializers.IntegerField(source="pairing.stage.number", help_text="Counted from 1")
    section = serializers.CharField(source="pairing.round.section")
    round = serializers.IntegerField(source="pairing.round.number")
    pairing = serializers.CharField(source="pairing.key")
    board = serializers.IntegerField(help_text="In a team match; else 1")
    entry_a = serializers.IntegerField(source="entry_a_id")
    entry_b = serializers.IntegerField(source="entry_b_id")
    player_a = PlayerRefOut(source="entry_a.player")
    player_b = PlayerRefOut(source="entry_b.player")
    status = serializers.CharField(source="match.status")
    score_a = serializers.IntegerField(source="match.score_a", allow_null=True)
    score_b = serializers.IntegerField(source="match.score_b", allow_null=True)
    winner = serializers.CharField(source="match.winner", allow_null=True)
    reason = serializers.CharField(source="match.reason")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(source="match.finished_at", allow_null=True)
    voided = serializers.SerializerMethodField()

    def get_voided(self, pairing_match: object) -> bool:
        return getattr(pairing_match, "voided_at", None) is not None

    def to_representation(self, pairing_match: PairingMatch) -> Any:
        """While spectators see a match late its scores are null, and it does not show that it is between two games."""
        data = super().to_representation(pairing_match)
        if score_hidden(pairing_match.match):
            data |= {"score_a": None, "score_b": None}
            if pairing_match.match.status == MatchStatus.BREAK:
                data["status"] = MatchStatus.PLAYING
        return data
