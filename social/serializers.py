"""What of follows and blocks goes out under /api/v1/."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import PlayerOut


class RefusedOut(serializers.Serializer[Any]):
    """Why something was refused: a stable code, and a sentence in the language that is asked for."""

    code = serializers.CharField()
    detail = serializers.CharField()


class PlayingNowOut(serializers.Serializer[Any]):
    """The match that a player plays now, as far as it may be watched."""

    match = serializers.UUIDField()
    opponent = serializers.CharField()
    title = serializers.CharField(help_text="The tournament, or empty")


class FollowedOut(serializers.Serializer[Any]):
    """A followed player and how they are doing."""

    player = PlayerOut()
    is_online = serializers.BooleanField(help_text="False also where the player hides it")
    last_seen = serializers.DateTimeField(
        source="presence.last_seen",
        default=None,
        allow_null=True,
        help_text="Null while the player is online, and where it is not known or hidden",
    )
    match = PlayingNowOut(allow_null=True)
    can_be_challenged = serializers.BooleanField()


class BlockOut(serializers.Serializer[Any]):
    """A blocked player, and since when."""

    player = PlayerOut()
    at = serializers.DateTimeField()
