"""The requests and answers that a page of the documents shows whole."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^( *)```http\n(.*?)\n *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Message:
    """A request or an answer: its first line, its headers and its body."""

    first: str
    headers: dict[str, str]
    body: str

    @property
    def status(self) -> int:
        return int(self.first.split()[1])

    @property
    def data(self) -> Any:
        return json.loads(self.body)


def examples(page: str) -> list[Message]:
    """All of a page, in their order."""
    messages = []
    for indent, text in BLOCK.findall((DOCS / page).read_text()):
        head, _empty, body = text.replace(f"\n{indent}", "\n").partition("\n\n")
        first, *lines = head.strip().splitlines()
        headers = dict(line.split(": ", 1) for line in lines)
        messages.append(Message(first, headers, body.strip()))
    return messages


def exchange(page: str, first_line: str, number: int = 0) -> tuple[Message, Message]:
    """A request that begins so, and the answer below it. `number` counts those that begin alike."""
    shown = examples(page)
    places = [n for n, each in enumerate(shown) if each.first.startswith(first_line)]
    return shown[places[number]], shown[places[number] + 1]
