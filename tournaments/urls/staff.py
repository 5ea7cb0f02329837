"""The house's own desk."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
