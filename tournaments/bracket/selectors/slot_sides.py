"""The sides of pairings with who sits there, as plain values: a wall shows hundreds, and their rows as models cost more than all the
rest that it reads."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from accounts.models import NOT_HOUSE_BOTS, BotKind
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.models import Slot
from tournaments.models.tournament import entry_title

OF_SLOT = (
    "pairing_id", "side", "state", "source_kind", "source_seed", "source_pairing_id", "entry_id", "entry__seed",
)  # fmt: skip
OF_PLAYER = (
    "entry__player_id",
    "entry__player__name",
    "entry__player__country",
    "entry__player__bot_kind",
)
OF_TITLE = ("entry__name", "entry__attempt")


class SlotSide(NamedTuple):
    """A slot by its columns. `player` is who sits there under the title of their entry; None while nobody is known."""

    pairing: int
    side: int
    state: str
    source_kind: str
    source_seed: int | None
    source_pairing: int | None
    entry_id: int | None
    entry_seed: int | None
    player: PlayerRef | None


def slot_sides(of: dict[str, Any]) -> Iterator[SlotSide]:
    """The sides of the pairings that a filter of slots names. One query."""
    for row in Slot.objects.filter(**of).values_list(*OF_SLOT, *OF_PLAYER, *OF_TITLE):
        pairing, side, state, kind, seed, source, entry, entry_seed, *seated = row
        yield SlotSide(
            pairing, side, state, kind, seed, source, entry, entry_seed, _player(*seated)
        )


def _player(
    pk: int | None, name: str, country: str, bot_kind: str, team: str, attempt: int
) -> PlayerRef | None:
    if pk is None:
        return None
    is_bot, is_house_bot = bot_kind != BotKind.NONE, bot_kind not in NOT_HOUSE_BOTS
    return PlayerRef(pk, entry_title(team, name, attempt), str(country or ""), is_bot, is_house_bot)
