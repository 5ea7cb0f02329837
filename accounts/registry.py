"""Where the apps above plug into an account's life; accounts itself knows none of them.

An exporter adds a part to the data download; a farewell runs before an account is deleted; who shows names is told when
one changes.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import Player, User

Exporter = Callable[[User], Any]
Farewell = Callable[[User], None]
Renaming = Callable[[Player], None]

_exporters: dict[str, Exporter] = {}
_farewells: list[Farewell] = []
_renamings: list[Renaming] = []


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


def renamed(player: Player) -> None:
    """Tell everybody who keeps what this player is called."""
    for renaming in _renamings:
        renaming(player)


def exporters() -> dict[str, Exporter]:
    return dict(_exporters)


def farewells() -> list[Farewell]:
    return list(_farewells)
