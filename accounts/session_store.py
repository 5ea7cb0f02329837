"""Sessions in the database, where a cookie that can be no key of a session is not looked for: PostgreSQL refuses a NUL."""

from django.contrib.sessions.backends import db

SHORTEST = 8


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Django makes keys of letters and digits alone, and looks for none that is shorter than this."""
        text = key or ""
        return len(text) >= SHORTEST and text.isascii() and text.isalnum()
