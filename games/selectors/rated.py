"""May a friendly match be rated? Only between two people with accounts, to a number of points."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from games.engine.rules import Rules
from games.selectors.rated_limit import LIMIT_REACHED, limit_sentence

RATED = "rated"  # in the context of a match: true, false, or not there where nothing was agreed


def has_full_account(player: Player) -> bool:
    """Neither a bot nor a guest nor a name without a login. One query at most."""
    return not player.is_bot and player.user is not None and not player.user.is_guest


def may_be_rated(rules: Rules, players: Iterable[Player | None]) -> bool:
    """`players`: None for a seat that is free."""
    seated = [player for player in players if player is not None]
    return rules.length is not None and all(has_full_account(player) for player in seated)


def is_rated(context: Mapping[str, Any]) -> bool:
    """Was it agreed that the match is rated?"""
    return bool(context.get(RATED))


def rated_text(context: Mapping[str, Any]) -> str:
    """In one word of a table; "" where nothing was agreed."""
    if RATED not in context:
        return ""
    return pgettext("match", "Rated") if is_rated(context) else pgettext("match", "Casual")


def rated_sentence(context: Mapping[str, Any]) -> str:
    """For the rule card; "" where nothing was agreed."""
    if RATED not in context:
        return ""
    if is_rated(context):
        return _("Rated match: the result changes both ratings.")
    if LIMIT_REACHED in context:
        return limit_sentence(context[LIMIT_REACHED])
    return _("Casual match: ratings do not change.")
