"""Reads the codes of all refusals out of the source: code, HTTP status and English sentences."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.refusals.raisers import Module, argument, modules, name_of, raiser_of, shown_status
from tests.refusals.tables import PASSED_ON, STATUS_OF_BODY, tables

VALUE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}")
"""What stands for a name or a number in a sentence."""
GETTEXT = ("_", "gettext", "gettext_noop", "gettext_lazy", "str")
PLURAL = ("ngettext", "ngettext_lazy")
CONTEXT = ("pgettext", "pgettext_lazy")


@dataclass
class Row:
    """One code: its statuses, and its sentences in the order of the source."""

    statuses: set[str] = field(default_factory=set)
    sentences: dict[str, None] = field(default_factory=dict)


class Reading:
    """`rows` has every code; `unread` the calls whose code could not be read."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = defaultdict(Row)
        self.unread: list[str] = []
        self.modules = modules()
        self.functions: dict[str, list[tuple[Module, ast.AST]]] = defaultdict(list)
        self.constants: dict[str, list[tuple[Module, ast.expr]]] = defaultdict(list)
        for module in self.modules:
            self._learn(module)
        for module in self.modules:
            for node in module.nodes:
                if isinstance(node, ast.Call):
                    self._read_call(node, module)
                elif isinstance(node, ast.Dict):
                    self._read_body(node, module)
        for code, status, sentence in tables():
            self._add(code, status, [VALUE.sub("…", sentence)])

    def _learn(self, module: Module) -> None:
        for node in module.nodes:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name].append((module, node))
        for node in module.tree.body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self.constants[name_of(target)].append((module, node.value))

    def _add(self, code: str, status: str, sentences: list[str]) -> None:
        row = self.rows[code]
        row.statuses.add(status)
        row.sentences |= dict.fromkeys(sentences)

    def _read_call(self, call: ast.Call, module: Module) -> None:
        raiser = raiser_of(call, module)
        if raiser is None:
            return
        code = argument(call, raiser.code, "code")
        detail = argument(call, raiser.detail, "detail", "message")
        status = shown_status(argument(call, raiser.status, "status")) or raiser.default_status
        read = list(self._codes(code, detail, module, call))
        for each, sentence in read:
            self._add(each, status, list(self._sentences(sentence, module, call)))
        if not read and not _is_passed_on(code, module, call):
            self.unread.append(f"{module.path}: {ast.unparse(call)}")

    def _read_body(self, node: ast.Dict, module: Module) -> None:
        """`{"code": "…", "detail": …}`, written out as an answer."""
        pairs = zip(node.keys, node.values, strict=True)
        body = {key.value: value for key, value in pairs if isinstance(key, ast.Constant)}
        code = body.get("code")
        if "detail" in body and isinstance(code, ast.Constant):
            name = str(code.value)
            sentences = list(self._sentences(body["detail"], module, node))
            self._add(name, STATUS_OF_BODY[name], sentences)

    def _codes(
        self, code: ast.expr | None, detail: ast.expr | None, module: Module, near: ast.AST
    ) -> Iterator[tuple[str, ast.expr | None]]:
        """Each code that the argument may be, with its sentence."""
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            yield code.value, detail
        elif isinstance(code, ast.IfExp):
            yield from self._codes(code.body, detail, module, near)
            yield from self._codes(code.orelse, detail, module, near)
        elif isinstance(code, ast.Name) and code.id.isupper():
            for _module, value in self.constants[code.id]:
                yield from self._codes(value, detail, module, near)
        elif isinstance(code, ast.Name):
            looked_up = detail.value if isinstance(detail, ast.Subscript) else None
            yield from _entries(looked_up or _loops_over(code.id, module, near), module, near)
            for assigned in module.values_of(code.id, near):
                yield from self._codes(assigned, detail, module, near)

    def _sentences(self, node: ast.expr | None, module: Module, near: ast.AST) -> Iterator[str]:
        literal = _literal(node)
        if literal:
            yield literal
        elif isinstance(node, ast.Call):
            parts = _texts_of(node)
            for part in parts:
                yield from self._sentences(part, module, near)
            if not parts and isinstance(node.func, ast.Name):
                yield from self._returned(node.func.id)
        else:
            for part in self._parts(node, module, near):
                yield from self._sentences(part, module, near)

    def _parts(self, node: ast.expr | None, module: Module, near: ast.AST) -> Sequence[ast.expr]:
        """The expressions whose sentences an expression has."""
        if isinstance(node, ast.BinOp):  # sentence % values
            return [node.left]
        if isinstance(node, ast.IfExp):
            return [node.body, node.orelse]
        if not isinstance(node, ast.Name):
            return []
        values = module.values_of(node.id, near)
        if not values and node.id.isupper():
            values = [value for _module, value in self.constants[node.id]]
        before = [each for each in values if each.lineno <= getattr(near, "lineno", 0)]
        return [each for each in before[-1:] or values if not isinstance(each, ast.Name)]

    def _returned(self, name: str) -> Iterator[str]:
        """The sentences that a function returns."""
        for module, function in self.functions[name]:
            for node in ast.walk(function):
                value = node.value if isinstance(node, ast.Return) else None
                if isinstance(value, ast.BinOp):
                    value = value.left
                if isinstance(value, ast.Call) and name_of(value.func) in GETTEXT[:3]:
                    yield from self._sentences(value, module, function)


def _literal(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return VALUE.sub("…", node.value)
    if isinstance(node, ast.JoinedStr):
        parts = (str(each.value) if isinstance(each, ast.Constant) else "…" for each in node.values)
        return "".join(parts)
    return ""


def _texts_of(call: ast.Call) -> list[ast.expr]:
    """The texts that a call of gettext is given, and that of `"…".format(…)`."""
    name = name_of(call.func)
    if name == "format" and isinstance(call.func, ast.Attribute):
        return [call.func.value]
    if name in GETTEXT:
        return call.args[:1]
    if name in PLURAL:
        return call.args[:2]
    return call.args[1:2] if name in CONTEXT else []


def _loops_over(name: str, module: Module, near: ast.AST) -> ast.expr | None:
    """The table of `for code, … in table.items()`."""
    for node in ast.walk(module.functions.get(near, module.tree)):
        if not isinstance(node, ast.For) or not isinstance(node.target, ast.Tuple):
            continue
        if name_of(node.target.elts[0]) == name and isinstance(node.iter, ast.Call):
            called = node.iter.func
            return called.value if isinstance(called, ast.Attribute) else None
    return None


def _entries(
    table: ast.expr | None, module: Module, near: ast.AST
) -> Iterator[tuple[str, ast.expr]]:
    """Code and sentence of each entry of a table of refusals."""
    values = module.values_of(table.id, near) if isinstance(table, ast.Name) else []
    for value in values:
        if not isinstance(value, ast.Dict):
            continue
        for key, entry in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant):
                yield str(key.value), entry.elts[-1] if isinstance(entry, ast.Tuple) else entry


def _is_passed_on(code: ast.expr | None, module: Module, near: ast.AST) -> bool:
    """Is it the code of another refusal, the parameter of a helper, a code of tables.py, or none at all (DRF's own)?"""
    if code is None or (isinstance(code, ast.Attribute) and code.attr == "code"):
        return True
    function = module.functions.get(near)
    if function is None:
        return False
    is_parameter = isinstance(code, ast.Name) and function.name in module.helpers
    return is_parameter or (module.path, function.name) in PASSED_ON
