"""Expected refusals of every app but the engine: a stable code for programs, a sentence for people.

Raised by services; turned into HTTP in `web.api_errors` (API) and `web.middleware` (pages) only.
"""


class DomainError(Exception):
    """A refusal: `code` is stable, `detail` is translated, `status` is the HTTP status it stands for."""

    default_status = 409

    def __init__(self, code: str, detail: object, status: int | None = None) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = str(detail)
        self.status = self.default_status if status is None else status

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class NotAllowed(DomainError):  # noqa: N818  # reads as the refusal it is
    """The viewer may not do this."""

    default_status = 403


class NotFound(DomainError):  # noqa: N818  # see above
    """There is no such thing, or the viewer may not know of it."""

    default_status = 404


class Refusal:
    """What an answer says of one refusal."""

    __slots__ = ("code", "detail", "status")

    def __init__(self, code: str, detail: str, status: int) -> None:
        self.code, self.detail, self.status = code, detail, status


_registered: dict[type[Exception], int] = {}


def register_error(kind: type[Exception], status: int) -> None:
    """Let another app's errors (with `.code` and `.message`) be answered like a DomainError; called from AppConfig.ready."""
    _registered[kind] = status


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal an exception stands for, or None when it is a bug."""
    if isinstance(error, DomainError):
        return Refusal(error.code, error.detail, error.status)
    for kind, status in _registered.items():
        if isinstance(error, kind):
            return Refusal(
                str(getattr(error, "code", "invalid")),
                str(getattr(error, "message", error)),
                status,
            )
    return None
