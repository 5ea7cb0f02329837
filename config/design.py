"""`/design/`, with DEBUG only: every part of the site in every state, for whoever builds pages and for tests of contrast.

Its words are for developers: they are in English and not translated.
"""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.board_svg import picture

SURFACES = ["bg", "surface", "raised", "line", "line-control", "bar", "felt", "text", "text-2"]
COLOURS = ["accent", "accent-fill", "accent-soft", "warn", "warn-soft", "danger", "danger-soft", "focus",
           "draw-main", "draw-consolation", "draw-last", "seat-a", "seat-b"]  # fmt: skip
ICONS = [
    "alert",
    "bell",
    "check",
    "close",
    "down",
    "eye",
    "flag",
    "info",
    "pause",
    "play",
    "search",
    "trophy",
    "undo",
]

START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
VIEW = {
    "board": START,
    "off": {"A": 0, "B": 0},
    "dice": [6, 5],
    "turn": "A",
    "cube": {"in_use": True, "owner": None, "value": 1, "offered": None},
}
CLOCKS = [("", "Waiting"), ("running", "Running"), ("low", "Under a minute"), ("paused", "Paused")]


class Example(forms.Form):
    """A field of each kind, one of them refused."""

    name = forms.CharField(help_text="Shown in brackets and on the scoreboard.")
    length = forms.IntegerField(min_value=1, max_value=25, label="Match length")
    note = forms.CharField(widget=forms.Textarea, required=False)
    format = forms.ChoiceField(choices=[("ko", "Knockout"), ("swiss", "Swiss")])
    cube = forms.ChoiceField(
        choices=[("yes", "With the cube"), ("no", "Without")], widget=forms.RadioSelect
    )
    rated = forms.BooleanField(
        required=False, label="Rated match", help_text="Counts for the rating."
    )


def design(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "surfaces": SURFACES,
        "colours": COLOURS,
        "icons": ICONS,
        "avatars": range(1, 25),
        "picture": picture(VIEW),
        "clocks": CLOCKS,
        "form": Example({"name": "Anna", "length": "0", "format": "ko", "cube": "yes"}),
        "page": Paginator(range(50), 10).page(2),
    }
    return render(request, "design.html", context)
