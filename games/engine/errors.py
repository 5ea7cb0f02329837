"""The one error of the rules. `code` is stable and may be tested; `message` is a plain English sentence."""


class RulesError(Exception):
    """What was asked is against the rules, or makes no sense; nothing was changed."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message or code
