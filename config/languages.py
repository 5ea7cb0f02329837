"""Which languages the site speaks: English, and each whose catalogue is translated (nine of ten texts) and compiled (catalogues.py).

The others are collected (`make messages`) but not offered: a page half in one language and half in another is
worse than a page in English.
"""

from pathlib import Path
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import to_locale

MOST = 0.9
LITTLE = b"\xde\x12\x04\x95"
LANGUAGE_NAMES = {
    "en": _("English"),
    "et": _("Estonian"),
    "pl": _("Polish"),
    "fi": _("Finnish"),
    "sr": _("Serbian"),
    "sr-latn": _("Serbian (Latin script)"),
}


def offered(locale: Path) -> list[tuple[str, Any]]:
    """For settings.LANGUAGES."""
    texts = locale / "en" / "LC_MESSAGES" / "django.po"
    wanted = MOST * texts.read_text().count("\nmsgid ") if texts.exists() else 1
    return [
        (code, name)
        for code, name in LANGUAGE_NAMES.items()
        if code == "en"
        or _translated(locale / to_locale(code) / "LC_MESSAGES" / "django.mo") > wanted
    ]


def _translated(catalogue: Path) -> int:
    """How many texts a compiled catalogue has: its third number (GNU gettext, "The Format of GNU MO Files")."""
    if not catalogue.exists():
        return 0
    with catalogue.open("rb") as file:
        head = file.read(12)
    order: Literal["little", "big"] = "little" if head[:4] == LITTLE else "big"
    return int.from_bytes(head[8:], order)
