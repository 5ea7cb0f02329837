"""allauth's forms as the pages want them: labels say what a field is, so placeholders need not."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import DomainError
from accounts.models import User


class _Plain:
    """Without placeholders."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # type: ignore[attr-defined]  # a mixin before a Form
            field.widget.attrs.pop("placeholder", None)


class LoginForm(_Plain, allauth_forms.LoginForm):
    """ACCOUNT_FORMS login; the link to a new password stands beside the button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class SignupForm(_Plain, allauth_forms.SignupForm):
    """ACCOUNT_FORMS signup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "password1" in self.fields:
            self.fields["password1"].help_text = _(
                "Eight characters or more; no common word, not your name, not only digits."
            )

    def save(self, request: HttpRequest) -> User:
        """A whole login or nothing; a name that was free a moment ago may be taken now (a double click)."""
        try:
            with transaction.atomic():
                return super().save(request)
        except IntegrityError:
            taken = gettext("A user with that username already exists.")
            raise DomainError("username_taken", taken) from None


class AddEmailForm(_Plain, allauth_forms.AddEmailForm):
    """ACCOUNT_FORMS add_email."""


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):
    """ACCOUNT_FORMS reset_password."""
