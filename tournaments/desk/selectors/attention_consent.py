"""For the queue of the desk: players whom somebody else entered and who have not accepted, where that holds up the draw."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tournaments.desk.selectors.attention_items import Act, Item, Sight
from tournaments.models import Entry, EntryInvitation, Pairing, PairingMatch, Slip, Slot

MOST = 40


def not_accepted(sight: Sight) -> Iterator[Item]:
    """Somebody in the draw says that they did not enter, or has not accepted and so has no match online. One query."""
    declined = EntryInvitation.objects.filter(
        entry=OuterRef("pk"), answer=EntryInvitation.Answer.DECLINED
    )
    found = Entry.objects.filter(
        tournament__in=sight.tournaments,
        tournament__started_at__isnull=False,
        status=Entry.Status.ACTIVE,
        awaits_consent=True,
    ).annotate(declined=Exists(declined), waits=Exists(_without_a_match()))
    for entry in found.select_related("player").order_by("pk")[:MOST]:
        at, said = sight.tended[entry.tournament_id], {"name": entry.title}
        act = Act(_("Open"), at.link("tournament-entry", entry.pk), key="o")
        if entry.declined:
            title = _("Not the player who was meant")
            text = _("%(name)s says that this entry is not theirs. Correct or withdraw the entry.")
        elif entry.waits:
            title = _("Waiting for an answer")
            text = _("%(name)s has not accepted the entry. Their online match begins after that.")
        else:
            continue
        yield Item(
            entry.tournament_id, "consent", "warn", title, text % said, None, (act,),
            icon="user", ref=str(entry.pk),
        )  # fmt: skip


def _without_a_match() -> QuerySet[Pairing]:
    """Open pairings of an entry that have two players and neither a match nor a slip."""
    slips = Slip.objects.filter(pairing=OuterRef("pk"), voided_at=None)
    matches = PairingMatch.objects.filter(pairing=OuterRef("pk"), voided_at=None)
    pending = Slot.objects.filter(pairing=OuterRef("pk"), entry=None)
    mine = Pairing.objects.filter(
        slots__entry=OuterRef("pk"), decided_at=None, voided_at=None, round__open=True
    )
    return mine.exclude(Exists(slips)).exclude(Exists(matches)).exclude(Exists(pending))
