"""A user's webhooks, for their own download: without the secrets that sign."""

from typing import Any

from accounts.models import User
from webhooks.models import WebhookEndpoint


def export_webhooks(user: User) -> list[dict[str, Any]]:
    """Their addresses and what each is sent. One query."""
    rows = WebhookEndpoint.objects.filter(owner=user).select_related("tournament", "event")
    return [
        {
            "address": row.url,
            "description": row.description,
            "tournament": row.tournament.name if row.tournament else None,
            "event": row.event.name if row.event else None,
            "event_types": row.event_types,
            "is_active": row.is_active,
            "added": row.created_at,
        }
        for row in rows.order_by("pk")
    ]
