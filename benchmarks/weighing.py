"""What a page and everything it loads weigh, gzipped; used by table_weight.py and the browser tests.

Follows stylesheets, scripts, icons and the static imports of modules. Sounds are made in the browser and fetched only
when they are on (`import()`); themes are a few lines of one sheet, counted here. Fonts are left out: a browser loads
them once for the whole site, shows the text before they are there, and needs one of the three for most languages.
"""

import gzip
import re
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

LIMIT_KIB = 100
TAGS = re.compile(r"<(?:link|script|img)\b[^>]*?\b(?:href|src)=\"([^\"]+)\"[^>]*>")
LOADED_LINKS = re.compile(r"rel=\"(?:stylesheet|icon|modulepreload|manifest)\"")
IMPORTS = re.compile(
    r"^(?:import|export)\b[^;]*?\bfrom\s+\"([^\"]+)\"|^import\s+\"([^\"]+)\"", re.M
)
CSS_URLS = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])([^'\")]+)")


def weigh(page: str) -> dict[str, int]:
    """Gzipped bytes by address, the page first. Raises ValueError for an address on another host."""
    sizes: dict[str, int] = {}
    waiting = [page]
    while waiting:
        address = waiting.pop(0)
        if address in sizes:
            continue
        if urlsplit(address).netloc != urlsplit(page).netloc:
            raise ValueError(f"asks another host: {address}")
        body = fetched(address)
        sizes[address] = len(gzip.compress(body, 6))
        waiting += [
            urljoin(address, item) for item in loaded(address, body.decode(errors="replace"))
        ]
    return sizes


def fetched(address: str) -> bytes:
    with urlopen(Request(address, headers={"Accept-Encoding": "identity"}), timeout=20) as answer:
        return bytes(answer.read())


def loaded(address: str, text: str) -> list[str]:
    """What a browser fetches because of this file."""
    path = urlsplit(address).path
    if path.endswith(".css"):
        values = CSS_URLS.findall(text)
    elif path.endswith(".js"):
        values = [item or other for item, other in IMPORTS.findall(text)]
    elif path.endswith("/"):
        values = [
            m[1]
            for m in TAGS.finditer(text)
            if not m[0].startswith("<link") or LOADED_LINKS.search(m[0])
        ]
    else:
        values = []
    return [
        item
        for item in values
        if not item.startswith(("data:", "#")) and not item.endswith(".woff2")
    ]
