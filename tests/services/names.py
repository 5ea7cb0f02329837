"""The names and comments of the Python code: a class name is defined once, a filler is not a name, a person is *they*."""

import ast
import functools
import io
import re
import time
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = (
    "accounts",
    "analysis",
    "clubs",
    "config",
    "embeds",
    "fairplay",
    "games",
    "notifications",
    "ratings",
    "satellites",
    "ladders",
    "leagues",
    "series",
    "social",
    "tableclock",
    "tournaments",
    "web",
    "webhooks",
)
PROGRAMS = ("tests", "benchmarks", "docs/*.py", "bootstrap.py", "manage.py")
LEFT_OUT = ("migrations", "tests/data")
SHARED_CLASS_NAMES = {
    "Command": "Django finds a management command by this name",
    "DatabaseWrapper": "Django finds a database backend by this name",
}
FILLERS = ("told", "said", "found", "one", "held")
FILLER = re.compile(rf"\b_*(?:{'|'.join(FILLERS)})_*\b", re.IGNORECASE)
PRONOUN = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def passes() -> bool:
    began = time.monotonic()
    sources = dict(_sources())
    offenders = [*repeated_classes(sources)]
    for path, text in sources.items():
        offenders += [*filler_names(path, text), *male_pronouns(path, text)]
    seconds = time.monotonic() - began
    print(f"{'FAIL' if offenders else 'ok  '} names ({seconds:.1f} s)", flush=True)
    if offenders:
        print("\n".join(offenders), flush=True)
    return not offenders


def repeated_classes(sources: Mapping[str, str]) -> Iterator[str]:
    """Every place of a public class name that two modules of the applications define."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, text in sources.items():
        if not path.startswith(tuple(f"{app}/" for app in APPS)):
            continue
        for node in _tree(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path}:{node.lineno}: class {node.name}")
    for name, lines in places.items():
        if len(lines) > 1 and name not in SHARED_CLASS_NAMES:
            yield from lines


def filler_names(path: str, text: str) -> Iterator[str]:
    """Every variable, argument, attribute, function, class or alias that is called by a filler."""
    if FILLER.search(text):
        for node in ast.walk(_tree(text)):
            name = _bound_name(node)
            if FILLER.fullmatch(name):
                yield f"{path}:{getattr(node, 'lineno', 1)}: {name}"


def male_pronouns(path: str, text: str) -> Iterator[str]:
    """Every comment and docstring that speaks of a person as a man."""
    if PRONOUN.search(text):
        for number, line in [*_docstring_lines(text), *_comments(text)]:
            for pronoun in PRONOUN.findall(line):
                yield f"{path}:{number}: {pronoun}"


@functools.cache
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


def _bound_name(node: ast.AST) -> str:
    """The name that this node gives to something; empty for other nodes."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.arg(arg=name):
            return name
        case ast.alias(asname=name) | ast.ExceptHandler(name=name):
            return name or ""
        case ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return name or ""
    return ""


def _docstring_lines(text: str) -> Iterator[tuple[int, str]]:
    """Docstrings, also those below a constant or a field."""
    for node in ast.walk(_tree(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                yield from enumerate(docstring.splitlines(), start=node.lineno)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _sources() -> Iterator[tuple[str, str]]:
    """Every module by its path below the repository."""
    for place in (*APPS, *PROGRAMS):
        pattern = place if place.endswith(".py") else f"{place}/**/*.py"
        for file in sorted(ROOT.glob(pattern)):
            path = file.relative_to(ROOT).as_posix()
            if not any(f"/{part}/" in f"/{path}" for part in LEFT_OUT):
                yield path, file.read_text(encoding="utf-8")
