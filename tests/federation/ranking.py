"""The federation's ranking: matches won in its tournaments. Kept in a file, and true again after any time away."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

from tests.federation.barpoint import Barpoint

TABLES = """
CREATE TABLE IF NOT EXISTS tournament (slug TEXT PRIMARY KEY, version INTEGER, updated_at TEXT);
CREATE TABLE IF NOT EXISTS won (slug TEXT, player INTEGER, name TEXT, number INTEGER, PRIMARY KEY (slug, player));
CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY);
"""
PLAYED = ("running", "finished")


class Ranking:
    """Counts on the ids of players, because names may change."""

    def __init__(self, barpoint: Barpoint, file: Path) -> None:
        self._barpoint = barpoint
        self._database = sqlite3.connect(file, check_same_thread=False)
        self._database.executescript(TABLES)
        self._lock = threading.Lock()

    def catch_up(self) -> int:
        """Read the tournaments that have changed since the newest one that is known; returns how many."""
        newest = self._database.execute("SELECT max(updated_at) FROM tournament").fetchone()[0]
        query = f"?page_size=200&updated_after={newest}" if newest else "?page_size=200"
        changed = 0
        for row in self._barpoint.pages(f"/tournaments{query}"):
            stored = self._database.execute(
                "SELECT version FROM tournament WHERE slug = ?", (row["slug"],)
            ).fetchone()
            if stored is None or stored[0] != row["version"]:
                self.read(row["slug"])
                changed += 1
        return changed

    def read(self, slug: str) -> None:
        """Count one tournament anew. It is read before its standings, so that a change in between is read again later."""
        tournament = self._barpoint.get(f"/tournaments/{slug}")
        rows = []
        if tournament["status"] in PLAYED:
            rows = self._barpoint.get(f"/tournaments/{slug}/standings")
        players = [
            (slug, row["player"]["id"], row["player"]["name"], row["won"])
            for row in rows
            if row["player"]
        ]
        facts = (slug, tournament["version"], tournament["updated_at"])
        with self._lock, self._database:
            self._database.execute("DELETE FROM won WHERE slug = ?", (slug,))
            self._database.executemany("INSERT INTO won VALUES (?, ?, ?, ?)", players)
            self._database.execute("INSERT OR REPLACE INTO tournament VALUES (?, ?, ?)", facts)

    def receive(self, message_id: str, message: dict[str, Any]) -> bool:
        """What a webhook sent. False for a message that came before."""
        with self._lock:
            earlier = self._database.execute("SELECT 1 FROM message WHERE id = ?", (message_id,))
            if earlier.fetchone():
                return False
        if "tournament" in message["data"]:
            self.read(message["data"]["tournament"]["slug"])
        with self._lock, self._database:
            self._database.execute("INSERT OR IGNORE INTO message VALUES (?)", (message_id,))
        return True

    def rows(self) -> list[tuple[str, int]]:
        """Names and matches won, the best first."""
        with self._lock:
            return self._database.execute(
                "SELECT name, sum(number) FROM won GROUP BY player ORDER BY 2 DESC, 1"
            ).fetchall()
