"""One connection to the mail server for the many emails of a sweep."""

from contextlib import suppress
from types import TracebackType

import structlog
from django.core.mail import EmailMessage, get_connection

log = structlog.get_logger(__name__)


class MailConnection:
    """Opened with the first email, and again where it broke. A server that cannot be reached, or does not answer in time
    (EMAIL_TIMEOUT), is asked once: `is_away`."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self.is_away = False

    def __enter__(self) -> "MailConnection":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._close()

    def send(self, message: EmailMessage, number: int) -> bool:
        """False where the email was not taken, or perhaps was not."""
        if self.is_away:
            return False
        is_open = False
        try:
            self._connection.open()
            is_open = True
            message.connection = self._connection
            message.send()
        except OSError as error:
            log.warning("mail_not_sent", notification=number, error=str(error))
            self.is_away = not is_open or _is_late(error)
            self._close()
            return False
        return True

    def _close(self) -> None:
        with suppress(OSError):
            self._connection.close()


def _is_late(error: OSError) -> bool:
    """`smtplib` makes its own error of a time-out while it reads."""
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)
