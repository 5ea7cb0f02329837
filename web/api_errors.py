"""The one place where errors of the API become `{code, detail[, fields]}`."""

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler
from rest_framework.views import set_rollback

from web.errors import refusal_of
from web.transient_db_errors import retry_after


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER; None means a bug, which propagates."""
    refusal = refusal_of(error)
    if refusal is not None:
        set_rollback()
        data = {"code": refusal.code, "detail": refusal.detail}
        return Response(data, refusal.status, headers=retry_after(refusal.status))
    if isinstance(error, RequestDataTooBig):
        return Response(
            {"code": "too_large", "detail": _("The request body is too large.")}, status=413
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = drf_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = _body(error)
    return response


def _body(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return {
            "code": "invalid",
            "detail": _first_sentence(error.detail),
            "fields": _fields(error.detail),
        }
    codes = error.get_codes()
    is_throttled = isinstance(error, exceptions.Throttled)  # its own text is never translated
    return {
        "code": codes if isinstance(codes, str) else error.default_code,
        "detail": _("Too many requests. Wait a moment.") if is_throttled else str(error.detail),
    }


def _fields(detail: Any) -> dict[str, Any]:
    return detail if isinstance(detail, dict) else {"non_field_errors": detail}


def _first_sentence(detail: Any) -> str:
    while isinstance(detail, dict | list) and detail:
        detail = next(iter(detail.values())) if isinstance(detail, dict) else detail[0]
    return str(detail) if detail else _("The data is not valid.")
