"""Clocks, lateness, deadlines and appointments."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
