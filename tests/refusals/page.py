"""docs/refusals.md as text."""

from __future__ import annotations

from pathlib import Path

from tests.refusals.reading import Reading

PAGE = Path(__file__).parents[2] / "docs" / "refusals.md"
MOST_SENTENCES = 3
HEAD = """# Every refusal

A refusal of the [API](api.md#what-holds-everywhere) is `{"code", "detail"}`. This list has every `code`, so that your program can decide by it. Codes are
stable: a code keeps its meaning, and the [CHANGELOG](../CHANGELOG.md) names one that disappears. New codes may come. Go by the status where you do not know a code.

- **Status**: what to do about it, [by status](api.md#what-holds-everywhere). Several numbers: it depends on what was asked.
- **Detail**: the English sentence. Your users get it in their language. … stands for a name or a number. Where a code has several sentences, three stand here.
- Pages and the live table refuse with the same codes. Some in this list can only be met there.

The list is made from the source (`python -m tests.refusals`), and a test fails where a code is missing.

| code | status | detail |
|---|---|---|
"""


def page(reading: Reading) -> str:
    return HEAD + "".join(f"{line}\n" for line in _lines(reading))


def _lines(reading: Reading) -> list[str]:
    lines = []
    for code, row in sorted(reading.rows.items()):
        detail = " / ".join(list(row.sentences)[:MOST_SENTENCES]).replace("|", "\\|")
        lines.append(f"| `{code}` | {', '.join(sorted(row.statuses))} | {detail} |")
    return lines
