"""The site of a federation, written from docs/api.md, docs/embeds.md and docs/webhooks.md alone. It imports nothing of Barpoint."""
