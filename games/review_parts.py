"""Parts of the review page that apps above add; games knows none of them."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.models import Match
from web.hooks import Hook

review_parts: Hook[Callable[[Match, HttpRequest], SafeString]] = Hook("review_parts")
"""Each answers with a piece of HTML for a match that its reader may see to the end; empty where it has nothing to show."""


def parts_of(match: Match, request: HttpRequest) -> list[SafeString]:
    """What stands between the board and the counts, in the order of registration."""
    parts = (part(match, request) for part in review_parts.functions().values())
    return [html for html in parts if html]
