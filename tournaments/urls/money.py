"""Fees, prizes, pools and files to and fro."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
