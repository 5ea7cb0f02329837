"""What the admin pages of all apps share: rows that may be read and searched but not touched."""

from typing import Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline


class ReadOnly:
    """No adding, changing or deleting: what is here was written by a service, and stays as it was."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, ModelAdmin):
    """A list and its pages, for reading."""


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows under another row, for reading."""

    extra = 0
