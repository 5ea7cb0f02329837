"""A second factor that staff remove for somebody leaves a line that says who did it, for whom and from where."""

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import AuditLine
from tests.staff.people import root, signed_in, user

pytestmark = pytest.mark.django_db


def test_removing_a_lost_second_factor_is_a_line_of_the_audit_trail() -> None:
    tiina = user("tiina")
    factor = Authenticator.objects.create(user=tiina, type="totp", data={})
    client = signed_in(root())
    address = f"/admin/mfa/authenticator/{factor.pk}/delete/"
    assert client.post(address, {"post": "yes"}, REMOTE_ADDR="203.0.113.9").status_code == 302
    assert not Authenticator.objects.exists()
    (line,) = AuditLine.objects.filter(model="mfa.authenticator")
    assert (line.by_name, line.object_id, line.ip) == ("root", str(factor.pk), "203.0.113.9")
