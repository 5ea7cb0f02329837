"""Bot accounts: users say that a program plays their account, so that everybody sees it and no match of it is rated."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.account_hooks import before_player_rename, has_played
from accounts.models import BOT_MARK, BotKind, Player, User
from accounts.services.guests import require_account
from accounts.services.players import ensure_player
from web.errors import DomainError
from web.security_log import note

LONGEST_OWNER = 80


@transaction.atomic
def declare_bot(user: User, *, owner: str, shows_owner: bool) -> Player:
    """Mark the account as a bot, or change what is stored of its owner. Safe twice.

    Only before its first match or entry: what somebody has played as a person stays a person's. Refused: has_played,
    staff_account, owner_needed (400); guests: sign_up_first.
    """
    require_account(user)
    owner = " ".join(owner.split())[:LONGEST_OWNER]
    if not owner:
        raise DomainError("owner_needed", _("Enter the owner’s name."), 400)
    player = _locked_player(user)
    if player.bot_kind != BotKind.ACCOUNT:
        if user.is_staff:
            raise DomainError("staff_account", _("A staff account cannot be a bot."))
        _require_not_played(
            player, _("This account has already played. Create another one for the bot.")
        )
        player.bot_kind = BotKind.ACCOUNT
        player.save(update_fields=["bot_kind", "name"])
        note("bot_account.declared", user_id=user.pk)
    user.bot_owner, user.shows_bot_owner = owner, shows_owner
    user.save(update_fields=["bot_owner", "shows_bot_owner"])
    return player


@transaction.atomic
def withdraw_bot(user: User) -> Player:
    """Make a bot account that has not played a person's again; other accounts stay as they are. Refused: has_played."""
    if ensure_player(user).bot_kind != BotKind.ACCOUNT:
        return ensure_player(user)
    player = _locked_player(user)
    _require_not_played(player, _("This bot has already played. It stays a bot."))
    player.bot_kind = BotKind.NONE
    player.name = player.name.removesuffix(BOT_MARK)
    player.save(update_fields=["bot_kind", "name"])
    user.bot_owner, user.shows_bot_owner = "", False
    user.save(update_fields=["bot_owner", "shows_bot_owner"])
    note("bot_account.withdrawn", user_id=user.pk)
    return player


def may_change(player: Player) -> bool:
    """Has the account played nothing yet, so that it may become a bot, or a person's again? A query for each app."""
    return not any(played(player) for played in has_played.functions().values())


def _locked_player(user: User) -> Player:
    """The player, after whatever shows it: the order that everybody keeps."""
    player = ensure_player(user)
    before_player_rename(player)
    return Player.objects.select_for_update().get(pk=player.pk)


def _require_not_played(player: Player, text: str) -> None:
    if not may_change(player):
        raise DomainError("has_played", text)
