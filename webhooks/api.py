"""/api/v1/webhooks: one's own webhooks, their secrets and logs. A token needs the scope `direct`, also for reading."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
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
from web.errors import DomainError
from web.pagination import StandardPagination
from webhooks import channel_kinds
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
    target_of,
)
from webhooks.services import endpoints
from webhooks.services.endpoints import ChannelTerms, EndpointTerms

REFUSED = dict.fromkeys((401, 403, 404, 409, 422, 429), RefusalOut)


class WebhookOut(serializers.ModelSerializer[WebhookEndpoint]):
    """A webhook or a channel without its secrets. With neither `tournament` nor `event` it is about everything that you direct.
    Of a channel `url` says where it sends, without what is secret."""

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
            "id", "kind", "url", "language", "description", "tournament", "event", "event_types", "is_active",
            "off_reason", "failing_since", "created_at",
        ]  # fmt: skip


class NewWebhookOut(WebhookOut):
    """The answer to a creation."""

    secret = serializers.SerializerMethodField(
        help_text="Begins with whsec_; empty for a channel, whose secrets are never shown"
    )

    class Meta(WebhookOut.Meta):
        fields = [*WebhookOut.Meta.fields, "secret"]

    def get_secret(self, row: WebhookEndpoint) -> str:
        return "" if row.is_channel else next(iter(secrets_of(row, timezone.now())), "")


class ChannelTargetIn(KnownFields):
    """Where a channel sends: `address` for discord, ntfy, matrix and mail, `token` for telegram, ntfy and matrix, `chat` for
    telegram, `room` for matrix."""

    address = serializers.CharField(max_length=LONGEST_URL, required=False)
    token = serializers.CharField(
        max_length=LONGEST_URL, required=False, allow_null=True, help_text="null: without a token"
    )
    chat = serializers.CharField(max_length=LONGEST_URL, required=False)
    room = serializers.CharField(max_length=LONGEST_URL, required=False)


class WebhookIn(KnownFields):
    """A new webhook with its `url`, or a new channel: then send `kind`, `target` and perhaps `language`."""

    kind = serializers.ChoiceField(choices=channel_kinds.CHOICES, default=channel_kinds.WEBHOOK)
    target = ChannelTargetIn(required=False)
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES], default="en"
    )
    url = serializers.CharField(
        max_length=LONGEST_URL, required=False, help_text="A public https address"
    )
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
        needed = "url" if attrs["kind"] == channel_kinds.WEBHOOK else "target"
        if needed not in attrs:
            raise serializers.ValidationError({needed: [_("This field is required.")]})
        return attrs


class WebhookChangeIn(KnownFields):
    """What is to be changed."""

    url = serializers.CharField(max_length=LONGEST_URL, required=False)
    target = ChannelTargetIn(
        required=False,
        help_text="Of a channel. Fields that are left out stay as they are. "
        "A new address on another server needs the token again",
    )
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES], required=False
    )
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
        if sent["kind"] == channel_kinds.WEBHOOK:
            terms = EndpointTerms(sent["url"], wanted, sent["description"])
            made = endpoints.add(user, subject, terms, timezone.now())
        else:
            channel = ChannelTerms(
                sent["kind"], sent["target"], wanted, sent["language"], sent["description"]
            )
            made = endpoints.add_channel(user, subject, channel, timezone.now())
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
        endpoint = endpoint_of(user, endpoint_id)
        if endpoint.is_channel:
            if changes:
                endpoints.change_channel(user, endpoint_id, _changed(endpoint, changes))
        else:
            if changes.keys() & {"target", "language"}:
                raise DomainError("wrong_kind", _("Only a channel has these settings."))
            endpoints.change(user, endpoint_id, changes)
        if on is not None:
            endpoints.switch(user, endpoint_id, on=on, now=timezone.now())
        return Response(WebhookOut(endpoint_of(user, endpoint_id)).data)

    @extend_schema(operation_id="webhooks_remove", responses={204: None, **REFUSED})
    def delete(self, request: Request, endpoint_id: int) -> Response:
        endpoints.remove(me(request), endpoint_id)
        return Response(status=204)


def _changed(endpoint: WebhookEndpoint, changes: dict[str, Any]) -> ChannelTerms:
    """What a channel becomes. Refused: wrong_kind."""
    if "url" in changes:
        raise DomainError("wrong_kind", _("A channel has a target in place of an address."))
    secret = channel_kinds.SECRET_FIELDS[endpoint.kind]
    kept = {
        name: "" if name in secret else value for name, value in (target_of(endpoint) or {}).items()
    }
    return ChannelTerms(
        endpoint.kind,
        kept | changes.get("target", {}),
        changes.get("event_types", endpoint.event_types),
        changes.get("language", endpoint.language),
        changes.get("description", endpoint.description),
    )


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
