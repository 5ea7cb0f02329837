"""Addresses of log-in with an account at another site, by the names that allauth gives them."""

from django.urls import path

from accounts.views import connected_accounts

urlpatterns = [
    path(
        "accounts/oidc/<slug:provider_id>/login/",
        connected_accounts.start_log_in,
        name="openid_connect_login",
    ),
    path(
        "accounts/oidc/<slug:provider_id>/login/callback/",
        connected_accounts.callback,
        name="openid_connect_callback",
    ),
    path(
        "accounts/connected/sign-up/",
        connected_accounts.ConnectedSignUp.as_view(),
        name="socialaccount_signup",
    ),
    path("accounts/connected/log-in-again/", connected_accounts.log_in_again, name="log-in-again"),
    path("accounts/password/set/", connected_accounts.set_password, name="account_set_password"),
    path("accounts/connected/", connected_accounts.connections, name="socialaccount_connections"),
    path(
        "accounts/connected/<int:account_id>/disconnect/",
        connected_accounts.disconnect,
        name="connected-disconnect",
    ),
]
