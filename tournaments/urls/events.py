"""Events with their templates, people and words to all."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
