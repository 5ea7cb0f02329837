"""What the live table is held against: the same two writes without anything around them."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import time
from pathlib import Path

# One action appended, one snapshot rewritten; sizes as a match in play has them.
PAYLOAD = json.dumps({"moves": [[24, 18], [13, 11]]})
STATE = json.dumps({"board": "x" * 60, "rest": "y" * 900})
PGBENCH = f"""
\\set m random(1, 200)
BEGIN;
INSERT INTO bench_action (match_id, seq, game, seat, kind, payload, at, key)
 VALUES (:m, nextval('bench_seq'), 1, 'A', 'play', '{PAYLOAD}', now(), md5(random()::text));
UPDATE bench_match SET seq = seq + 1, state = '{STATE}', last_at = now() WHERE id = :m;
COMMIT;
"""
TABLES = """
DROP TABLE IF EXISTS bench_action, bench_match;
DROP SEQUENCE IF EXISTS bench_seq;
CREATE SEQUENCE bench_seq;
CREATE TABLE bench_match (id int PRIMARY KEY, seq int, state jsonb, last_at timestamptz);
CREATE TABLE bench_action (id bigserial PRIMARY KEY, match_id int, seq int, game int, seat text,
 kind text, payload jsonb, at timestamptz, key text,
 UNIQUE (match_id, seq), UNIQUE (match_id, seat, key));
INSERT INTO bench_match SELECT n, 0, '{}', now() FROM generate_series(1, 200) n;
"""


def pgbench(program: Path, url: str, folder: Path, seconds: int) -> float:
    """Transactions a second with 32 clients."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
    script = folder / "two_writes.sql"
    script.write_text(PGBENCH)
    command = [str(program), "-n", "-c", "32", "-j", "2", "-M", "prepared", "-T", str(seconds)]
    done = subprocess.run(
        [*command, "-f", str(script), url], capture_output=True, text=True, check=True
    )
    matched = re.search(r"tps = ([\d.]+)", done.stdout)
    if matched is None:
        raise RuntimeError(done.stdout)
    return float(matched[1])


def sqlite_one_by_one(folder: Path, seconds: float) -> float:
    """Transactions a second of one writer on the same disk, synchronous FULL."""
    connection = sqlite3.connect(folder / "peer.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE m (id INTEGER PRIMARY KEY, seq INT, state TEXT)")
    connection.execute(
        "CREATE TABLE a (id INTEGER PRIMARY KEY, m INT, seq INT, seat TEXT, kind TEXT, payload TEXT,"
        " at TEXT, key TEXT, UNIQUE (m, seq), UNIQUE (m, seat, key))"
    )
    connection.executemany("INSERT INTO m VALUES (?, 0, '')", [(n,) for n in range(200)])
    began, number = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        match = number % 200
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO a (m, seq, seat, kind, payload, at, key) VALUES (?, ?, 'A', 'play', ?, '', ?)",
            (match, number, PAYLOAD, f"k{number}"),
        )
        connection.execute("UPDATE m SET seq = ?, state = ? WHERE id = ?", (number, STATE, match))
        connection.execute("COMMIT")
        number += 1
    rate = number / (time.perf_counter() - began)
    connection.close()
    return rate
