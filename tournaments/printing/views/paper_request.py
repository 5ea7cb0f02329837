"""A request for a paper, read from the URL once."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest

from tournaments.bracket.selectors.outline import Outline, outline
from tournaments.models import Tournament
from tournaments.printing.sheets.frame import Sheet
from tournaments.printing.sheets.primitives import SIZES, Paper
from tournaments.printing.sheets.slips import ROWS
from tournaments.public.views.player_lookup import small_number_in


def size_in(request: HttpRequest) -> str:
    """The paper size asked for; A4 where it is missing or unknown."""
    asked = request.GET.get("size", "")
    return asked if asked in SIZES else "a4"


def paper_of(request: HttpRequest) -> Paper:
    return SIZES[size_in(request)]


@dataclass
class PaperRequest:
    """The tournament, and the part of it to print. Unknown values in the URL count as missing."""

    request: HttpRequest
    tournament: Tournament

    @cached_property
    def parts(self) -> Outline:
        return outline(self.tournament)

    @property
    def paper(self) -> Paper:
        return paper_of(self.request)

    @property
    def size(self) -> str:
        return size_in(self.request)

    @property
    def stage(self) -> int | None:
        return small_number_in(self.request.GET.get("stage"))

    @property
    def section(self) -> str:
        return self.request.GET.get("section", "")

    @property
    def round(self) -> int | None:
        return small_number_in(self.request.GET.get("round"))

    @property
    def by_name(self) -> bool:
        return self.request.GET.get("by") == "name"

    @property
    def on_sheet(self) -> int:
        asked = small_number_in(self.request.GET.get("on_sheet"))
        return asked if asked in ROWS else 6


Sheets = list[Sheet]
