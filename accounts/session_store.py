"""Sessions in the database, where a cookie that can be no key of a session is not looked for: PostgreSQL refuses a NUL."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Django makes keys of letters and digits alone."""
        return (
            bool(super()._validate_session_key(key)) and str(key).isascii() and str(key).isalnum()
        )
