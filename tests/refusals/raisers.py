"""Which calls of the source make a refusal, and where in their arguments its code, its sentence and its status are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = sorted(each.parent for each in ROOT.glob("*/__init__.py") if each.parent.name not in ("benchmarks", "tests"))  # fmt: skip


@dataclass(frozen=True)
class Raiser:
    """A class or a function that makes a refusal. Places are those of positional arguments; -1: not an argument."""

    code: int = 0
    detail: int = 1
    status: int = 2
    default_status: str = "409"


Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Module:
    """One file: its tree, its nodes, and the innermost function that each node is in."""

    path: str
    tree: ast.Module
    nodes: list[ast.AST] = field(default_factory=list)
    functions: dict[ast.AST, Function] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    helpers: dict[str, Raiser] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._visit(self.tree, None)
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                self.imported |= {f"{node.module}.{each.name}" for each in node.names}

    def _visit(self, node: ast.AST, function: Function | None) -> None:
        self.nodes.append(node)
        if isinstance(node, Function):
            function = node
        if function is not None:
            self.functions[node] = function
        for child in ast.iter_child_nodes(node):
            self._visit(child, function)

    def values_of(self, name: str, near: ast.AST) -> list[ast.expr]:
        """What is assigned to a name, in the function that `near` is in, or else in the module."""
        for place in (self.functions.get(near), self.tree):
            values = [] if place is None else list(_assigned(place, name))
            if values:
                return values
        return []


SEEDS = {
    "DomainError": Raiser(),
    "NotAllowed": Raiser(default_status="403"),
    "NotFound": Raiser(default_status="404"),
    "RulesError": Raiser(),
    "ImportRefused": Raiser(default_status="422"),
    "FileRefused": Raiser(status=-1, default_status="422"),
    "Refused": Raiser(),
    "Refusal": Raiser(),
    "BadChannel": Raiser(code=1, detail=2, status=-1, default_status="422"),
    "HttpError": Raiser(code=1, detail=2, status=0),
    "PermissionDenied": Raiser(code=1, detail=0, status=-1, default_status="403"),
    "AuthenticationFailed": Raiser(code=1, detail=0, status=-1, default_status="401"),
}


def modules() -> list[Module]:
    """The source without tests and benchmarks. Its helpers are known: functions that are given the code of a refusal."""
    paths = sorted(path for app in APPS for path in app.rglob("*.py"))
    paths = [path for path in paths if "migrations" not in path.parts]
    read = [Module(str(path.relative_to(ROOT)), ast.parse(path.read_text())) for path in paths]
    while sum(learn(module, read) for module in read):  # each of them, every time
        pass
    return read


def raiser_of(call: ast.Call, module: Module) -> Raiser | None:
    name = name_of(call.func)
    return module.helpers.get(name) or SEEDS.get(name)


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def argument(call: ast.Call, place: int, *names: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg in names:
            return keyword.value
    return call.args[place] if 0 <= place < len(call.args) else None


def learn(module: Module, everywhere: list[Module]) -> bool:
    """Finds functions whose parameter is the code of a refusal; were there new ones?"""
    fresh = False
    for call in module.calls:
        raiser, function = raiser_of(call, module), module.functions.get(call)
        if raiser is None or function is None or function.name in module.helpers:
            continue
        code = argument(call, raiser.code, "code")
        parameters = [each.arg for each in function.args.args if each.arg not in ("self", "cls")]
        if not isinstance(code, ast.Name) or code.id not in parameters:
            continue
        detail = argument(call, raiser.detail, "detail", "message")
        if isinstance(detail, ast.BinOp):  # sentence % values
            detail = detail.left
        text = detail.id if isinstance(detail, ast.Name) else ""
        status = argument(call, raiser.status, "status")
        helper = Raiser(
            parameters.index(code.id),
            parameters.index(text) if text in parameters else -1,
            -1,
            shown_status(status) or raiser.default_status,
        )
        fresh = True
        dotted = module.path.removesuffix(".py").replace("/", ".")
        for other in everywhere:
            if other is module or {dotted, f"{dotted}.{function.name}"} & other.imported:
                other.helpers[function.name] = helper
    return fresh


def shown_status(node: ast.expr | None) -> str:
    """The number of a literal status; empty for anything else."""
    return str(node.value) if isinstance(node, ast.Constant) and node.value else ""


def _assigned(place: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(place):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        value = getattr(node, "value", None)
        if value is not None and name in map(name_of, targets):
            yield value
