"""What a correction would move, before it is made (T9.5, X4)."""

from tournaments.formats.base import Outcome
from tournaments.models import Pairing, PairingMatch
from tournaments.selectors.bracket import short_name
from tournaments.selectors.drawsheet import DrawSheet


def would_be_voided(pairing: Pairing, outcome: Outcome) -> list[str]:
    """Names of later pairings whose match has begun and whose two players would no longer meet."""
    sheet = DrawSheet(pairing.stage)
    after = sheet.resolve([outcome]).decisions
    begun = PairingMatch.objects.filter(
        pairing__stage=pairing.stage, voided_at=None, match__started_at__isnull=False
    ).exclude(pairing=pairing)
    return [
        short_name(sheet.pairings[m.pairing_id])
        for m in begun.order_by("id")
        if {m.entry_a_id, m.entry_b_id} != set(after[sheet.pairings[m.pairing_id].key].slots)
    ]
