"""Where the apps above plug into an account's life; accounts itself knows none of them.

An exporter adds a part to the data download; a farewell runs before an account is deleted; who shows names of
players or of logins is told when one changes. Each is registered by its dotted name and read when it is needed first:
the live table deletes no account and is back sooner without the code for it.
"""

from collections.abc import Callable
from typing import Any, cast

from django.utils.module_loading import import_string

from accounts.models import Player, User

Exporter = Callable[[User], Any]
Farewell = Callable[[User], None]
Renaming = Callable[[Player], None]
LoginRenaming = Callable[[User], None]

_exporters: dict[str, str] = {}
_farewells: list[str] = []
_renamings: list[str] = []
_login_renamings: list[str] = []


def add_exporter(name: str, dotted: str) -> None:
    """Put `Exporter(user)` under this name into the data download; called from AppConfig.ready."""
    _exporters[name] = dotted


def add_farewell(dotted: str) -> None:
    """Run `Farewell(user)` inside the transaction that deletes the account."""
    _once(_farewells, dotted)


def add_renaming(dotted: str) -> None:
    """Run `Renaming(player)` inside the transaction that changes a player's name or country."""
    _once(_renamings, dotted)


def add_login_renaming(dotted: str) -> None:
    """Run `LoginRenaming(user)` inside the transaction that changes a user name."""
    _once(_login_renamings, dotted)


def renamed(player: Player) -> None:
    """Tell everybody who keeps what this player is called."""
    for dotted in _renamings:
        cast(Renaming, import_string(dotted))(player)


def login_renamed(user: User) -> None:
    """Tell everybody who keeps what this login is called."""
    for dotted in _login_renamings:
        cast(LoginRenaming, import_string(dotted))(user)


def exporters() -> dict[str, Exporter]:
    return {name: import_string(dotted) for name, dotted in _exporters.items()}


def farewells() -> list[Farewell]:
    return [import_string(dotted) for dotted in _farewells]


def _once(registered: list[str], dotted: str) -> None:
    if dotted not in registered:
        registered.append(dotted)
