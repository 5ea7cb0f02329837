"""What the admin pages of all apps share: the audit trail of changes, read-only pages, and a page for one action."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.options import ModelAdmin as DjangoModelAdmin
from django.contrib.admin.widgets import (
    AutocompleteMixin,
    AutocompleteSelect,
    AutocompleteSelectMultiple,
)
from django.core.exceptions import ValidationError
from django.db.models import AutoField, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from unfold.admin import ModelAdmin, TabularInline

from accounts.audit_trail import doer
from accounts.services.audit import record
from web.requests import number_in

SECRET = ("password", "digest", "data", "seed", "token")
CHANGED = "_audited_change"


class AuditedAdmin(ModelAdmin):
    """Every addition, change and deletion on these pages leaves a line in the audit trail, with the values before and after."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        names = [name for name in form.changed_data if name in form.cleaned_data]
        before = {} if add else {name: plain(name, form.initial.get(name)) for name in names}
        after = {name: plain(name, form.cleaned_data[name]) for name in names}
        setattr(request, CHANGED, (before, after))
        return super().construct_change_message(request, form, formsets, add)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._note(request, "admin.added", obj, message)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._note(request, "admin.changed", obj, message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for obj in queryset:
            record(doer(request), "admin.deleted", obj)
        return super().log_deletions(request, queryset)

    def acted(self, request: HttpRequest, obj: Model, message: str) -> None:
        """Record that an action of the list was done with this row."""
        self.log_change(request, obj, message)

    def _note(self, request: HttpRequest, what: str, obj: Model, message: Any) -> None:
        before, after = getattr(request, CHANGED, ({}, {}))
        if isinstance(message, str):
            after = {"said": message, **after}
        record(doer(request), what, obj, before=before, after=after)


def plain(name: str, value: Any) -> Any:
    """A value as the audit trail stores it: JSON, and no secrets."""
    if any(word in name for word in SECRET):
        return "…"
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple | set | QuerySet):
        return [str(item) for item in value]
    return str(value)


class _Chosen(AutocompleteMixin):
    """A search field. Shown again after a refusal, it looks up only values that can be the key of a row."""

    def optgroups(self, name: str, value: Any, attr: Any = None) -> Any:
        return super().optgroups(name, [key for key in value if number_in(str(key)) is not None])


class ChosenOne(_Chosen, AutocompleteSelect):
    """One row."""


class ChosenMany(_Chosen, AutocompleteSelectMultiple):
    """Any number of rows."""


class ManyRows(forms.ModelMultipleChoiceField):
    """Any number of rows; a number that no database can store is no choice."""

    def clean(self, value: Any) -> Any:
        for key in value or ():
            if number_in(str(key)) is None:
                message, more = self.error_messages["invalid_pk_value"], {"pk": str(key)[:40]}
                raise ValidationError(message, code="invalid_pk_value", params=more)
        return super().clean(value)


class StaffAdmin(AuditedAdmin):
    """A list whose rows may be changed. A form carries what it was made from, and only what was changed in it is written:
    what somebody else has saved since stays."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **more)
        if field is not None:  # a program may send a form without what it was made from
            field.show_hidden_initial = request.method != "POST" or any(
                name.startswith("initial-") for name in request.POST
            )
        return field

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            more["widget"] = ChosenOne(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **more)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            more["widget"] = ChosenMany(db_field, self.admin_site)
        more.setdefault("form_class", ManyRows)
        return super().formfield_for_manytomany(db_field, request, **more)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse regular expressions from the address: a broken one breaks the list, a costly one keeps the database busy."""
        return not lookup.endswith("regex") and super().lookup_allowed(lookup, value, request)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """A year that no calendar has is a wrong filter, so the list is shown without it."""
        try:
            return super().get_changelist_instance(request)
        except (OverflowError, ValueError) as error:
            if not request.GET:
                raise
            raise IncorrectLookupParameters from error

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Only values that can be the key of a row are looked up among the ticked rows."""
        key = self.model._meta.pk
        sent = request.POST.copy()
        ticked = [text for text in sent.getlist(ACTION_CHECKBOX_NAME) if _is_key(key, text)]
        sent.setlist(ACTION_CHECKBOX_NAME, ticked)
        request.POST = sent  # type: ignore[assignment]  # Django itself sets copies
        return super().response_action(request, queryset)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            super().save_model(request, obj, form, change)
            return
        columns = {field.name for field in obj._meta.concrete_fields}
        obj.save(update_fields=columns & set(form.changed_data))
        obj.refresh_from_db()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        if not change:
            super().save_related(request, form, formsets, change)
            return
        for field in form.instance._meta.many_to_many:
            if field.name in form.changed_data:
                rows, chosen = getattr(form.instance, field.name), form.cleaned_data[field.name]
                before = _carried(form, field.name)
                gone = before - {str(row.pk) for row in chosen}
                rows.remove(*(row for row in rows.all() if str(row.pk) in gone))
                rows.add(*(row for row in chosen if str(row.pk) not in before))
        for formset in formsets:
            self.save_formset(request, form, formset, change=change)


def _is_key(key: Any, text: str) -> bool:
    """Can a row have this key? A number must be one that a database can store."""
    if isinstance(key, AutoField):
        return number_in(text) is not None
    try:
        key.to_python(text)
    except (ValidationError, ValueError):
        return False
    return "\x00" not in text


def _carried(form: Any, name: str) -> set[str]:
    """The ids of the rows that a many-to-many field showed when its form was made."""
    bound = form[name]
    if not bound.field.show_hidden_initial:
        return {str(row.pk) for row in bound.initial or ()}
    hidden = bound.field.hidden_widget()
    return set(hidden.value_from_datadict(form.data, form.files, bound.html_initial_name) or ())


class ReadOnly:
    """No adding, changing or deleting: services write these rows, and they stay as they are."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, StaffAdmin):
    """A list and its pages, for reading."""


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows under another row, for reading."""

    extra = 0


def action_page(  # noqa: PLR0913  # what the page says, by name
    admin: DjangoModelAdmin,
    request: HttpRequest,
    obj: Model | None,
    form: forms.Form,
    *,
    title: str,
    button: str,
    explained: str = "",
    facts: Iterable[tuple[str, Any]] = (),
    confirming: bool = False,
) -> HttpResponse:
    """The page of one action on one row: what it does, its form and one button; 422 where the form was not valid."""
    context = admin.admin_site.each_context(request) | {
        "title": title,
        "opts": admin.model._meta,
        "original": obj,
        "form": form,
        "button": button,
        "explained": explained,
        "facts": list(facts),
        "confirming": confirming,
    }
    status = 422 if form.is_bound and form.errors else 200
    return TemplateResponse(request, "admin/act.html", context, status=status)
