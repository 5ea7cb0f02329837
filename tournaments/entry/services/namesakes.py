"""Who may be meant by a name that somebody types: everybody called so is found, and one of them is chosen before anything is written.

Asked where one of them has a login or is a bot, or where there are several; the files of exchange compare names in the same way.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_countries import countries

from accounts.models import Player
from accounts.services.players import create_walk_in
from tournaments.entry.services.places import require_free_name
from tournaments.models import Entry, EntryMember, Tournament
from web.errors import DomainError

AT_ONCE = 500
MOST_OPTIONS = 6
NEW = "new"
Options = tuple[tuple[str, str], ...]


class WhichPlayer(DomainError):  # noqa: N818  # reads as the question it is
    """Nothing was written: `name` may be one of `options`, as (id, words); `at` its place where several were typed."""

    def __init__(self, name: str, options: Options, at: int | None = None) -> None:
        text = _("There is a player called %(name)s already. Say who is meant.")
        super().__init__("which_player", text % {"name": name})
        self.name, self.options, self.at = name, options, at


def somebody(tournament: Tournament, name: str, *, choice: str = "") -> Player:
    """Who enters by this name: the player chosen (his id), or somebody new ("new", or where there is nobody to choose
    from). Refused: name_needed, name_taken, which_player."""
    found = called([name], bots=True).get(plain(name), [])
    here = _entered(tournament, found)
    if choice in map(str, here):
        require_free_name(tournament, name)
    picked = chosen(name, [one for one in found if one.pk not in here], choice)
    if picked is None:
        require_free_name(tournament, name, needed=_("A walk-in needs a name."))
        return create_walk_in(name)
    return picked


def chosen(name: str, found: Sequence[Player], choice: str, at: int | None = None) -> Player | None:
    """One of those who are called so, or None for somebody new. Refused: which_player, also where whoever was chosen is
    called so no more."""
    if choice == NEW:
        return None
    options = found[:MOST_OPTIONS]
    if (picked := next((one for one in options if str(one.pk) == choice), None)) is not None:
        return picked
    if choice or len(found) > 1 or any(one.user_id or one.bot_kind for one in found):
        new = (NEW, _("somebody else of that name"))
        told = described(options, entered_in(options))
        raise WhichPlayer(name, (*told, new), at)
    return None


def called(names: Iterable[str], *, bots: bool = False) -> dict[str, list[Player]]:
    """Everybody of these names by `plain`, those with a login first; `bots` too, last. A query for each 500 names."""
    typed = sorted({name for name in names if name})
    found: dict[str, list[Player]] = {}
    for start in range(0, len(typed), AT_ONCE):
        some = typed[start : start + AT_ONCE]
        small = {word for name in some for word in (name.casefold(), name.lower())}
        people = Player.objects.filter(anonymised_at=None)
        known = (people if bots else people.filter(bot_kind="")).alias(lowered=Lower("name"))
        alike = known.filter(Q(lowered__in=small) | Q(name__in=some)).select_related("user")
        for player in alike.order_by(F("user").asc(nulls_last=True), "bot_kind", "pk"):
            found.setdefault(plain(player.name), []).append(player)
    return found


def plain(name: str) -> str:
    """A name as others are compared with it."""
    return " ".join(name.split()).casefold()


def described(options: Sequence[Player], entered: Mapping[int, int]) -> Options:
    """Each with enough to be told from the others; `entered` says in how many tournaments each was."""
    words = [_described(one, entered.get(one.pk, 0)) for one in options]
    number = _("player number %(n)d")
    return tuple(
        (str(one.pk), said if words.count(said) == 1 else f"{said}, {number % {'n': one.pk}}")
        for one, said in zip(options, words, strict=True)
    )


def entered_in(players: Iterable[Player]) -> Counter[int]:
    """In how many tournaments each of these is or was entered, alone or in a team. Two queries for each 500."""
    pks, found = [one.pk for one in players], set[tuple[int, int]]()
    for start in range(0, len(pks), AT_ONCE):
        some = pks[start : start + AT_ONCE]
        real = Entry.objects.filter(tournament__is_rehearsal=False)
        alone = real.filter(player__in=some)
        found |= set(alone.values_list("player_id", "tournament_id"))
        team = real.filter(members__player__in=some)
        found |= set(team.values_list("members__player_id", "tournament_id"))
    return Counter(player for player, _tournament in found)


def _described(player: Player, entered: int) -> str:
    login = _("has a login") if player.user_id else _("without a login")
    if player.bot_kind:
        login = _("a bot of this site")
    often = ngettext("in %(n)d tournament", "in %(n)d tournaments", entered) % {"n": entered}
    told = [login, countries.name(player.country), often if entered else _("in no tournament yet")]
    return f"{player.name} – {', '.join(filter(None, told))}"


def _entered(tournament: Tournament, players: Sequence[Player]) -> set[int]:
    """Which of these have a place already, alone or in a team."""
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    alone = active.filter(player__in=players).values_list("player_id", flat=True)
    members = EntryMember.objects.filter(entry__in=active, player__in=players)
    return {*alone, *members.values_list("player_id", flat=True)} if players else set()
