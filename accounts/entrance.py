"""allauth's forms as the pages want them: labels say what a field is, so placeholders need not."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.utils.translation import gettext_lazy as _


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


class AddEmailForm(_Plain, allauth_forms.AddEmailForm):
    """ACCOUNT_FORMS add_email."""


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):
    """ACCOUNT_FORMS reset_password."""
