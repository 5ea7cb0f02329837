"""Where the apps above plug into an account's life; accounts itself knows none of them.

An exporter adds a part to the data download; a farewell runs before an account is deleted; who shows names of
players or of logins is told when one changes.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import Player, User

Exporter = Callable[[User], Any]
Farewell = Callable[[User], None]
Renaming = Callable[[Player], None]
LoginRenaming = Callable[[User], None]

_exporters: dict[str, Exporter] = {}
_farewells: list[Farewell] = []
_renamings: list[Renaming] = []
_login_renamings: list[LoginRenaming] = []


def add_exporter(name: str, export: Exporter) -> None:
    """Put `export(user)` under this name into the data download; called from AppConfig.ready."""
    _exporters[name] = export


def add_farewell(farewell: Farewell) -> None:
    """Run `farewell(user)` inside the transaction that deletes the account."""
    if farewell not in _farewells:
        _farewells.append(farewell)


def add_renaming(renaming: Renaming) -> None:
    """Run `renaming(player)` inside the transaction that changes a player's name or country."""
    if renaming not in _renamings:
        _renamings.append(renaming)


def add_login_renaming(renaming: LoginRenaming) -> None:
    """Run `renaming(user)` inside the transaction that changes a user name."""
    if renaming not in _login_renamings:
        _login_renamings.append(renaming)


def renamed(player: Player) -> None:
    """Tell everybody who keeps what this player is called."""
    for renaming in _renamings:
        renaming(player)


def login_renamed(user: User) -> None:
    """Tell everybody who keeps what this login is called."""
    for renaming in _login_renamings:
        renaming(user)


def exporters() -> dict[str, Exporter]:
    return dict(_exporters)


def farewells() -> list[Farewell]:
    return list(_farewells)
