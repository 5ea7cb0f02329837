"""The words of this site that a password may not rest on, because they are guessed first."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

WORDS = (
    "backgammon", "barpoint", "gammon", "tavla", "tournament", "turnier", "doubling",
    "checkers", "director",
)  # fmt: skip
SHORTEST_WORD = 4
"""Shorter parts of the site's host name, such as `org`, would forbid too much."""
REST = 8
"""Letters and digits that must remain beside these words."""


class SiteWordsValidator:
    """AUTH_PASSWORD_VALIDATORS: "Backgammon2026!" is refused, a phrase with the word in it is not."""

    def validate(self, password: str, user: User | None = None) -> None:
        letters = re.sub(r"[\W_]", "", password.casefold())
        rest = letters
        for word in site_words():
            rest = rest.replace(word, "")
        if rest != letters and len(rest) < REST:
            raise ValidationError(
                _("This password is mostly words from this site. Add other words."),
                code="site_words",
            )

    def get_help_text(self) -> str:
        return _("Words from this site are not enough on their own.")


def site_words() -> list[str]:
    """The list above and the parts of the site's host name, longest first."""
    labels = re.split(r"\W+", (urlsplit(settings.SITE_URL).hostname or "").casefold())
    own = {label for label in labels if len(label) >= SHORTEST_WORD and not label.isdigit()}
    return sorted(own | set(WORDS), key=len, reverse=True)
