"""Routes of webhooks under /api/v1/."""

from django.urls import path

from webhooks import api

WEBHOOK = "webhooks/<int:endpoint_id>"

urlpatterns = [
    path("webhooks", api.WebhookList.as_view(), name="api-webhooks"),
    path(WEBHOOK, api.WebhookDetail.as_view(), name="api-webhook"),
    path(f"{WEBHOOK}/secret", api.WebhookSecret.as_view(), name="api-webhook-secret"),
    path(f"{WEBHOOK}/ping", api.WebhookPing.as_view(), name="api-webhook-ping"),
    path(f"{WEBHOOK}/deliveries", api.DeliveryList.as_view(), name="api-webhook-deliveries"),
    path(
        f"{WEBHOOK}/deliveries/<int:delivery_id>/resend",
        api.DeliveryResend.as_view(),
        name="api-webhook-resend",
    ),
]
