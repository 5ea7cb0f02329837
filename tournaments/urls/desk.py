"""The desk that stays up to date, and the wall."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
