"""The bots of the site that play friendly matches: one player for each kind, made when it is first needed."""

from accounts.models import BotKind, Player

BOT_NAMES = {
    BotKind.RANDOM: "Dicey (bot)",
    BotKind.STEADY: "Steady (bot)",
    BotKind.CLUB: "Felt (bot)",
    BotKind.EXPERT: "Onyx (bot)",
    BotKind.WORLD_CLASS: "Brass (bot)",
}


def existing_site_bot(kind: str) -> Player | None:
    """The bot of this kind, if anybody has needed it yet."""
    named = Player.objects.filter(bot_kind=kind, name=BOT_NAMES[BotKind(kind)])
    return named.order_by("id").first()


def site_bot_ids() -> dict[str, int]:
    """The ids of their players by kind, of those that exist. One query."""
    rows = Player.objects.filter(bot_kind__in=BOT_NAMES, name__in=BOT_NAMES.values())
    ids: dict[str, int] = {}
    for kind, name, pk in rows.order_by("id").values_list("bot_kind", "name", "pk"):
        if BOT_NAMES[BotKind(kind)] == name:
            ids.setdefault(kind, pk)
    return ids
