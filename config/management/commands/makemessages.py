"""Django's makemessages, but a new text starts without a translation: guesses from similar texts were wrong more often than right."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
