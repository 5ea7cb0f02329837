"""What can be embedded, and how an address or a piece of HTML names it. Pure but for the addresses of the site."""

from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from tournaments.models import Tournament

STANDINGS, BRACKET, ROUNDS, LIVE = "standings", "bracket", "rounds", "live"
NAMES: Final = {
    STANDINGS: pgettext_lazy("embed", "Standings"),
    BRACKET: pgettext_lazy("embed", "Bracket"),
    ROUNDS: pgettext_lazy("embed", "Current round"),
    LIVE: pgettext_lazy("embed", "Live boards"),
}
KINDS: Final = tuple(NAMES)
THEMES: Final = ("auto", "light", "dark")
HEIGHTS: Final = {STANDINGS: 480, BRACKET: 640, ROUNDS: 480, LIVE: 520}
"""In pixels, until the script of the frame says how high its content is."""


@dataclass(frozen=True, slots=True)
class EmbedCode:
    """One kind of embed of a tournament, in one theme."""

    tournament: Tournament
    kind: str
    theme: str = "auto"
    width: str = "100%"
    most_height: int = max(HEIGHTS.values())

    @property
    def height(self) -> int:
        return min(HEIGHTS[self.kind], self.most_height)

    @property
    def address(self) -> str:
        query = "" if self.theme == "auto" else f"?{urlencode({'theme': self.theme})}"
        path = reverse("embed", args=[self.tournament.slug, self.kind])
        return f"{settings.SITE_URL}{path}{query}"

    @property
    def title(self) -> str:
        return f"{self.tournament.name}: {NAMES[self.kind]}"

    @property
    def html(self) -> str:
        """A frame and its script, in one line."""
        script = f"{settings.SITE_URL}{reverse('embed-script')}"
        return (
            f'<iframe data-barpoint src="{escape(self.address)}" title="{escape(self.title)}" width="{self.width}" '
            f'height="{self.height}" frameborder="0" loading="lazy"></iframe>'
            f'<script async src="{escape(script)}"></script>'
        )
