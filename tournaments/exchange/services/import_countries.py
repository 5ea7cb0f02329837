"""Countries that a file corrects: of players without a login, where whoever brings it directs all their tournaments.

A player with a login says himself where he is from; no file changes that, and the dry run says so.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.core.locking import raise_versions
from tournaments.core.permissions import Viewer, directed_by
from tournaments.exchange.services.import_players import BATCH, Players, parts
from tournaments.models import Entry


class Homes:
    """What becomes of the countries of these players. A fixed number of queries for each 500; asks nothing afterwards."""

    def __init__(self, players: Iterable[Player], by: Viewer | None) -> None:
        self.elsewhere: set[int] = set()
        found = sorted({one.pk for one in players if _is_nameless(one)})
        if by is None or by.is_staff:
            return
        for some in parts(found):
            entered = _entered(some)
            held = {tournament for _player, tournament in entered}
            directed = directed_by(by).filter(pk__in=held).values_list("pk", flat=True)
            others = held - set(directed)
            self.elsewhere |= {player for player, tournament in entered if tournament in others}

    def new_of(self, player: Player, home: str) -> str:
        """The country that the file gives him, if it may give him one that is not his."""
        may = _is_nameless(player) and player.pk not in self.elsewhere
        return home if home and may and player.country != home else ""

    def told(self, player: Player, home: str) -> str:
        """What becomes of his country, or why it stays; nothing where the file says what stands already."""
        if not home or player.country == home:
            return ""
        words = {"old": player.country or "–"}
        if not _is_nameless(player):
            text = _("country stays %(old)s: a file changes only players without a login")
            return text % words
        if player.pk in self.elsewhere:
            text = _("country stays %(old)s: entered in a tournament, too, that you do not direct")
            return text % words
        return f"country: {player.country or '–'} → {home}"

    def told_of_options(self, options: Sequence[Player], home: str) -> str:
        """The same while it is open who is meant: it depends on no choice."""
        if len(options) == 1:
            return self.told(options[0], home)
        if not home:
            return ""
        stays = any(self.told(one, home) and not self.new_of(one, home) for one in options)
        note = _("a file changes only players without a login, whose tournaments you all direct")
        return f"country: {home} ({note})" if stays else f"country: {home}"


def correct(homes: Iterable[tuple[Player, str]]) -> None:
    """Write them, and let go of what shows them. Whoever calls holds the locks of `tournaments_of`."""
    changed: dict[int, Player] = {}
    for player, home in homes:
        if home:
            player.country = home
            changed[player.pk] = player
    if changed:
        Player.objects.bulk_update(changed.values(), ["country"], batch_size=BATCH)
        raise_versions(tournaments_of(changed.values()))


def concerned(rows: Iterable[Mapping[str, str]]) -> set[int]:
    """Where those are entered whose countries these rows may correct: locked before a file is taken."""
    said = [row for row in rows if row.get("country")]
    return tournaments_of(Players(said).everybody()) if said else set()


def tournaments_of(players: Iterable[Player]) -> set[int]:
    """Where those without a login are entered."""
    found = sorted({one.pk for one in players if _is_nameless(one)})
    return {tournament for some in parts(found) for _player, tournament in _entered(some)}


def _is_nameless(player: Player) -> bool:
    return player.user_id is None and not player.is_bot and player.anonymised_at is None


def _entered(players: Sequence[int]) -> set[tuple[int, int]]:
    """Who of these is or was entered where, alone or in a team."""
    alone = Entry.objects.filter(player__in=players).values_list("player_id", "tournament_id")
    team = Entry.objects.filter(members__player__in=players)
    return {*alone, *team.values_list("members__player_id", "tournament_id")}
