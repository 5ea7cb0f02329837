"""allauth's forms as the pages want them: labels say what a field is, so placeholders need not."""

import json
import struct
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as code_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as passkey_forms
from allauth.socialaccount import forms as connected_forms
from allauth.socialaccount.models import SocialAccount
from django import forms
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.identity_providers import name_of
from accounts.login_throttle import may_mail
from accounts.models import User
from accounts.services.connected_accounts import disconnect_all_accounts
from web.errors import DomainError
from web.security_log import note

# What the passkey library raises for malformed JSON, base64 or CBOR, and for a kind of key that it cannot check.
MALFORMED = (
    AttributeError, IndexError, KeyError, NotImplementedError, OverflowError, RecursionError, TypeError, ValueError,
    struct.error,
)  # fmt: skip
MOST_CREDENTIAL = 32_000  # characters; a long chain of certificates is a third of it
MOST_NAME, MOST_CODE, MOST_PASSKEYS = 60, 40, 20


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
        self.fields["login"].label = _("User name or email")
        self.fields["password"].help_text = ""
        if "remember" in self.fields:
            self.fields["remember"].label = _("Stay logged in")


class SignupForm(_Plain, allauth_forms.SignupForm):
    """ACCOUNT_FORMS signup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["email"].label = _("Email")
        if "password1" in self.fields:
            self.fields["password1"].help_text = _(
                "At least 8 characters, not only digits. Avoid your name and common passwords."
            )

    def save(self, request: HttpRequest) -> User:
        """A whole login or nothing; a name that was free a moment ago may be taken now (a double click)."""
        try:
            with transaction.atomic():
                return super().save(request)
        except IntegrityError:
            taken = gettext("A user with that username already exists.")
            raise DomainError("username_taken", taken) from None


class ConnectedSignupForm(_Plain, connected_forms.SignupForm):
    """SOCIALACCOUNT_FORMS signup: the same questions, without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["email"].label = _("Email")

    def save(self, request: HttpRequest) -> User:
        """A whole login or nothing, as above."""
        account = self.sociallogin.account
        try:
            with transaction.atomic():
                return super().save(request)
        except IntegrityError:
            if SocialAccount.objects.filter(provider=account.provider, uid=account.uid).exists():
                text = gettext("This account is connected already. Log in with it.")
                raise DomainError("already_connected", text) from None
            taken = gettext("A user with that username already exists.")
            raise DomainError("username_taken", taken) from None


class AddEmailForm(_Plain, allauth_forms.AddEmailForm):
    """ACCOUNT_FORMS add_email."""


class PasswordAgainForm(_Plain, allauth_forms.ReauthenticateForm):
    """ACCOUNT_FORMS reauthenticate."""


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):
    """ACCOUNT_FORMS reset_password. One email too many is not sent; the answer is the same."""

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        address: str = self.cleaned_data["email"]
        if not may_mail(address, timezone.now()):
            note("password.reset_refused", request, login=address)
            return address
        note("password.reset_requested", request, login=address)
        return str(super().save(request, **kwargs))


class NewPasswordForm(allauth_forms.ResetPasswordKeyForm):
    """ACCOUNT_FORMS reset_password_from_key. Whoever typed this address before the user proved it keeps no way in."""

    def save(self) -> None:
        """The password and the end of the connections are one: no log-in falls between them."""
        with transaction.atomic():
            self.user.refresh_from_db(from_queryset=User.objects.select_for_update())
            disconnected = disconnect_all_accounts(self.user)
            super().save()
        for account in disconnected:
            get_account_adapter().send_notification_mail(
                "socialaccount/email/account_disconnected",
                self.user,
                {"provider": name_of(account)},
            )
        if disconnected:
            text = gettext(
                "Accounts at other sites were disconnected. You can connect yours again."
            )
            messages.info(context.request, text)


class _Code(_Plain):
    """Six digits of an authenticator app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]  # type: ignore[attr-defined]  # a mixin before a Form
        code.label = _("Code")
        code.validators.append(MaxLengthValidator(MOST_CODE))
        code.widget.attrs |= {
            "inputmode": "numeric",
            "autocapitalize": "off",
            "maxlength": MOST_CODE,
        }


class ActivateTotpForm(_Code, totp_forms.ActivateTOTPForm):
    """MFA_FORMS activate_totp."""


class CodeForm(_Code, code_forms.AuthenticateForm):
    """MFA_FORMS authenticate."""


class CodeAgainForm(_Code, code_forms.ReauthenticateForm):
    """MFA_FORMS reauthenticate; whoever has shown the code goes on under a new session key."""

    def save(self) -> None:
        context.request.session.cycle_key()
        super().save()


class CredentialField(forms.JSONField):
    """JSON. Endless nesting and characters that no database stores are a wrong answer like any other."""

    def to_python(self, value: Any) -> Any:
        try:
            credential = super().to_python(value)
            encoded = json.dumps(credential, ensure_ascii=False, allow_nan=False).encode()
        except MALFORMED:
            raise get_adapter().validation_error("incorrect_code") from None
        if len(encoded) > MOST_CREDENTIAL or b"\\u0000" in encoded:
            raise get_adapter().validation_error("incorrect_code")
        return credential

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Never shown again: the answer of a passkey is good once."""
        return ""

    def prepare_value(self, value: Any) -> str:
        return ""


class _Passkey(forms.Form):
    """The answer of a passkey, as the browser sends it."""

    credential = CredentialField(widget=forms.HiddenInput)


class _Credential(_Passkey):
    """An answer of another shape is a wrong answer, not an error of the server."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]  # a mixin before a Form
        except forms.ValidationError:
            note("second_factor.failed", context.request, way="webauthn")
            raise
        except MALFORMED:
            note("second_factor.failed", context.request, way="webauthn")
            raise get_adapter().validation_error("incorrect_code") from None


class PasskeyLoginForm(_Credential, passkey_forms.LoginWebAuthnForm):
    """MFA_FORMS login_webauthn."""


class PasskeyForm(_Credential, passkey_forms.AuthenticateWebAuthnForm):
    """MFA_FORMS authenticate_webauthn."""


class PasskeyAgainForm(_Credential, passkey_forms.ReauthenticateWebAuthnForm):
    """MFA_FORMS reauthenticate_webauthn; whoever has shown it goes on under a new session key."""

    def clean_credential(self) -> Any:
        authenticator = super().clean_credential()
        context.request.session.cycle_key()
        return authenticator


class AddPasskeyForm(_Plain, _Passkey, passkey_forms.AddWebAuthnForm):
    """MFA_FORMS add_webauthn."""

    def clean(self) -> dict[str, Any]:
        kept = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if kept.count() >= MOST_PASSKEYS:
            full = gettext("You have the maximum number of passkeys (%(n)d). Remove one first.")
            raise forms.ValidationError(full % {"n": MOST_PASSKEYS}, code="too_many")
        try:
            return super().clean() or {}
        except MALFORMED:
            raise get_adapter().validation_error("incorrect_code") from None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].validators.append(MaxLengthValidator(MOST_NAME))
        self.fields["name"].widget.attrs |= {"maxlength": MOST_NAME}
        alone = self.fields["passwordless"]
        alone.label = _("Use this passkey without a password")
        alone.help_text = _("Leave this off for a key without a PIN or fingerprint.")
        alone.initial = True


class RenamePasskeyForm(_Plain, passkey_forms.EditWebAuthnForm):
    """MFA_FORMS edit_webauthn."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = pgettext_lazy("player", "Name")
        self.fields["name"].validators.append(MaxLengthValidator(MOST_NAME))
        self.fields["name"].widget.attrs |= {"maxlength": MOST_NAME}
