"""Routes of satellites under /api/v1/."""

from django.urls import path

from satellites import api

urlpatterns = [
    path("tournaments/<slug:slug>/satellite", api.SatelliteView.as_view(), name="api-satellite"),
    path("tickets/<int:ticket_id>/use", api.TicketUse.as_view(), name="api-ticket-use"),
]
