"""Series and their finished tournaments for tests, made through the services."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from accounts.models import Player, User
from series.merit.points import points_text
from series.models import Series
from series.selectors.standings import order_of
from series.services.counted import add_tournament
from series.services.series import start_series
from tests.tournaments import making
from tests.tournaments.making import NOW, SEED
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Event, Pairing, Tournament
from tournaments.setup.services import lifecycle


def season(boss: User, **facts: Any) -> Series:
    return start_series(boss, NOW, **({"name": "Winter Tour"} | facts))


def field(n: int) -> list[Player]:
    """Players who are named by their strength: 1 is the strongest."""
    return [making.nobody(str(number)) for number in range(1, n + 1)]


def played(
    boss: User,
    players: Sequence[Player],
    *,
    event: Event | None = None,
    week: int = 0,
    best: Sequence[Player] = (),
    **settings: Any,
) -> Tournament:
    """A finished tournament of these players. Of two, who comes first in `best` wins, else in `players`."""
    facts = {"name": f"Week {week + 1}", "lengths": [3], "clock": None, "draw_method": "manual"}
    made = lifecycle.create(organizer=boss, **(facts | settings))
    Tournament.objects.filter(pk=made.pk).update(event=event, starts_at=NOW + timedelta(weeks=week))
    lifecycle.open_entry(made.pk, by=boss)
    for player in players:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
    start(made.pk, by=None, now=NOW, draw_seed=SEED)
    order = [player.pk for player in (*best, *players)]
    for _round in range(30):
        waiting = Pairing.objects.filter(
            stage__tournament=made, decided_at=None, voided_at=None, pairing_matches__isnull=False
        )
        for pairing in list(waiting.prefetch_related("slots__entry__player")):
            two = [slot.entry.player for slot in pairing.slots.all() if slot.entry]
            winner = min(two, key=lambda player: order.index(player.pk))
            making.win(made, pairing.key, winner.name)
        made.refresh_from_db()
        if made.status == Tournament.Status.FINISHED:
            return made
    raise AssertionError("it does not end")


def counted(series: Series, *tournaments: Tournament, weight: int = 100) -> None:
    assert series.organizer is not None
    for tournament in tournaments:
        add_tournament(series.organizer, series.pk, tournament.pk, NOW, weight=weight)


def table(series: Series) -> list[tuple[int | None, str, str]]:
    """Place, name and total of each line."""
    series.refresh_from_db()
    lines = order_of(series).lines
    return [(line.row.place, line.player.name, points_text(line.row.total)) for line in lines]
