"""What every player owes in all tournaments of an event, so that they pay once at the desk."""

from dataclasses import dataclass

from tournaments.models import Event, FeePlan, Tournament
from tournaments.money.selectors.accounts import Account, accounts


@dataclass(frozen=True, slots=True)
class EventAccount:
    """A player and their accounts by tournament. Only tournaments in the event's currency are added up."""

    player: int
    name: str
    accounts: tuple[tuple[Tournament, Account], ...]

    @property
    def owes(self) -> int:
        """What the player still has to pay; what they get back elsewhere is not subtracted."""
        return sum(max(account.owes, 0) for _tournament, account in self.accounts)

    @property
    def paid(self) -> int:
        return sum(account.paid for _tournament, account in self.accounts)


def plans_of(event: Event) -> list[FeePlan]:
    """The fees of its tournaments, in its order; those in another currency are paid at their own desks. One query."""
    plans = FeePlan.objects.filter(tournament__event=event, currency=event.currency)
    order = ("tournament__event_order", "tournament_id")
    return list(plans.select_related("tournament").order_by(*order))


def event_accounts(event: Event, player: int | None = None) -> list[EventAccount]:
    """Everybody who owes or has paid something, by name. Four queries a tournament, and one."""
    by_player: dict[int, list[tuple[Tournament, Account]]] = {}
    names: dict[int, str] = {}
    for plan in plans_of(event):
        for account in accounts(plan.tournament, plan):
            if player in (None, account.player):
                by_player.setdefault(account.player, []).append((plan.tournament, account))
                names.setdefault(account.player, account.player_name)
    listed = [EventAccount(pk, names[pk], tuple(mine)) for pk, mine in by_player.items()]
    return sorted(listed, key=lambda row: (row.name.casefold(), row.player))
