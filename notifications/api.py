"""/api/v1/notifications: what happened to oneself, and marking it as read."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.requests import me
from notifications.models import Notification
from notifications.selectors.lists import notification_line, notifications_of
from notifications.serializers import NotificationOut, ReadIn, ReadOut
from notifications.services import reading
from web.query_params import YesNoFilter


class NotificationFilter(filters.FilterSet):
    """`?unread=true`"""

    unread = YesNoFilter(method="by_unread", label="Unread ones only, or read ones only")

    def by_unread(
        self, rows: QuerySet[Notification], _name: str, value: bool
    ) -> QuerySet[Notification]:
        return rows.filter(read_at__isnull=value)


class NotificationList(ListAPIView[Notification]):
    """One's own notifications, the newest first. The site keeps 200 for 90 days."""

    permission_classes = [IsAuthenticated]
    serializer_class = NotificationOut
    queryset = Notification.objects.none()
    filterset_class = NotificationFilter

    def get_queryset(self) -> QuerySet[Notification]:
        user = self.request.user
        return notifications_of(user) if isinstance(user, User) else Notification.objects.none()

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        rows = args[0] if args else ()
        return super().get_serializer([notification_line(row) for row in rows], **kwargs)


class NotificationsRead(APIView):
    """Mark one's own notifications as read."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="notifications_read", request=ReadIn, responses=ReadOut)
    def post(self, request: Request) -> Response:
        """Ids of others, and unknown ones, are passed over."""
        data = ReadIn(data=request.data)
        data.is_valid(raise_exception=True)
        ids, now = data.validated_data.get("ids"), timezone.now()
        user = me(request)
        read = reading.mark_all(user, now) if ids is None else reading.mark_rows(user, ids, now)
        return Response({"read": read})
