"""The files of gammonview that the site writes: .gvab, and .gva, the same as JSON."""

import json


def named(content: bytes, names: tuple[str, str], kind: str) -> bytes:
    """A stored .gvab file with the names of the players, as `gvab` or `gva`. Seat A is white in what is stored."""
    from gvformat import read_gvab, write_gvab

    document = read_gvab(content)
    document["player_white"], document["player_black"] = names
    written: bytes = write_gvab(document)
    if kind == "gvab":
        return written
    return json.dumps(read_gvab(written), separators=(",", ":"), ensure_ascii=False).encode()
