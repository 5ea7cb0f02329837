"""The quick phrases of the table: the database keeps the key, each reader sees the words of their own language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PHRASES = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck"),
    "nice_roll": _("Nice roll"),
    "well_played": _("Well played"),
    "unlucky": pgettext_lazy("chat phrase", "Unlucky"),
    "oops": pgettext_lazy("chat phrase", "Oops"),
    "thanks": pgettext_lazy("chat phrase", "Thanks"),
    "back_soon": _("Sorry, back in a moment"),
    "here_again": _("I’m back"),
    "good_match": _("Good match"),
}


def phrases() -> list[tuple[str, str]]:
    """Key and words, in the order in which they are offered."""
    return [(key, str(words)) for key, words in PHRASES.items()]


def words(key: str) -> str:
    """The phrase in the active language; a key of another release stands for itself."""
    return str(PHRASES.get(key, key))
