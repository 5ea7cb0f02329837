"""What the first administrator of a site types."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class FirstAdministratorForm(forms.Form):
    """The rules for names and passwords are those of signing up; the email address may be added later."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    email = forms.EmailField(
        label=_("Email"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("For a forgotten password. You can add it later."),
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_(
            "At least 8 characters, not only digits. Avoid your name and common passwords."
        ),
    )
    password2 = forms.CharField(
        label=_("Password (again)"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username: str = get_adapter().clean_username(self.cleaned_data["username"])
        return username

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if email and EmailAddress.objects.filter(email=email, verified=True).exists():
            raise forms.ValidationError(_("Another account has this address."), code="email_taken")
        return email

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("The two passwords are not the same."))
        elif first:
            user = User(username=data.get("username", ""), email=data.get("email", ""))
            try:
                get_adapter().clean_password(first, user)
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return data
