"""Sites and apps that people log in to with Barpoint, on the staff's pages."""

from typing import Any

from allauth.idp.oidc.models import Client, Token
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextareaWidget

from accounts.admin_base import StaffAdmin
from accounts.models import AppAccess
from accounts.services.app_access import SCOPES
from accounts.services.openid_clients import renew_secret, set_rights
from accounts.staff_admin_rights import SuperusersOnly
from web.errors import DomainError

admin.site.unregister(Client)
admin.site.unregister(Token)


class OpenIdClientForm(forms.ModelForm):
    """The name, where it is answered, and what it may ask for."""

    redirect_uris = forms.CharField(
        label="redirect addresses",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        max_length=4000,
        help_text="One a line, to the letter. https, or http://127.0.0.1 for an app.",
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope, scope) for scope in SCOPES],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        initial=["openid", "profile"],
        help_text="The most that it may ask users for. Without “openid” there is no log-in.",
    )

    class Meta:
        model = Client
        fields = ["name", "type", "redirect_uris", "scopes"]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.instance.scopes and not self.instance._state.adding:
            self.initial["scopes"] = self.instance.get_scopes()

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "redirect_uris" in values and "scopes" in values:
            try:
                set_rights(self.instance, values["redirect_uris"].splitlines(), values["scopes"])
            except DomainError as error:
                raise ValidationError(error.detail) from None
            values["redirect_uris"] = self.instance.redirect_uris
            values["scopes"] = self.instance.scopes
        return values


@admin.register(Client)
class OpenIdClientAdmin(SuperusersOnly, StaffAdmin):
    """A client's secret is shown once, after it was registered or renewed."""

    form = OpenIdClientForm
    list_display = ["name", "id", "type", "created_at"]
    list_filter = ["type"]
    search_fields = ["name", "id"]
    fields = ["name", "type", "redirect_uris", "scopes", "id", "created_at"]
    readonly_fields = ["id", "created_at"]
    actions = ["renew_secrets"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj is None else (*self.readonly_fields, "type")

    def save_model(self, request: HttpRequest, obj: Client, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
        else:
            self._show(request, obj, renew_secret(obj))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("secret") and super().lookup_allowed(lookup, value, request)

    @admin.action(description="Make a new secret: the old one ends", permissions=["change"])
    def renew_secrets(self, request: HttpRequest, queryset: QuerySet[Client]) -> None:
        for client in queryset.filter(type=Client.Type.CONFIDENTIAL):
            self._show(request, client, renew_secret(client))
            self.acted(request, client, "secret renewed")

    def _show(self, request: HttpRequest, client: Client, secret: str) -> None:
        text = f"Client ID of {client.name}: {client.pk}"
        if client.type == Client.Type.CONFIDENTIAL:
            text += f" – client secret, shown only once: {secret}"
        self.message_user(request, text, messages.WARNING)


@admin.register(AppAccess)
class AppAccessAdmin(StaffAdmin):
    """Which apps a user lets act for them; staff can end it."""

    list_display = ["client", "user", "scopes", "granted_at", "last_used_at"]
    list_select_related = ["user", "client"]
    search_fields = ["client__name", "user__username"]
    fields = ["client", "user", "scopes", "granted_at", "last_used_at"]
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
