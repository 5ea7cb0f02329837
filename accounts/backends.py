"""Log-in by user name or e-mail. A suspended user can neither log in nor go on with an open session."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class LoginBackend(AuthenticationBackend):
    """allauth's backend; `get_user` asks the same question on every request of an open session."""

    def user_can_authenticate(self, user: User) -> bool:
        return super().user_can_authenticate(user) and not user.is_suspended
