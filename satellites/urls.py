"""Pages of satellites, on the desks of tournaments."""

from django.urls import path

from satellites import views

urlpatterns = [
    path("tournaments/<slug:slug>/manage/satellite/", views.satellite, name="tournament-satellite"),
    path("tournaments/<slug:slug>/manage/tickets/", views.tickets, name="tournament-tickets"),
]
