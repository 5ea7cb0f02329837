"""Countries that a file corrects: of players without a login, if the uploader directs all their tournaments.

Players with a login set their country themselves; no file changes that, and the dry run says so.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.core.locking import raise_versions
from tournaments.core.permissions import Viewer, directed_by
from tournaments.exchange.services.import_players import BATCH, Players, parts
from tournaments.models import Entry


class CountryChanges:
    """Which countries of these players a file may change. Constructing it takes a fixed number of queries for each 500."""

    def __init__(self, players: Iterable[Player], by: Viewer | None) -> None:
        self.elsewhere: set[int] = set()
        ids = sorted({player.pk for player in players if _is_nameless(player)})
        if by is None or by.is_staff:
            return
        for some in parts(ids):
            entered = _entered(some)
            tournaments = {tournament for _player, tournament in entered}
            directed = directed_by(by).filter(pk__in=tournaments).values_list("pk", flat=True)
            others = tournaments - set(directed)
            self.elsewhere |= {player for player, tournament in entered if tournament in others}

    def new_of(self, player: Player, home: str) -> str:
        """The player's new country; empty if the file may not change it or does not."""
        may = _is_nameless(player) and player.pk not in self.elsewhere
        return home if home and may and player.country != home else ""

    def text(self, player: Player, home: str) -> str:
        """The change of the player's country, or why it stays; empty if the file has the same country."""
        if not home or player.country == home:
            return ""
        values = {"old": player.country or "–"}
        if not _is_nameless(player):
            text = _(
                "Country stays %(old)s: imports change it only for players without an account."
            )
            return text % values
        if player.pk in self.elsewhere:
            text = _("Country stays %(old)s: the player is also in a tournament you do not direct.")
            return text % values
        return f"country: {player.country or '–'} → {home}"

    def text_for_options(self, options: Sequence[Player], home: str) -> str:
        """The same for several possible players, before one is chosen."""
        if len(options) == 1:
            return self.text(options[0], home)
        if not home:
            return ""
        stays = any(self.text(player, home) and not self.new_of(player, home) for player in options)
        note = _("Only for players without an account, if you direct all their tournaments.")
        return f"country: {home} · {note}" if stays else f"country: {home}"


def correct(homes: Iterable[tuple[Player, str]]) -> None:
    """Write the countries and raise the versions of the players' tournaments. The caller holds the locks of `tournaments_of`."""
    changed: dict[int, Player] = {}
    for player, home in homes:
        if home:
            player.country = home
            changed[player.pk] = player
    if changed:
        Player.objects.bulk_update(changed.values(), ["country"], batch_size=BATCH)
        raise_versions(tournaments_of(changed.values()))


def concerned(rows: Iterable[Mapping[str, str]]) -> set[int]:
    """The tournaments of players whose countries these rows may correct; they are locked before a file is applied."""
    named = [row for row in rows if row.get("country")]
    return tournaments_of(Players(named).everybody()) if named else set()


def tournaments_of(players: Iterable[Player]) -> set[int]:
    """The tournaments of those of the players without a login."""
    ids = sorted({player.pk for player in players if _is_nameless(player)})
    return {tournament for some in parts(ids) for _player, tournament in _entered(some)}


def _is_nameless(player: Player) -> bool:
    return player.user_id is None and not player.is_bot and player.anonymised_at is None


def _entered(players: Sequence[int]) -> set[tuple[int, int]]:
    """The (player, tournament) pairs of these players' entries, alone or in a team."""
    alone = Entry.objects.filter(player__in=players).values_list("player_id", "tournament_id")
    team = Entry.objects.filter(members__player__in=players)
    return {*alone, *team.values_list("members__player_id", "tournament_id")}
