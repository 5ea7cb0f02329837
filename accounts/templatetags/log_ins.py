"""`{% load log_ins %}{% identity_provider_list as providers %}`: the other sites that people may log in with. No query."""

from typing import Any

from django import template

from accounts.identity_providers import IdentityProvider, identity_providers

register = template.Library()


@register.simple_tag(takes_context=True)
def identity_provider_list(context: dict[str, Any]) -> list[IdentityProvider]:
    return identity_providers(context["request"])
