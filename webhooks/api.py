"""/api/v1/webhooks: one's own webhooks, their secrets and logs. A token needs the scope `direct`, also for reading."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope, User
from accounts.requests import me
from accounts.serializers import KnownFields
from games.serializers import RefusalOut
from web.pagination import StandardPagination
from webhooks.event_types import EVENT_TYPES, PING
from webhooks.models import (
    LONGEST_DESCRIPTION,
    LONGEST_URL,
    WebhookDelivery,
    WebhookEndpoint,
)
from webhooks.selectors.endpoints import (
    deliveries_of,
    endpoint_of,
    endpoints_of,
    secrets_of,
    subject_named,
)
from webhooks.services import endpoints
from webhooks.services.endpoints import EndpointTerms

REFUSED = dict.fromkeys((401, 403, 404, 409, 422, 429), RefusalOut)


class WebhookOut(serializers.ModelSerializer[WebhookEndpoint]):
    """A webhook without its secret. With neither `tournament` nor `event` it is about everything that you direct."""

    tournament = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    event = serializers.CharField(source="event.slug", default=None, allow_null=True)
    event_types = serializers.ListField(child=serializers.ChoiceField(choices=EVENT_TYPES))
    off_reason = serializers.ChoiceField(
        choices=[("", ""), *WebhookEndpoint.Off.choices],
        help_text="Why it is off; empty while it is on",
    )

    class Meta:
        model = WebhookEndpoint
        fields = [
            "id", "url", "description", "tournament", "event", "event_types", "is_active", "off_reason",
            "failing_since", "created_at",
        ]  # fmt: skip


class NewWebhookOut(WebhookOut):
    """The answer to a creation."""

    secret = serializers.SerializerMethodField(help_text="Begins with whsec_")

    class Meta(WebhookOut.Meta):
        fields = [*WebhookOut.Meta.fields, "secret"]

    def get_secret(self, row: WebhookEndpoint) -> str:
        return next(iter(secrets_of(row, timezone.now())), "")


class WebhookIn(KnownFields):
    """A new webhook."""

    url = serializers.CharField(max_length=LONGEST_URL, help_text="A public https address")
    description = serializers.CharField(
        max_length=LONGEST_DESCRIPTION, required=False, allow_blank=True, default=""
    )
    event_types = serializers.ListField(
        child=serializers.ChoiceField(choices=EVENT_TYPES),
        required=False,
        min_length=1,
        max_length=20,
    )
    tournament = serializers.SlugField(required=False, help_text="Only this tournament")
    event = serializers.SlugField(required=False, help_text="Only the tournaments of this event")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "tournament" in attrs and "event" in attrs:
            raise serializers.ValidationError("Send either tournament or event, not both.")
        return attrs


class WebhookChangeIn(KnownFields):
    """What is to be changed."""

    url = serializers.CharField(max_length=LONGEST_URL, required=False)
    description = serializers.CharField(
        max_length=LONGEST_DESCRIPTION, required=False, allow_blank=True
    )
    event_types = serializers.ListField(
        child=serializers.ChoiceField(choices=EVENT_TYPES),
        required=False,
        min_length=1,
        max_length=20,
    )
    is_active = serializers.BooleanField(required=False, help_text="Switch it on or off")


class SecretOut(serializers.Serializer[Any]):
    """A new secret; the old one signs too for a day."""

    secret = serializers.CharField()


class DeliveryOut(serializers.ModelSerializer[WebhookDelivery]):
    """A line of the log. `response_status` is the HTTP status of the last attempt; `error` says why there was none."""

    webhook_id = serializers.CharField(
        source="event.message_id", help_text="The header `webhook-id`"
    )
    type = serializers.ChoiceField(choices=[*EVENT_TYPES, PING], source="event.type")
    tournament = serializers.CharField(
        source="event.tournament.slug", default=None, allow_null=True
    )
    at = serializers.DateTimeField(source="event.at")

    class Meta:
        model = WebhookDelivery
        fields = [
            "id", "webhook_id", "type", "tournament", "at", "status", "attempts", "response_status", "error",
            "duration_ms", "tried_at", "due_at",
        ]  # fmt: skip


class WebhookList(ListAPIView[WebhookEndpoint]):
    """One's own webhooks, the newest first."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    serializer_class = WebhookOut
    queryset = WebhookEndpoint.objects.none()
    pagination_class = StandardPagination

    def get_queryset(self) -> QuerySet[WebhookEndpoint]:
        user = self.request.user
        return endpoints_of(user) if isinstance(user, User) else self.queryset

    @extend_schema(
        operation_id="webhooks_create", request=WebhookIn, responses={201: NewWebhookOut, **REFUSED}
    )
    def post(self, request: Request) -> Response:
        """The answer has the secret. Without `event_types` it is sent all of them."""
        data = WebhookIn(data=request.data)
        data.is_valid(raise_exception=True)
        sent, user = data.validated_data, me(request)
        kind = next((kind for kind in ("tournament", "event") if kind in sent), None)
        subject = subject_named(user, kind, sent[kind]) if kind else None
        wanted = sent.get("event_types") or EVENT_TYPES
        terms = EndpointTerms(sent["url"], wanted, sent["description"])
        made = endpoints.add(user, subject, terms, timezone.now())
        return Response(NewWebhookOut(made).data, status=201)


class WebhookDetail(APIView):
    """One of one's own webhooks."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(operation_id="webhooks_retrieve", responses={200: WebhookOut, **REFUSED})
    def get(self, request: Request, endpoint_id: int) -> Response:
        return Response(WebhookOut(endpoint_of(me(request), endpoint_id)).data)

    @extend_schema(
        operation_id="webhooks_change",
        request=WebhookChangeIn,
        responses={200: WebhookOut, **REFUSED},
    )
    def patch(self, request: Request, endpoint_id: int) -> Response:
        """Change what is sent."""
        data = WebhookChangeIn(data=request.data)
        data.is_valid(raise_exception=True)
        changes, user = dict(data.validated_data), me(request)
        on = changes.pop("is_active", None)
        endpoints.change(user, endpoint_id, changes)
        if on is not None:
            endpoints.switch(user, endpoint_id, on=on, now=timezone.now())
        return Response(WebhookOut(endpoint_of(user, endpoint_id)).data)

    @extend_schema(operation_id="webhooks_remove", responses={204: None, **REFUSED})
    def delete(self, request: Request, endpoint_id: int) -> Response:
        endpoints.remove(me(request), endpoint_id)
        return Response(status=204)


class WebhookSecret(APIView):
    """The secret that signs."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="webhooks_rotate_secret", request=None, responses={200: SecretOut, **REFUSED}
    )
    def post(self, request: Request, endpoint_id: int) -> Response:
        """Replace it. For a day each message has two signatures, of the old and of the new secret."""
        secret = endpoints.rotate_secret(me(request), endpoint_id, timezone.now())
        return Response(SecretOut({"secret": secret}).data)


class WebhookPing(APIView):
    """A test message."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="webhooks_ping", request=None, responses={202: DeliveryOut, **REFUSED}
    )
    def post(self, request: Request, endpoint_id: int) -> Response:
        """A message of the type `ping` is sent within seconds. Look at its answer in the log."""
        row = endpoints.send_ping(me(request), endpoint_id, timezone.now())
        return Response(DeliveryOut(row).data, status=202)


class DeliveryList(ListAPIView[WebhookDelivery]):
    """What was sent and what is waiting, the newest first; the log of a week."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    serializer_class = DeliveryOut
    queryset = WebhookDelivery.objects.none()
    pagination_class = StandardPagination

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        user = self.request.user
        if not isinstance(user, User):
            return self.queryset
        return deliveries_of(endpoint_of(user, self.kwargs["endpoint_id"]))


class DeliveryResend(APIView):
    """A message of the log."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(
        operation_id="webhooks_resend", request=None, responses={202: DeliveryOut, **REFUSED}
    )
    def post(self, request: Request, endpoint_id: int, delivery_id: int) -> Response:
        """Send it once more, with the same `webhook-id`."""
        row = endpoints.resend(me(request), endpoint_id, delivery_id, timezone.now())
        return Response(DeliveryOut(row).data, status=202)
