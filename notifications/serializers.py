"""What of notifications goes in and out under /api/v1/."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import KnownFields
from notifications import kinds
from notifications.services.reading import MOST_AT_ONCE


class NotificationOut(serializers.Serializer[Any]):
    """One notification, in the language that is asked for."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=kinds.KINDS)
    text = serializers.CharField()
    detail = serializers.CharField(help_text="The tournament or the event, or empty")
    url = serializers.CharField(help_text="The page that it is about, an address of this site")
    player = serializers.IntegerField(allow_null=True, help_text="Whom it is about")
    created_at = serializers.DateTimeField()
    is_read = serializers.BooleanField()


class ReadIn(KnownFields):
    """Which notifications are read: these, or all."""

    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        max_length=MOST_AT_ONCE,
        required=False,
    )
    all = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, not both."""
        if bool(attrs.get("all")) == ("ids" in attrs):
            raise serializers.ValidationError("Send either ids, or all as true.")
        return attrs


class ReadOut(serializers.Serializer[Any]):
    """How many were unread until now."""

    read = serializers.IntegerField()
