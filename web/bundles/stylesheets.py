"""Stylesheets in one file: without comments and spare white space, each `url()` replaced by the name that its file has."""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

from web.bundles.modules import BundleError

STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
COMMENT = re.compile(rf"(?P<kept>{STRING})|/\*.*?\*/", re.S)
SPACE = re.compile(rf"(?P<kept>{STRING})|\s*(?:;\s*)*(?P<end>\}})\s*|\s*(?P<mark>[{{;,])\s*|\s+")
URL = re.compile(r"url\(\s*[\"']?([^\"')]+?)[\"']?\s*\)")


def read_stylesheet(name: str, text: str, file: Callable[[str], str]) -> str:
    """`file` says under which name a file that the stylesheet asks for is served beside it."""
    plain = COMMENT.sub(lambda match: match["kept"] or " ", text)
    if "@import" in plain:
        raise BundleError(f"{name}: name the imported file in {{% styles %}} instead of @import.")

    def served(match: re.Match[str]) -> str:
        address = match[1]
        if address.startswith(("data:", "#")):
            return match[0]
        return f'url("{file(normpath(join(dirname(name), address)))}")'

    return URL.sub(served, SPACE.sub(_without_space, plain)).strip()


def _without_space(match: re.Match[str]) -> str:
    return match["kept"] or match["end"] or match["mark"] or " "
