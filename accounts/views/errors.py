"""Addresses that lead nowhere, and bugs: JSON for programs, a page for people (templates/404.html, 500.html)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, server_error

FOR_PROGRAMS = ("/api/", "/tickets/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404"""
    if request.path.startswith(FOR_PROGRAMS):
        told = {"code": "not_found", "detail": _("There is nothing at this address.")}
        return JsonResponse(told, status=404)
    return page_not_found(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    """handler500"""
    if request.path.startswith(FOR_PROGRAMS):
        told = {"code": "server_error", "detail": _("Something is broken here. It is logged.")}
        return JsonResponse(told, status=500)
    return server_error(request)
