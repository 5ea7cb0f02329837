"""Two questions a supervisor asks: is the process alive, and can it serve."""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse


class _Schema:
    """Whether the tables were what this code asks for; asked until they are, and then never again."""

    is_right = False

    def check(self) -> bool:
        if not self.is_right:
            executor = MigrationExecutor(connection)
            self.is_right = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self.is_right


SCHEMA = _Schema()


def alive(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers at all; no database is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """503 while the database does not answer, or has not been migrated to what this process needs."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        is_right = SCHEMA.check()
    except Error:
        return _answer("no database\n", 503)
    return _answer("ready\n", 200) if is_right else _answer("migrations pending\n", 503)


def _answer(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain")
