"""The kinds of match files there are: how each is called, sent and written."""

from collections.abc import Callable
from dataclasses import dataclass

from games.records.json_writer import json_text
from games.records.mat_writer import mat
from games.records.plain_writer import plain
from games.records.replay import MatchRecord
from games.records.sgf_writer import sgf


@dataclass(frozen=True, slots=True)
class FileKind:
    """`suffix` is also its name in addresses."""

    suffix: str
    content_type: str
    write: Callable[[MatchRecord], str]


KINDS: dict[str, FileKind] = {
    kind.suffix: kind
    for kind in (
        FileKind("mat", "text/plain; charset=utf-8", mat),
        FileKind("sgf", "application/x-go-sgf; charset=utf-8", sgf),
        FileKind("txt", "text/plain; charset=utf-8", plain),
        FileKind("json", "application/json; charset=utf-8", json_text),
    )
}
