"""Functions that run in the process of the site, also where a process beside it calls them (side_process.py).

On SQLite one process writes, and what counts is in its memory. Where nothing runs beside the site these are plain calls.
"""

from collections.abc import Callable
from functools import wraps
from multiprocessing.connection import Connection
from threading import local
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
CALL = "call"
Call = tuple[str, tuple[Any, ...], dict[str, Any]]
_functions: dict[str, Callable[..., Any]] = {}
_thread = local()


def in_parent(function: Callable[P, T]) -> Callable[P, T]:
    """A function of a module, whose arguments and result can be pickled. What it raises is raised in the caller."""
    name = f"{function.__module__}.{function.__qualname__}"
    _functions[name] = function

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        line: Connection | None = getattr(_thread, "line", None)
        if line is None:
            return function(*args, **kwargs)
        line.send((CALL, (name, args, kwargs)))
        error, result = line.recv()
        if error is not None:
            raise error
        value: T = result
        return value

    return call


def use_line(line: Connection) -> None:
    """From now on this thread calls its parent over this line."""
    _thread.line = line


def answer(call: Call) -> tuple[Exception | None, Any]:
    """In the parent: what the function raised, and what it returned."""
    name, args, kwargs = call
    try:
        return None, _functions[name](*args, **kwargs)
    except Exception as error:  # raised again in the process that called
        return error, None
