"""Pages of webhooks."""

from django.urls import path

from webhooks.views import channels, endpoints

urlpatterns = [
    path("webhooks/", endpoints.webhooks, name="webhooks"),
    path("webhooks/new/", endpoints.new, name="webhook-new"),
    path("webhooks/channels/<slug:kind>/", channels.new_channel, name="channel-new"),
    path("webhooks/<int:endpoint_id>/", endpoints.webhook, name="webhook"),
    path("webhooks/<int:endpoint_id>/do/", endpoints.act, name="webhook-act"),
]
