"""Webhooks: signed messages to addresses of organizers about what happens in their tournaments. Above tournaments."""
