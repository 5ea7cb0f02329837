"""Pages of accounts: allauth's under /accounts/, one's own under /profile/."""

from django.urls import include, path

from accounts import impersonated_request
from accounts.views import (
    apps,
    bot_account,
    first_administrator,
    guest,
    passkeys,
    profile,
    sessions,
)
from accounts.views.table_prefs import TablePrefs
from web.views.site_banner import announced

urlpatterns = [
    path(
        "accounts/2fa/webauthn/login/", passkeys.PasskeyLogin.as_view(), name="mfa_login_webauthn"
    ),
    path("accounts/2fa/webauthn/add/", passkeys.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "accounts/2fa/webauthn/keys/<int:pk>/remove/",
        passkeys.RemovePasskey.as_view(),
        name="mfa_remove_webauthn",
    ),
    path("accounts/2fa/totp/activate/", passkeys.ActivateApp.as_view(), name="mfa_activate_totp"),
    path(
        "accounts/2fa/totp/deactivate/",
        passkeys.DeactivateApp.as_view(),
        name="mfa_deactivate_totp",
    ),
    path("", include("accounts.connected_urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("profile/", profile.profile, name="profile"),
    path("profile/tokens/", profile.tokens, name="tokens"),
    path("profile/tokens/<int:token_id>/revoke/", profile.token_revoke, name="token-revoke"),
    path("profile/apps/", apps.apps, name="apps"),
    path("profile/apps/<int:access_id>/withdraw/", apps.app_withdraw, name="app-withdraw"),
    path("", include("accounts.openid_urls")),
    path("profile/bot/", bot_account.bot_account, name="bot-account"),
    path("profile/bot/withdraw/", bot_account.withdraw, name="bot-account-withdraw"),
    path("profile/table/", TablePrefs.as_view(), name="table-prefs"),
    path("profile/data/", profile.data, name="profile-data"),
    path("profile/sessions/", sessions.sessions, name="sessions"),
    path("profile/sessions/<int:session_id>/end/", sessions.session_end, name="session-end"),
    path("profile/elsewhere/", profile.elsewhere, name="profile-elsewhere"),
    path("profile/delete/", profile.delete, name="profile-delete"),
    path(
        "first-administrator/key/<str:key>/",
        first_administrator.first_administrator,
        name="first-administrator",
    ),
    path("guest/leave/", guest.leave, name="guest-leave"),
    path("announced/", announced, name="announced"),
    path("impersonation/end/", impersonated_request.end, name="impersonation-end"),
    path("privacy/", profile.privacy, name="privacy"),
]
