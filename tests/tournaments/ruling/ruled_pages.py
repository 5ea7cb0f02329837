"""Rulings through the pages: what is typed is looked at first, then confirmed with what the preview carries."""

import html
import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


def hidden(answer: HttpResponse) -> dict[str, list[str]]:
    """The hidden fields of a page, but for the token."""
    values: dict[str, list[str]] = {}
    for name, value in HIDDEN.findall(answer.content.decode()):
        values.setdefault(name, []).append(html.unescape(value))
    values.pop("csrfmiddlewaretoken", None)
    return values


def ordered(client: Client, address: str, data: dict[str, Any]) -> HttpResponse:
    """The answer to the yes, or to the first post when no preview came of it."""
    first = client.post(address, data)
    fields = hidden(first)
    if first.status_code not in (200, 409) or "confirm" not in fields:
        return first
    return client.post(address, fields)
