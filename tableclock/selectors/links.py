"""Which match a link opens, and the links of a tournament for its desk."""

from collections.abc import Iterable
from functools import cached_property

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tableclock.models import ClockLink, LinkPurpose
from tournaments.models import PlayingTable, Slip, TableUse
from web.errors import DomainError


class OpenedLink:
    """A link that works, with the match that it opens now; a table may have none."""

    def __init__(self, link: ClockLink) -> None:
        self.link = link

    @cached_property
    def slip(self) -> Slip | None:
        """One query, when it is needed first."""
        return slip_of(self.link)


def find_link(code: str, purpose: str) -> ClockLink | None:
    """The link of an address, withdrawn or not. One query."""
    links = ClockLink.objects.select_related("slip", "table")
    return links.filter(code=code.lower(), purpose=purpose).first()


def opened(link: ClockLink) -> OpenedLink:
    """Refused: link_withdrawn (410)."""
    if link.withdrawn_at is not None:
        text = _("This link no longer works. Ask the desk for a new one.")
        raise DomainError("link_withdrawn", text, status=410)
    return OpenedLink(link)


def complete_slips() -> QuerySet[Slip]:
    """Slips with all that a clock or an overlay reads of them."""
    return Slip.objects.select_related(
        "pairing__round", "pairing__stage__tournament", "entry_a__player", "entry_b__player"
    )


def slip_of(link: ClockLink) -> Slip | None:
    """The match of a link: of a table the one that is there now."""
    slips = complete_slips()
    if link.slip_id is not None:
        return slips.filter(pk=link.slip_id).first()
    uses = TableUse.objects.filter(table=link.table_id, ended_at=None)
    return slips.filter(pk__in=uses.values("slip")).first()


def opens(link: ClockLink, slip_id: int) -> bool:
    """Does the link open this match, or did it when the match was at its table?"""
    if link.slip_id is not None:
        return link.slip_id == slip_id
    return TableUse.objects.filter(table=link.table_id, slip=slip_id).exists()


def links_of(
    slips: Iterable[int], tables: Iterable[PlayingTable]
) -> dict[tuple[str, str, int], ClockLink]:
    """The links that work, by purpose, kind of place and its id. Two queries."""
    links = ClockLink.objects.filter(withdrawn_at=None)
    by_slip = {
        (link.purpose, "slip", link.slip_id or 0): link for link in links.filter(slip__in=slips)
    }
    at_tables = links.filter(table__in=[table.pk for table in tables])
    return by_slip | {(link.purpose, "table", link.table_id or 0): link for link in at_tables}


def was_withdrawn(slip: Slip) -> bool:
    """Has the desk ended a link of this match? Then its slip gives no new one."""
    links = ClockLink.objects.filter(slip=slip, purpose=LinkPurpose.CLOCK)
    return links.filter(withdrawn_at__isnull=False).exists()


def full_address(link: ClockLink) -> str:
    return settings.SITE_URL + link.get_absolute_url()
