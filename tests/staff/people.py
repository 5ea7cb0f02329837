"""Staff and users for these tests."""

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.services.logins import create_login
from tests.keeping import forget

PASSWORD = "a long pass phrase"


def user(name: str) -> User:
    return create_login(name, f"{name}@example.org", PASSWORD)


def root(name: str = "root") -> User:
    return User.objects.create_superuser(name, f"{name}@example.org", PASSWORD)


def staff(name: str, *rights: str) -> User:
    """A member of staff with these rights, each as app.codename, and no others."""
    made = user(name)
    made.is_staff = True
    made.save()
    for right in rights:
        app, code = right.split(".")
        made.user_permissions.add(
            Permission.objects.get(codename=code, content_type__app_label=app)
        )
    return made


def signed_in(who: User) -> Client:
    """A browser in which this user has just given the password twice."""
    forget()  # so many log in that they would be taken for guessers
    client = Client()
    client.post("/accounts/login/", {"login": who.username, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client
