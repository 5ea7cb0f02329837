"""The one exception of the rules engine. It says which rule was broken, never how to show it."""

from __future__ import annotations


class RulesError(Exception):
    """A board, dice, play or action the rules do not allow.

    `code` is stable and meant for programs; `message` is one plain English sentence.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message or code

    def __repr__(self) -> str:
        return f"RulesError({self.code!r}, {self.message!r})"

    def __reduce__(self) -> tuple[type[RulesError], tuple[str, str]]:
        return type(self), (self.code, self.message)
