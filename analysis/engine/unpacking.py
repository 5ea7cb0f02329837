"""What is inside an .xg or .bgf file, unpacked within bounds. Pure; runs in the process of file_worker.py.

An .xg file is a header of fixed size, a picture, then packed streams: the records first, and at the end an index with a
checksum. A .bgf file is a line of JSON, then one packed stream, or the same without packing.
"""

import struct
import zlib

MOST_UNPACKED = 16 * 1024 * 1024
"""Bytes; a match of 4,000 rolls and cube actions has 10 MiB of records."""
XG_MAGIC, BGF_FORMAT = b"RGMH", b'"format":"BGF"'
XG_HEADER, XG_RECORD, XG_FOOTER = 8232, 2560, 36
LONGEST_LINE = 4096
SMILE = b":)\n"
GZIP = 31
"""The window size by which zlib reads gzip."""


class Damaged(Exception):  # noqa: N818  # reads as what happened
    """The file cannot be read. `byte`, `game` and `row` count from 1; none of them: it is the file as a whole."""

    def __init__(
        self, code: str, byte: int = 0, game: int = 0, row: int = 0, **params: int
    ) -> None:
        super().__init__(code, byte, game, row)
        self.code, self.params = code, params
        self.place = {"byte": byte, "game": game, "row": row}


def kind_of(data: bytes) -> str:
    """`xg`, `bgf`, or empty for anything else."""
    if data.startswith(XG_MAGIC):
        return "xg"
    first = data[:LONGEST_LINE].partition(b"\n")[0].replace(b" ", b"")
    return "bgf" if first.startswith(b"{") and BGF_FORMAT in first else ""


def xg_parts(data: bytes) -> tuple[bytes, bytes]:
    """The header with its picture, and the records, a whole number of them. Raises Damaged."""
    if len(data) < XG_HEADER:
        raise Damaged("unclosed", len(data) + 1)
    (picture,) = struct.unpack_from("<I", data, 20)
    start = XG_HEADER + picture
    if start >= len(data):
        raise Damaged("unclosed", len(data) + 1)
    records, after = unpacked(data, start, zlib.MAX_WBITS)
    if len(records) % XG_RECORD or not records:
        raise Damaged("file_damaged", start + 1)
    if after < len(data):
        _check_index(data, start)
    return data[:start], records


def bgf_parts(data: bytes) -> tuple[bytes, bytes]:
    """The line of JSON, and the unpacked rest. Raises Damaged."""
    end = data.find(b"\n", 0, LONGEST_LINE)
    if end < 0:
        raise Damaged("unclosed", len(data) + 1)
    start = end + 1
    if data[start : start + 2] == b"\x1f\x8b":
        rest, after = unpacked(data, start, GZIP)
    elif data[start : start + 1] == b"\x78":
        rest, after = unpacked(data, start, zlib.MAX_WBITS)
    else:
        rest, after = data[start:], len(data)
    if after < len(data):
        raise Damaged("file_damaged", after + 1)
    if not rest.startswith(SMILE):
        code = "unclosed" if SMILE.startswith(rest) else "file_damaged"
        raise Damaged(code, start + 1)
    return data[:start], rest


def unpacked(data: bytes, start: int, window: int) -> tuple[bytes, int]:
    """The stream that begins at `start`, and where it ends. Never unpacks more than MOST_UNPACKED. Raises Damaged."""
    stream = zlib.decompressobj(window)
    try:
        inside = stream.decompress(data[start:], MOST_UNPACKED + 1)
    except zlib.error:
        raise Damaged("file_damaged", start + 1) from None
    if len(inside) > MOST_UNPACKED:
        raise Damaged("unpacked_too_large", start + 1, most=MOST_UNPACKED // 1024 // 1024)
    if not stream.eof:
        raise Damaged("unclosed", len(data) + 1)
    return inside, len(data) - len(stream.unused_data)


def _check_index(data: bytes, start: int) -> None:
    """The end of the file says how long the packed part is, and its checksum."""
    if len(data) - start < XG_FOOTER:
        raise Damaged("unclosed", len(data) + 1)
    checksum, _files, _version, index, streams = struct.unpack_from(
        "<IIIII", data, len(data) - XG_FOOTER
    )
    if start + index + streams + XG_FOOTER != len(data):
        raise Damaged("unclosed", len(data) + 1)
    if zlib.crc32(data[start:-XG_FOOTER]) != checksum:
        raise Damaged("file_damaged", start + 1)
