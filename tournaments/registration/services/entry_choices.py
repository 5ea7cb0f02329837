"""What somebody chose beside their name when they registered: the reduced fee, side pools, answers; carried over to the entry."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.models import Entry, EntryFee, Registration, SidePool, SidePoolEntry, Tournament
from tournaments.registration.selectors.registration_state import reduced_fee


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """One tournament of a form: the side pools (ids) to join, and the answers by the ids of the questions."""

    tournament: int
    is_reduced: bool = False
    pools: tuple[int, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def stored(self) -> dict[str, object]:
        """The fields of the registration."""
        return {
            "is_reduced": self.is_reduced,
            "pools": list(self.pools),
            "answers": dict(self.answers),
        }


def apply_choices(row: Registration, tournament: Tournament, entry: Entry, now: datetime) -> None:
    """Give the entry its reduced fee and its side pools. Pools that are gone are left out; on the waiting list an entry owes
    nothing for them."""
    plan = plan_of(tournament)
    if row.is_reduced and plan is not None and (fee := reduced_fee(plan, now)) is not None:
        own = {"entry_fee": fee, "registration_fee": plan.registration_fee}
        EntryFee.objects.update_or_create(
            entry=entry, defaults={**own, "note": plan.reduced_for[:200]}
        )
    pools = SidePool.objects.filter(tournament=tournament, pk__in=row.pools or [])
    for pool in pools.order_by("pk"):
        SidePoolEntry.objects.get_or_create(pool=pool, entry=entry, defaults={"at": now})
