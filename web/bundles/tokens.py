"""Tokens of JavaScript: enough to leave out comments and indentation, and to see what a module imports and exports."""

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<word>[\w$#\u0080-\uffff]+)"
    r"|(?P<mark>.)",
    re.S,
)
REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
TEMPLATE_PART = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.S)
BEFORE_REGEX = frozenset(
    {"return", "typeof", "case", "in", "of", "new", "delete", "void", "throw", "do", "else"}
    | {"yield", "await", "instanceof"}
)
"""Words after which `/` begins a regular expression; after any other it divides."""
KEEP_SPACE = frozenset("+-/<>!")
"""Marks that could become another one, or a comment, when the space beside them is left out."""


class Token(NamedTuple):
    kind: str
    text: str


class UnreadableScriptError(ValueError):
    """The text ends inside a template literal."""


def tokens(text: str, at: int = 0, *, inside_template: bool = False) -> Iterator[tuple[Token, int]]:
    """Each token with the place after it. A template literal and a regular expression are one token each."""
    last, depth = Token("mark", ";"), 0
    while at < len(text):
        token, at = _next(text, at, last)
        if token.kind not in {"space", "comment"}:
            last = token
        yield token, at
        depth += (token.text == "{") - (token.text == "}")
        if inside_template and depth < 0:
            return


def _next(text: str, at: int, last: Token) -> tuple[Token, int]:
    if text[at] == "`":
        end = _template_end(text, at + 1)
        return Token("template", text[at:end]), end
    if text[at] == "/" and _begins_expression(last) and (match := REGEX.match(text, at)):
        return Token("regex", match[0]), match.end()
    match = TOKEN.match(text, at)
    if match is None or match.lastgroup is None:
        raise UnreadableScriptError("nothing follows")
    return Token(match.lastgroup, match[0]), match.end()


def _begins_expression(last: Token) -> bool:
    if last.kind == "word":
        return last.text in BEFORE_REGEX
    return last.kind == "mark" and last.text not in {")", "]", "}"}


def _template_end(text: str, at: int) -> int:
    while True:
        match = TEMPLATE_PART.match(text, at)
        at = match.end() if match else at
        if text[at : at + 1] == "`":
            return at + 1
        if not text.startswith("${", at):
            raise UnreadableScriptError("a template literal does not end")
        for _token, end in tokens(text, at + 2, inside_template=True):  # noqa: B007  # the last is asked for
            pass
        at = end


def squeezed(text: str) -> list[Token]:
    """The tokens without comments; of white space one newline is left where there was any, else what keeps tokens apart.

    Lines stay lines, so that a browser's report of an error names a place that a person can read.
    """
    kept: list[Token] = []
    gap = ""
    for token, _at in tokens(text):
        if token.kind in {"space", "comment"}:
            gap = "\n" if "\n" in token.text or gap == "\n" else " "
            continue
        if gap and kept and (gap == "\n" or _need_space(kept[-1], token)):
            kept.append(Token("space", gap))
        kept.append(token)
        gap = ""
    return kept


def _need_space(before: Token, after: Token) -> bool:
    if before.kind in {"word", "regex"} and after.kind == "word":
        return True
    return before.text[-1] in KEEP_SPACE or after.text[0] in KEEP_SPACE
