"""Addresses of OpenID Connect, by the names that allauth gives them."""

from django.urls import include, path

from accounts.views import openid

app_name = "idp"

_endpoints = [
    path(".well-known/openid-configuration", openid.configuration, name="configuration"),
    path(".well-known/jwks.json", openid.PublicKeys.as_view(), name="jwks"),
    path("identity/o/authorize", openid.Authorize.as_view(), name="authorization"),
    path("identity/o/api/token", openid.IssueTokens.as_view(), name="token"),
    path("identity/o/api/revoke", openid.RevokeToken.as_view(), name="revoke"),
    path("identity/o/api/userinfo", openid.UserInfo.as_view(), name="userinfo"),
]

urlpatterns = [path("", include((_endpoints, "oidc")))]
