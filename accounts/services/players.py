"""Players: the name at the table of a login, a walk-in or a bot."""

from accounts.mailing import without_links
from accounts.models import BotKind, Player, User


def ensure_player(user: User) -> Player:
    """The player of this login, made on first need."""
    name = (user.get_full_name() or user.get_username())[:80]
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": name})
    return player


def create_walk_in(name: str, country: str = "") -> Player:
    """A player without a login, entered by a director."""
    return Player.objects.create(name=name.strip()[:80], country=country)


def create_bot(name: str, kind: str = BotKind.STEADY) -> Player:
    """A built-in bot's player."""
    return Player.objects.create(name=name[:80], bot_kind=kind)


def display_name(user: User) -> str:
    """How messages and emails address this login: the name at the table, else the user name.

    A stranger can sign up with somebody else's address, so the name brings no link into their inbox.
    """
    name = Player.objects.filter(user=user).values_list("name", flat=True).first()
    return without_links(name or user.get_username())
