"""The cells of a file: names, numbers, countries; and the error of a wrong cell, with its column."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django_countries import countries

from accounts.models import Player
from tournaments.entry.services.namesakes import normalize_name

WRITTEN_FOR = {
    "GB": "uk, gb, britain, great britain, england, scotland, wales, northern ireland, eng, sco, wal, nir",
    "US": "us, america, united states, states",
    "NL": "holland, ned, nederland", "DE": "ger, deutschland", "CH": "sui, schweiz, suisse, svizzera",
    "AT": "österreich, aut", "DK": "den, danmark", "SE": "sverige", "NO": "norge", "FI": "suomi", "EE": "eesti",
    "PL": "polska", "RS": "srbija", "ES": "españa", "IT": "italia", "FR": "la france", "BE": "belgië, belgique",
    "GR": "gre, hellas", "HR": "cro, hrvatska", "SI": "slo, slovenija", "BG": "bul", "PT": "por", "LV": "lat",
    "CZ": "czech republic", "BA": "bosnia, bih", "MK": "macedonia", "RU": "russian federation",
    "KR": "korea", "TR": "türkiye", "AE": "uae, emirates", "CI": "ivory coast", "ZA": "rsa", "IR": "iri, persia",
    "TW": "tpe, chinese taipei", "CD": "dr congo", "VA": "vatican",
}  # fmt: skip
MEANT = {name: code for code, names in WRITTEN_FOR.items() for name in names.split(", ")}


class WrongCell(ValueError):  # noqa: N818  # of a row, shown beside it
    """Why a row cannot be taken, and because of which column."""

    def __init__(self, column: str, text: str) -> None:
        super().__init__(text)
        self.column = column


def named(row: Mapping[str, str]) -> str:
    """The name of a row, in one column or in two."""
    name = row.get("name", "") or f"{row.get('first_name', '')} {row.get('last_name', '')}"
    return " ".join(name.split())


def who(row: Mapping[str, str]) -> tuple[str, str]:
    """The player of a row: by id if it has one, else by name."""
    return ("id", row["id"]) if row.get("id") else ("name", named(row).casefold())


def plain_name(player: Player) -> str:
    """A player's name as rows are compared with it."""
    return normalize_name(player.name)


def whole(text: str) -> int | None:
    """A whole number; spreadsheets write 5.0 for 5."""
    text = text.removesuffix(".0")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else None


def country(text: str) -> str:
    """The ISO code of a country given by code, name or usual spelling; empty for an empty cell. Raises WrongCell."""
    if not text:
        return ""
    spelling = (
        " ".join(re.sub(r"\.(?=\S)", "", text.rstrip(".")).split()).casefold().removeprefix("the ")
    )
    code = spelling.upper()
    if len(code) == 2 and code in dict(countries):
        return code
    if len(code) == 3 and (alpha2 := countries.alpha2(code)):
        return str(alpha2)
    names = dict(countries)
    if (meant := MEANT.get(spelling, "")) in names:
        return meant
    if code_of_name := countries.by_name(text) or countries.by_name(spelling):
        return str(code_of_name)
    raise WrongCell(
        "country",
        _("Country not recognized: %(name)s. Use a country name or code.") % {"name": text},
    )
