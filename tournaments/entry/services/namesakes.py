"""Players of the same name: whoever types a name has to choose one of them before anything is written.

The question is asked when one of them has a login or is a bot, or when there are several. Imported files compare names
in the same way.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_countries import countries

from accounts.models import NOT_HOUSE_BOTS, Player
from accounts.selectors import NO_GUEST
from accounts.services.players import create_walk_in
from tournaments.entry.services.places import require_free_name
from tournaments.models import Entry, EntryMember, Tournament
from web.errors import DomainError
from web.folding import fold

AT_ONCE = 500
MOST_OPTIONS = 6
NEW = "new"
Options = tuple[tuple[str, str], ...]


class WhichPlayer(DomainError):  # noqa: N818  # reads as the question it is
    """Nothing was written: `name` may be one of `options`, as (id, description); `at` is its index among several names."""

    def __init__(self, name: str, options: Options, at: int | None = None) -> None:
        text = _("%(name)s: a player with this name already exists. Choose the right player.")
        super().__init__("which_player", text % {"name": name})
        self.name, self.options, self.at = name, options, at


def player_to_enter(tournament: Tournament, name: str, *, choice: str = "") -> Player:
    """The player to enter by this name: the chosen one (by id), or a new one (`choice` "new", or nobody has the name).
    Refused: name_needed, name_taken, which_player."""
    namesakes = players_by_name([name], bots=True).get(normalize_name(name), [])
    here = _entered(tournament, namesakes)
    if choice in map(str, here):
        require_free_name(tournament, name)
    picked = choose_player(name, [player for player in namesakes if player.pk not in here], choice)
    if picked is None:
        require_free_name(tournament, name, needed=_("Enter the player’s name."))
        return create_walk_in(name)
    return picked


def choose_player(
    name: str, namesakes: Sequence[Player], choice: str, at: int | None = None
) -> Player | None:
    """The chosen one of these players, or None for a new player. Refused: which_player, also if the chosen player has
    another name by now."""
    if choice == NEW:
        return None
    options = namesakes[:MOST_OPTIONS]
    picked = next((option for option in options if str(option.pk) == choice), None)
    if picked is not None:
        return picked
    if choice or len(namesakes) > 1 or any(p.user_id or p.bot_kind for p in namesakes):
        new = (NEW, _("A new player with this name"))
        described = describe_players(options, tournament_counts(options))
        raise WhichPlayer(name, (*described, new), at)
    return None


def players_by_name(names: Iterable[str], *, bots: bool = False) -> dict[str, list[Player]]:
    """Everybody of these names by `plain`, those with a login first; `bots` too, last. A query for each 500 names."""
    typed = sorted({name for name in names if name})
    by_name: dict[str, list[Player]] = {}
    for start in range(0, len(typed), AT_ONCE):
        some = typed[start : start + AT_ONCE]
        small = {word for name in some for word in (name.casefold(), name.lower())}
        people = Player.objects.filter(NO_GUEST, anonymised_at=None)
        people = (people if bots else people.filter(bot_kind__in=NOT_HOUSE_BOTS)).alias(
            lowered=Lower("name")
        )
        alike = people.filter(Q(lowered__in=small) | Q(name__in=some)).select_related("user")
        for player in alike.order_by(F("user").asc(nulls_last=True), "bot_kind", "pk"):
            by_name.setdefault(normalize_name(player.name), []).append(player)
    return by_name


def players_by_folded_name(names: Iterable[str]) -> dict[str, list[Player]]:
    """People whose name differs from one of these at most by accents and capitals, by `fold_name`; those with a login
    first. A query for each 500 names."""
    folded = sorted({fold_name(name) for name in names if name})
    by_name: dict[str, list[Player]] = {}
    for start in range(0, len(folded), AT_ONCE):
        people = Player.objects.filter(NO_GUEST, anonymised_at=None, bot_kind__in=NOT_HOUSE_BOTS)
        alike = people.filter(search_name__in=folded[start : start + AT_ONCE])
        for player in alike.select_related("user").order_by(F("user").asc(nulls_last=True), "pk"):
            by_name.setdefault(fold_name(player.name), []).append(player)
    return by_name


def fold_name(name: str) -> str:
    """A name for comparison, without accents, case and extra spaces."""
    return fold(" ".join(name.split()))


def normalize_name(name: str) -> str:
    """A name for comparison, without case and extra spaces."""
    return " ".join(name.split()).casefold()


def describe_players(options: Sequence[Player], entered: Mapping[int, int]) -> Options:
    """Each player described so that they differ; `entered` is the number of tournaments of each."""
    words = [_described(option, entered.get(option.pk, 0)) for option in options]
    number = _("Player number: %(n)d")
    return tuple(
        (
            str(player.pk),
            text if words.count(text) == 1 else f"{text} · {number % {'n': player.pk}}",
        )
        for player, text in zip(options, words, strict=True)
    )


def tournament_counts(players: Iterable[Player]) -> Counter[int]:
    """In how many tournaments each of these is or was entered, alone or in a team. Two queries for each 500."""
    pks, entered = [player.pk for player in players], set[tuple[int, int]]()
    for start in range(0, len(pks), AT_ONCE):
        some = pks[start : start + AT_ONCE]
        real = Entry.objects.filter(tournament__is_rehearsal=False)
        alone = real.filter(player__in=some)
        entered |= set(alone.values_list("player_id", "tournament_id"))
        team = real.filter(members__player__in=some)
        entered |= set(team.values_list("members__player_id", "tournament_id"))
    return Counter(player for player, _tournament in entered)


def _described(player: Player, entered: int) -> str:
    account = _("Has an account") if player.user_id else _("No account")
    if player.is_bot:
        account = _("Bot of this site") if player.is_house_bot else _("Bot account")
    often = ngettext("%(n)d tournament", "%(n)d tournaments", entered) % {"n": entered}
    parts = [
        player.name,
        account,
        countries.name(player.country),
        often if entered else _("No tournaments yet"),
    ]
    return " · ".join(filter(None, parts))


def _entered(tournament: Tournament, players: Sequence[Player]) -> set[int]:
    """Which of these players have a place already, alone or in a team."""
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    alone = active.filter(player__in=players).values_list("player_id", flat=True)
    members = EntryMember.objects.filter(entry__in=active, player__in=players)
    return {*alone, *members.values_list("player_id", flat=True)} if players else set()
