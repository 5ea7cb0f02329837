"""How much anybody may ask of the live table (games/live/rate_limiter.py).

Needed by: both shapes. The limits are for each ticket, person and stream, which a proxy cannot tell apart.
"""

from config.env import integer, number

# Requests a second for each ticket or token, and how many at once.
LIVE_RATE: float = number("LIVE_RATE", default=20.0)
LIVE_BURST: float = number("LIVE_BURST", default=40.0)

# The same for one person over all tables, and for one address of people who have not signed in (a whole club).
LIVE_PERSON_RATE: float = number("LIVE_PERSON_RATE", default=max(100.0, LIVE_RATE))
LIVE_PERSON_BURST: float = number("LIVE_PERSON_BURST", default=max(1000.0, LIVE_BURST))

# Of these, the ones that nothing can be made of. A page sends none; a bot that learns the API, a few.
LIVE_NONSENSE_RATE: float = number("LIVE_NONSENSE_RATE", default=2.0)
LIVE_NONSENSE_BURST: float = number("LIVE_NONSENSE_BURST", default=20.0)

# Event streams open at the same time in each live process.
LIVE_STREAMS: int = integer("LIVE_STREAMS", default=20, least=1)
LIVE_PERSON_STREAMS: int = integer("LIVE_PERSON_STREAMS", default=2000, least=1)
