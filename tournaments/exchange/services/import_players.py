"""The players of the rows of a file: by id, or all of a name, where nobody has it those whose name differs by accents only.

Two queries for each 500 ids or names.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.entry.services.namesakes import (
    MOST_OPTIONS,
    NEW,
    Options,
    describe_players,
    fold_name,
    players_by_folded_name,
    players_by_name,
    tournament_counts,
)
from tournaments.exchange.services import import_cells as cells

BATCH = 500
LONGEST = 80


class Players:
    """All players whom these rows may mean, read at once; later only their entries are read, once."""

    def __init__(self, rows: Iterable[Mapping[str, str]]) -> None:
        rows = list(rows)
        ids = {cells.whole(row["id"]) for row in rows if row.get("id")}
        names = {name for row in rows if not row.get("id") and (name := cells.named(row))}
        players = Player.objects.filter(anonymised_at=None)
        self.by_id: dict[int, Player] = {}
        for some in parts(sorted(number for number in ids if number)):
            self.by_id |= {player.pk: player for player in players.filter(pk__in=some)}
        self.by_name = players_by_name(names)
        others = [name for name in names if name.casefold() not in self.by_name]
        self.by_folded = players_by_folded_name(others) if others else {}

    def everybody(self) -> list[Player]:
        """All players of the rows."""
        return [
            *self.by_id.values(),
            *self._named(),
        ]

    def meant(self, row: Mapping[str, str], name: str) -> Player | list[Player]:
        """The player of the row's id, or all players of its name. Raises WrongCell."""
        if len(name) > LONGEST:
            raise cells.WrongCell(
                "name", _("This text is too long. Maximum characters: %(n)d.") % {"n": LONGEST}
            )
        if row.get("id"):
            player = self.by_id.get(cells.whole(row["id"]) or 0)
            if player is None:
                raise cells.WrongCell("id", _("No player has this id."))
            if name and name.casefold() != cells.plain_name(player):
                text = _("Player %(id)s has a different name: %(name)s.")
                raise cells.WrongCell("name", text % {"id": row["id"], "name": player.name})
            return player
        if not name:
            raise cells.WrongCell("name", _("This row has no name."))
        alike = self.by_name.get(name.casefold()) or self.by_folded.get(fold_name(name), [])
        return alike[:MOST_OPTIONS]

    def options(self, players: Sequence[Player]) -> Options:
        """The options for a name: its players, and a new player."""
        return (*describe_players(players, self._entered), (NEW, _("New player")))

    @cached_property
    def _entered(self) -> Counter[int]:
        return tournament_counts(self._named(MOST_OPTIONS))

    def _named(self, most: int | None = None) -> list[Player]:
        """The players of all names, at most so many of each, everybody once."""
        every = (*self.by_name.values(), *self.by_folded.values())
        return list({player.pk: player for alike in every for player in alike[:most]}.values())


def chosen_of(options: Sequence[Player], choice: str) -> str:
    """The choice if it is valid, else the only option, else empty."""
    if choice in {NEW, *(str(player.pk) for player in options)}:
        return choice
    return str(options[0].pk) if len(options) == 1 else ""


def parts(items: list[Any]) -> list[list[Any]]:
    return [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
