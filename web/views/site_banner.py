"""The banner alone, for pages that stay open: asked for once a minute, answered without the database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def announced(request: HttpRequest) -> HttpResponse:
    """A part of a page, empty when nothing is announced."""
    return render(request, "components/announced_words.html")
