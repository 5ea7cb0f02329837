"""Signing in: who may, how often it may be tried, second factors and passkeys (docs/security.md says why).

How often a password may be guessed stands in accounts/login_throttle.py: allauth's own count is one a login name, and so a
way to lock its owner out.
"""

from config.env import boolean
from config.identity import SITE_NAME
from config.openid_providers import openid_providers
from config.security import SECURE, SITE_URL

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "accounts.auth_backend.LoginBackend",
]
# The first makes new hashes; a hash of another, or of other costs, is made anew when its owner logs in.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "accounts.password_words.SiteWordsValidator"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = (
    30 * 86_400
)  # seconds since the log-in; without "remember me" the browser forgets
PASSWORD_RESET_TIMEOUT = (
    6 * 3600
)  # seconds; longer than an hour, see accounts.login_throttle.may_mail

ACCOUNT_ADAPTER = "accounts.allauth_adapter.AccountAdapter"
ACCOUNT_USER_DISPLAY = "accounts.services.players.display_name"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupNameForm"
ACCOUNT_FORMS = {
    "add_email": "accounts.allauth_forms.AddEmailForm",
    "login": "accounts.allauth_forms.LoginForm",
    "reauthenticate": "accounts.allauth_forms.PasswordAgainForm",
    "reset_password": "accounts.allauth_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.allauth_forms.NewPasswordForm",
    "signup": "accounts.allauth_forms.SignupForm",
}
ACCOUNT_USERNAME_BLACKLIST = ["admin", "barpoint", "director", "root", "server"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_UNIQUE_EMAIL = True
# "strict": whoever signs up with an address is told nothing of others who have it; it counts once it is proven.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# A user who set a new password by email has proven more than one who types it: no limit keeps them out.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE_URL.partition(":")[0]
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "8/5m/key",  # codes of a second factor, by user; passwords: accounts/login_throttle.py
    "signup": "30/m/ip,200/h/ip",
    "reset_password": "20/m/ip",  # emails to one address: accounts.login_throttle.may_mail
    "confirm_email": "3/10m/key",
}

MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "activate_totp": "accounts.allauth_forms.ActivateTotpForm",
    "add_webauthn": "accounts.allauth_forms.AddPasskeyForm",
    "authenticate": "accounts.allauth_forms.CodeForm",
    "authenticate_webauthn": "accounts.allauth_forms.PasskeyForm",
    "edit_webauthn": "accounts.allauth_forms.RenamePasskeyForm",
    "login_webauthn": "accounts.allauth_forms.PasskeyLoginForm",
    "reauthenticate": "accounts.allauth_forms.CodeAgainForm",
    "reauthenticate_webauthn": "accounts.allauth_forms.PasskeyAgainForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE  # browsers allow it on localhost only
MFA_RATE_LIMITS = {"webauthn_login": "20/m/ip"}
REQUIRE_MFA_FOR_STAFF: bool = boolean("REQUIRE_MFA_FOR_STAFF", default=False)

# Log-in with accounts at other sites (accounts/identity_providers.py).
SOCIALACCOUNT_ADAPTER = "accounts.identity_providers.ConnectedAccountAdapter"
SOCIALACCOUNT_PROVIDERS = openid_providers("OIDC_PROVIDERS")
SOCIALACCOUNT_FORMS = {"signup": "accounts.allauth_forms.ConnectedSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False

# Log-in for other sites (accounts/openid_adapter.py). Periods are in seconds.
IDP_OIDC_ADAPTER = "accounts.openid_adapter.OpenIdAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 30 * 86_400
IDP_OIDC_AUTHORIZATION_CODE_EXPIRES_IN = 60
