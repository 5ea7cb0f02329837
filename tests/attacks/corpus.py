"""What people write into a field who do not mean what the field means; `xq7` tells it wherever it shows up again."""

import html
import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

MARK = "xq7"
TAGS = (
    "<xq7>tag</xq7>", "<script>xq7()</script>", "</script><script>xq7()</script>", "</title><xq7>", "</textarea><xq7>",
    "<img src=x onerror=xq7()>", "<svg onload=xq7()>", "<svg/onload=xq7()//", "<iframe src=javascript:xq7()>",
    "<a href=javascript:xq7()>x</a>", "<math><mi xlink:href=javascript:xq7()>", "<base href=//xq7.example>",
    "<meta http-equiv=refresh content=0;url=//xq7.example>", "<style>@import'//xq7.example'</style>", "<!--xq7",
    "--><xq7>", "]]><xq7>", "<![CDATA[<xq7>]]>", "<?xq7 ?>", "<object data=//xq7.example>", "<form action=//xq7.example>",
    "<details open ontoggle=xq7()>", "<input autofocus onfocus=xq7()>", "<xq7 hx-get=/ hx-trigger=load>",
)  # fmt: skip
ATTRIBUTES = (
    '" onmouseover="xq7()', "' onmouseover='xq7()", '"><xq7>', "'><xq7>", "` onclick=`xq7()", "x onclick=xq7() y=",
    '" autofocus onfocus=xq7() x="', '" style="background:url(//xq7.example)', "&quot; onclick=&quot;xq7()", "&#34;><xq7>",
    '\\"><xq7>', "&lt;xq7&gt;", '" hx-on:click="xq7()',
)  # fmt: skip
LINKS = (
    "javascript:xq7()",
    "JaVaScRiPt:xq7()",
    "data:text/html,<xq7>",
    "vbscript:xq7",
    "//xq7.example/%0d%0aX-Xq7:1",
)
TEMPLATES = (
    "{{xq7}}{{7*7}}", "{% include 'xq7' %}", "${xq7}", "#{xq7}", "<%= xq7 %>", "%s%n%(xq7)s", "{0.__class__} xq7",
    "\\u003cxq7\\u003e", "';xq7();//", '"};xq7();//', "'; DROP TABLE xq7;--",
)  # fmt: skip
FORMULAS = (
    "=xq7+1",
    "+xq7",
    "-xq7",
    "@xq7",
    "=cmd|'/C xq7'!A0",
    '=HYPERLINK("//xq7.example")',
    "\t=xq7",
    "\r=xq7",
)
HEADERS = (
    "xq7\r\nSet-Cookie: xq7=1",
    "xq7\nBcc: xq7@example.org",
    'xq7"; filename="xq7.exe',
    "../../xq7",
    "xq7\u2028X: 1",
)
LETTERS = (
    "\u202exq7\u202c", "xq7\u200b\u200d\ufeff", "x" + "\u0336" * 20 + "xq7", "z" + "\u0301\u0489" * 30 + "xq7", "хq7 xq7",
    "xq7 👩‍👩‍👧‍👦🏳️‍🌈", "xq7 ﷽", "ﾍxq7", "\u2066xq7\u2069", "İxq7ß", "xq7\u0085next", "\ufdd0xq7", "\U0010ffffxq7", "null xq7",
)  # fmt: skip
PAYLOADS = (*TAGS, *ATTRIBUTES, *LINKS, *TEMPLATES, *FORMULAS, *HEADERS, *LETTERS)
REFUSED = ("xq7\x00", "\ud800xq7", "xq7" * 90_000, "\x07xq7\x1b[31m")
"""What no field need take; when one does, it must not do harm."""

ADDRESSES = {
    "href",
    "src",
    "action",
    "formaction",
    "xlink:href",
    "data",
    "poster",
    "hx-get",
    "hx-post",
}
SAFE = re.compile(
    r"^(https?://(127\.0\.0\.1|localhost|testserver)|mailto:|/(?!/)|[#?]|[\w.-]+$|data:image/|$)"
)
OWN_FRAME = re.compile(
    r"(http://(testserver|localhost|127\.0\.0\.1)[:\d]*)?/embed/[\w/-]+[?\w=&-]*$"
)
FOREIGN = {"iframe", "object", "embed", "style", "applet", "math"}


class Page(HTMLParser):
    """Notes whatever in a page came alive that may only be text."""

    def __init__(self, text: str, *, theirs: bool = False) -> None:
        """`theirs`: a page of the admin, whose theme has inline scripts of its own."""
        super().__init__(convert_charrefs=True)
        self.alive: list[str] = []
        self._theirs = theirs
        self._script: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if MARK in tag or (tag in FOREIGN and not self._theirs and not _is_own_frame(tag, attrs)):
            self.alive.append(f"<{tag}>")
        for name, value in attrs:
            self._attribute(tag, name, value or "")
        kinds = dict(attrs)
        if tag == "base" and "href" in kinds:
            self.alive.append("<base>")
        if tag == "script" and "src" not in kinds:
            self._script = kinds.get("type") or "code"

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if MARK in name or (
            MARK in value and name.startswith(("on", "style", "srcdoc", "x-", ":", "@"))
        ):
            self.alive.append(f"<{tag} {name}={value!r}>")
        elif name.startswith("on") and not self._theirs:
            self.alive.append(f"<{tag} {name}>")
        if name in ADDRESSES and MARK in value and not SAFE.match(value.strip()):
            self.alive.append(f"<{tag} {name}={value!r}>")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is None:
            return
        if "json" in self._script:
            json.loads(data)
        elif MARK in data:
            self.alive.append(f"script: {data[:200]}")

    def handle_decl(self, decl: str) -> None:
        self._aside(decl)

    def handle_pi(self, data: str) -> None:
        self._aside(data)

    def handle_comment(self, data: str) -> None:
        self._aside(data)

    def _aside(self, data: str) -> None:
        if MARK in data:
            self.alive.append(f"not text: {data[:200]}")


def _is_own_frame(tag: str, attrs: list[tuple[str, str | None]]) -> bool:
    """The preview of a part of a tournament for other sites."""
    values = dict(attrs)
    return (
        tag == "iframe"
        and "srcdoc" not in values
        and bool(OWN_FRAME.match(values.get("src") or ""))
    )


def harm(kind: str, body: bytes, *, theirs: bool = False) -> list[str]:
    """What in an answer of this content type came alive."""
    if kind.startswith("text/html"):
        return Page(body.decode(), theirs=theirs).alive
    if kind.startswith("image/svg"):
        return _drawing(body)
    if "json" in kind:
        json.loads(body)
    return []


def _drawing(body: bytes) -> list[str]:
    alive: list[str] = []
    for item in ElementTree.fromstring(body).iter():
        tag = str(item.tag).rpartition("}")[2].lower()
        names: list[Any] = [
            name for name in item.attrib if name.lower().startswith("on") or MARK in name
        ]
        if tag in {"script", "foreignobject", "iframe", MARK} or names:
            alive.append(f"<{tag} {names}>")
    return alive


def shown(payload: str, body: bytes) -> bool:
    """Is it there to be read, escaped or not?"""
    text = body.decode(errors="replace")
    return payload in text or html.escape(payload) in text
