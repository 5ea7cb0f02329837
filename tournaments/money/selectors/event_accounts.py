"""What every player owes in all tournaments of an event: he pays once at the desk."""

from dataclasses import dataclass

from tournaments.models import Event, FeePlan, Tournament
from tournaments.money.selectors.accounts import Account, accounts


@dataclass(frozen=True, slots=True)
class EventAccount:
    """A player, and his accounts by tournament. Only tournaments in the event's currency are added up."""

    player: int
    name: str
    accounts: tuple[tuple[Tournament, Account], ...]

    @property
    def owes(self) -> int:
        """What he still has to pay; what he gets back elsewhere is not set off against it."""
        return sum(max(account.owes, 0) for _tournament, account in self.accounts)

    @property
    def paid(self) -> int:
        return sum(account.paid for _tournament, account in self.accounts)


def plans_of(event: Event) -> list[FeePlan]:
    """The fees of its tournaments, in its order; those in another currency are paid at their own desks. One query."""
    found = FeePlan.objects.filter(tournament__event=event, currency=event.currency)
    order = ("tournament__event_order", "tournament_id")
    return list(found.select_related("tournament").order_by(*order))


def event_accounts(event: Event, player: int | None = None) -> list[EventAccount]:
    """Everybody who owes or has paid something, by name. Four queries a tournament, and one."""
    held: dict[int, list[tuple[Tournament, Account]]] = {}
    names: dict[int, str] = {}
    for plan in plans_of(event):
        for account in accounts(plan.tournament, plan):
            if player in (None, account.player):
                held.setdefault(account.player, []).append((plan.tournament, account))
                names.setdefault(account.player, account.player_name)
    found = [EventAccount(pk, names[pk], tuple(mine)) for pk, mine in held.items()]
    return sorted(found, key=lambda one: (one.name.casefold(), one.player))
