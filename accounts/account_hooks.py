"""Where the apps above plug into an account's life; accounts itself knows none of them."""

from collections.abc import Callable
from typing import Any

from accounts.models import Player, User
from web.hooks import Hook

data_exporters: Hook[Callable[[User], Any]] = Hook("data_exporters")
"""Each adds a part to the data download, under its key."""
account_deletions: Hook[Callable[[User], None]] = Hook("account_deletions")
"""Called inside the transaction that deletes an account, before it is deleted."""
player_renames: Hook[Callable[[Player], None]] = Hook("player_renames")
"""Called inside the transaction that changes a player's name or country."""
player_merges: Hook[Callable[[Player, Player], None]] = Hook("player_merges")
"""Called inside the transaction that merges the first player into the second: delete rows that would be double."""
login_renames: Hook[Callable[[User], None]] = Hook("login_renames")
"""Called inside the transaction that changes a user name."""
guest_moves: Hook[Callable[[Player, Player], None]] = Hook("guest_moves")
"""Called inside the transaction in which a guest logs in to an account: move the matches of the first player to the second."""

has_played: Hook[Callable[[Player], bool]] = Hook("has_played")
"""Each says whether the player has a match or an entry, whatever became of it."""


def before_player_rename(player: Player) -> None:
    """Lock and mark as changed whatever shows this player's name or country."""
    for function in player_renames.functions().values():
        function(player)


def before_login_rename(user: User) -> None:
    """Lock and mark as changed whatever shows this user name."""
    for function in login_renames.functions().values():
        function(user)
