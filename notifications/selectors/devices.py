"""The devices of a user that take push messages. Endpoints and keys stay here."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from accounts.models import User
from notifications.models import PushSubscription


@dataclass(frozen=True, slots=True)
class PushDevice:
    """One line of the list. `mark` is the hash of its endpoint, by which the browser finds itself."""

    id: int
    label: str
    mark: str
    created_at: datetime
    used_at: datetime | None
    is_here: bool


def devices_of(user: User, mark: str = "") -> tuple[PushDevice, ...]:
    """The newest first; `mark` is that of the browser that asks. One query."""
    rows = PushSubscription.objects.filter(user=user, access_version=user.access_version)
    return tuple(
        PushDevice(
            id=row.pk,
            label=row.label,
            mark=row.endpoint_hash,
            created_at=row.created_at,
            used_at=row.used_at,
            is_here=row.endpoint_hash == mark,
        )
        for row in rows.order_by("-created_at", "-pk")
    )


def export_devices(user: User) -> list[dict[str, Any]]:
    """For the download of one's data. Of the endpoint, the host alone."""
    rows = PushSubscription.objects.filter(user=user).order_by("created_at", "pk")
    return [
        {
            "label": row.label,
            "push_service": urlsplit(row.endpoint).hostname,
            "created_at": row.created_at,
            "used_at": row.used_at,
        }
        for row in rows
    ]
