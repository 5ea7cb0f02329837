"""One ES module as an entry of a registry, so that several of them fit into one file.

    // js/dice/verdict.js
    __modules["js/dice/verdict.js"]??=(()=>{
    const{put}=__modules["js/i18n.js"];
    …
    return{verdict}})();

Each keeps a scope of its own: names cannot clash. A module that is in two files of a page runs once, like every module.
What this cannot carry is refused by name, never guessed: default exports, `export *`, exports that change (`let`).
"""

from dataclasses import dataclass, field
from posixpath import dirname, join, normpath

from web.bundles.tokens import Token, UnreadableScriptError, squeezed

REGISTRY = "__modules"
DECLARATIONS = ("function", "class", "const")


class BundleError(Exception):
    """A file that cannot be bundled; the message names it and says what to change."""


@dataclass(slots=True)
class Module:
    """`pieces` is its text; a dynamic import in it is the name of the module, as a piece of kind `later`."""

    name: str
    imports: dict[str, set[str]] = field(default_factory=dict)
    later: list[str] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)
    """The name that others import, and the expression that it stands for."""
    pieces: list[Token] = field(default_factory=list)

    def registered(self, chunks: dict[str, str], *, is_entry: bool = False) -> str:
        """`chunks` are the files of the modules that are imported later. An entry without exports may await,
        and when it fails, the next runs."""
        body = "".join(
            f'import("./{chunks[piece.text]}").then(()=>{REGISTRY}["{piece.text}"])'
            if piece.kind == "later"
            else piece.text
            for piece in self.pieces
        ).strip()
        shown = ",".join(
            name if name == value else f"{name}:{value}" for name, value in self.exports.items()
        )
        start = "async" if is_entry and not self.exports else ""
        return f'// {self.name}\n{REGISTRY}["{self.name}"]??=({start}()=>{{\n{body}\nreturn{{{shown}}}}})();\n'


def read_module(name: str, text: str) -> Module:
    try:
        parts = squeezed(text)
    except UnreadableScriptError as error:
        raise BundleError(f"{name}: {error}.") from error
    return _Reader(name, parts).read()


class _Reader:
    def __init__(self, name: str, parts: list[Token]) -> None:
        self.module, self.parts, self.at = Module(name), parts, 0

    def read(self) -> Module:
        depth, starts = 0, True
        while self.at < len(self.parts):
            token = self.parts[self.at]
            if token.text == "import" and self._follows("("):
                self._import_later()
            elif token.text == "import" and depth == 0 and starts:
                self._import()
            elif token.text == "export" and depth == 0 and starts:
                self._export()
            else:
                depth += (token.text in {"{", "(", "["}) - (token.text in {"}", ")", "]"})
                self.module.pieces.append(token)
                self.at += 1
            starts = token.kind == "space" or token.text in {";", "}"}
        return self.module

    def _follows(self, text: str) -> bool:
        return self.at + 1 < len(self.parts) and self.parts[self.at + 1].text == text

    def _take(self, *wanted: str) -> Token:
        """The next token that is no space; one of `wanted`, if given."""
        self._skip_space()
        token = self.parts[self.at] if self.at < len(self.parts) else Token("end", "the end")
        if wanted and token.text not in wanted:
            self._refuse(f"expected {' or '.join(wanted)}, not {token.text}")
        self.at += 1
        return token

    def _skip_space(self) -> None:
        while self.at < len(self.parts) and self.parts[self.at].kind == "space":
            self.at += 1

    def _peek(self) -> str:
        self._skip_space()
        return self.parts[self.at].text if self.at < len(self.parts) else ""

    def _refuse(self, why: str) -> None:
        raise BundleError(f"{self.module.name}: {why} (docs/adr/0017-bundles-made-in-python.md).")

    def _source(self) -> str:
        token = self._take()
        path = token.text[1:-1]
        if token.kind != "string" or not path.startswith("."):
            self._refuse(f"import a file by its relative path, not {token.text}")
        return normpath(join(dirname(self.module.name), path))

    def _end(self) -> None:
        if self._peek() == ";":
            self.at += 1

    def _names(self) -> list[tuple[str, str]]:
        """`{ a, b as c }`, each with the name behind `as`."""
        self._take("{")
        names = []
        while self._peek() != "}":
            name = other = self._take().text
            if self._peek() == "as":
                self._take()
                other = self._take().text
            names.append((name, other))
            if self._peek() != "}":
                self._take(",")
        self._take("}")
        return names

    def _write(self, text: str) -> None:
        self.module.pieces.append(Token("made", text))

    def _import(self) -> None:
        self._take("import")
        first = self._peek()
        if first[:1] in "\"'":
            self.module.imports.setdefault(self._source(), set())
        elif first == "*":
            self._take()
            self._take("as")
            name = self._take().text
            self._take("from")
            source = self._source()
            self.module.imports.setdefault(source, set())
            self._write(f'const {name}={REGISTRY}["{source}"];')
        else:
            self._import_names()
        self._end()

    def _import_names(self) -> None:
        names = self._names()
        self._take("from")
        source = self._source()
        self.module.imports.setdefault(source, set()).update(name for name, _own in names)
        wanted = ",".join(name if name == own else f"{name}:{own}" for name, own in names)
        self._write(f'const{{{wanted}}}={REGISTRY}["{source}"];')

    def _import_later(self) -> None:
        self._take("import")
        self._take("(")
        name = self._source()
        self._take(")")
        self.module.later.append(name)
        self.module.pieces.append(Token("later", name))

    def _export(self) -> None:
        self._take("export")
        if self._peek() == "{":
            self._export_names()
            return
        begins = self.at
        word = self._take("async", *DECLARATIONS).text
        if word == "async":
            self._take("function")
        if self._peek() == "*":
            self._take()
        name = self._take()
        if name.kind != "word":
            self._refuse("export one name at a time, without a pattern")
        self.module.exports[name.text] = name.text
        self.module.pieces += self.parts[begins : self.at]

    def _export_names(self) -> None:
        names = self._names()
        if self._peek() != "from":
            self.module.exports.update({shown: own for own, shown in names})
        else:
            self._take()
            source = self._source()
            self.module.imports.setdefault(source, set()).update(own for own, _shown in names)
            self.module.exports.update(
                {shown: f'{REGISTRY}["{source}"].{own}' for own, shown in names}
            )
        self._end()
