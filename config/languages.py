"""Which languages the site speaks: English, and each whose catalogue is translated and compiled.

The others are collected (`make messages`) but not offered: a page half in one language and half in another is
worse than a page in English.
"""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

KNOWN = {
    "en": _("English"),
    "et": _("Estonian"),
    "pl": _("Polish"),
    "fi": _("Finnish"),
    "sr": _("Serbian"),
}


def offered(locale: Path) -> list[tuple[str, Any]]:
    """For settings.LANGUAGES."""
    return [
        (code, name)
        for code, name in KNOWN.items()
        if code == "en" or (locale / code / "LC_MESSAGES" / "django.mo").exists()
    ]
