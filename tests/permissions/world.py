"""A small site with one of everything, and nine people who may do different things to it.

`event` is running, its first match in play, and the director's; `late` is another, which spectators see five minutes
later. The other director has a draft and a rehearsal of their own.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.apps import apps

from accounts.models import Player, User
from accounts.services.access import suspend
from accounts.services.logins import create_login
from accounts.services.players import create_walk_in
from accounts.services.tokens import create_token
from clubs.models import Club
from clubs.services import membership
from clubs.services.clubs import start_club
from clubs.services.hosting import add_event
from clubs.services.rating_list import save_club_list
from games.chat_envelope import LineRequest
from games.engine.rules import Rules
from games.models import Match
from games.services import chat, friendly, lobby
from games.services.importing import import_match
from games.services.play import act
from games.services.submissions import Submission
from ladders.services.challenges import send_challenge
from ladders.services.ladders import start_ladder
from ladders.services.membership import join_ladder
from leagues.services.leagues import start_league
from leagues.services.seasons import add_division, add_season
from ratings.services.lists import ListSettings, save_event_list
from satellites.models import EntryTicket, Satellite
from satellites.services.tickets import settle_ticket
from series.services.adjustments import add_adjustment
from series.services.counted import add_tournament
from series.services.series import start_series
from tableclock.services.links import LinkPlace, give
from tests.games.records.files import golden
from tests.series.making_series import played
from tests.tournaments.making import NOW, SEED, join, pairing
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries, teams
from tournaments.entry.services.check_in import open_check_in
from tournaments.event.services import events, invitations
from tournaments.models import (
    EntryInvitation,
    Event,
    EventFile,
    OrganizerBlock,
    Ruling,
    Slip,
    Tournament,
    Venue,
)
from tournaments.rehearsal.services.rehearsal import rehearse
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing
from tournaments.setup.services import lifecycle
from webhooks.event_types import EVENT_TYPES
from webhooks.services import endpoints as webhooks
from webhooks.services.endpoints import EndpointTerms

ROLES = (
    "anonymous", "player", "opponent", "other", "elsewhere", "director", "staff", "root", "suspended",
)  # fmt: skip
PASSWORD = "a long pass phrase"
Values = dict[str, Any]


class World:
    """Made once; requests are answered inside savepoints and leave nothing behind."""

    def __init__(self, enter: Callable[["World"], None] = lambda world: None) -> None:
        """`enter` is called while everybody may still sign in."""
        names = [name for name in ROLES if name != "anonymous"]
        self.users = {n: create_login(n, f"{n}@example.org", PASSWORD) for n in names}
        User.objects.filter(username="staff").update(is_staff=True)
        User.objects.filter(username="root").update(is_staff=True, is_superuser=True)
        boss, theirs = self.users["director"], self.users["elsewhere"]
        self.event = self._running(boss, "Event", reentries=1)
        self.match = join(self.event, "W1.1")
        self.late = self._running(boss, "Late", spectator_delay_s=300)
        late_match = join(self.late, "W1.1")
        self._ruled(self.event, "W1.2")
        self.draft = lifecycle.create(organizer=theirs, name="Draft", lengths=[3], clock=None)
        entries.add_walk_in(self.draft.pk, by=theirs, now=NOW, name="Walker")
        self.open = self._open(boss, "Open", "player", "suspended")
        self.inviting = self._open(boss, "Inviting")
        self.pairs = self._open(boss, "Pairs", entry_kind="team", boards=3)
        self.by_hand = self._running(boss, "Swiss", format="swiss", publishes=True)
        self._ruled(self.by_hand, "R1.1")
        self._ruled(self.by_hand, "R1.2")
        rehearsal = rehearse(self._draft_to_try().pk, by=theirs, number=4, now=NOW)
        self.targets: dict[str, Values] = {
            "event": self._of(self.event) | self._at(self.match),
            "late": self._of(self.late) | self._at(late_match),
            "draft": self._of(self.draft),
            "open": self._of(self.open),
            "walk-in": self._of(self.open) | {"walk_in": "Walker Two"},
            "pairs": self._of(self.pairs),
            "swiss": self._of(self.by_hand),
            "rehearsal": self._of(rehearsal),
        }
        self._teams(boss)
        self._board(boss)
        self._matches()
        self._of_one()
        self._invited(boss, theirs)
        self._events(boss, theirs)
        for make in (
            self._club,
            self._ladder,
            self._webhook,
            self._series,
            self._league,
            self._satellite,
        ):
            make(boss)
        enter(self)
        suspend(self.users["suspended"], NOW)

    def player(self, name: str) -> Player:
        return self.users[name].player

    def _draft_to_try(self) -> Tournament:
        made = lifecycle.create(
            organizer=self.users["elsewhere"], name="Tried", lengths=[3], clock=None
        )
        for number in range(4):
            entries.add_walk_in(made.pk, by=None, now=NOW, name=f"Tester {number}")
        return made

    def _open(self, boss: User, name: str, *players: str, **facts: Any) -> Tournament:
        facts = {"lengths": [3], "clock": None, "draw_method": "manual"} | facts
        made = lifecycle.create(organizer=boss, name=name, **facts)
        for player in players:
            entries.add_walk_in(made.pk, by=None, now=NOW, player=self.player(player))
        return lifecycle.open_entry(made.pk, by=boss)

    def _running(self, boss: User, name: str, **facts: Any) -> Tournament:
        """Drawn in this order, so that `player` meets `opponent` and `other` meets who is suspended."""
        made = self._open(boss, name, "player", "other", "suspended", "opponent", **facts)
        return start(made.pk, by=None, now=NOW, draw_seed=SEED)

    def _ruled(self, of: Tournament, key: str) -> Ruling:
        item = pairing(of, key)
        losers = (item.slots.earliest("side").entry_id or 0,)
        return rule(
            ForfeitPairing(pairing_id=item.pk, losers=losers),
            RulingRequest(None, NOW, "They left."),
        )

    def _of(self, of: Tournament) -> Values:
        """What the addresses of a tournament's own things hold."""
        values: Values = {
            "slug": of.slug,
            "number": 1,
            "verb": "withdraw",
            "tab": "entries",
            "entry_id": of.entries.order_by("pk").values_list("pk", flat=True).first() or 0,
        }
        stage = of.stages.first()
        if stage is not None:
            first = stage.pairings.order_by("pk")[0]
            values |= {"pairing_id": first.pk, "round_id": first.round_id}
            ruling = Ruling.objects.filter(tournament=of).first()
            values["ruling_id"] = 0 if ruling is None else ruling.pk
        return values

    def _teams(self, boss: User) -> None:
        """Two teams that meet: `player` is captain of one, with `other` in it, `opponent` of the other. They name line-ups."""
        made = self._open(boss, "Teams", entry_kind="team", boards=3, names_lineups=True)
        for name, captain, mate in (
            ("Trio", "player", "other"),
            ("Three", "opponent", "suspended"),
        ):
            team = [self.player(captain), self.player(mate), create_walk_in(f"{name} C")]
            teams.add_team(made.pk, by=None, name=name, members=team, now=NOW)
        start(made.pk, by=None, now=NOW, draw_seed=SEED)
        trio = made.entries.get(name="Trio")
        boards = enumerate(trio.members.order_by("board"), start=1)
        sent = {f"board_{n}": member.player_id for n, member in boards}
        values = self._of(made)
        sent |= {"pairing": values["pairing_id"], "entry": trio.pk, "seen": 0, "reason": "Asked."}
        self.targets["teams"] = values | sent

    def _board(self, boss: User) -> None:
        """A tournament over the board with the slip of `player`, whose opponent is `opponent`; check-in is open."""
        made = self._open(boss, "Board", "player", "other", "suspended", "opponent")
        Venue.objects.create(tournament=made, where="board")
        door = open_check_in(made.pk, by=boss, now=NOW)
        start(made.pk, by=None, now=NOW, draw_seed=SEED)
        slip = Slip.objects.get(pairing=pairing(made, "W1.1"))
        stored: Values = {"code": slip.code, "slip_id": slip.pk, "winner": slip.entry_a_id}
        stored |= {"side": slip.entry_a_id, "lost": 1, "do": "report"}
        self.targets["board"] = self._of(made) | stored
        self.targets["board-clock"] = {"slip_id": slip.pk} | self._link(slip, "clock", boss)
        self.targets["board-overlay"] = self._link(slip, "overlay", boss)
        self.targets["board-door"] = {"code": door.check_in_code, "entry": slip.entry_a_id}

    def _link(self, slip: Slip, purpose: str, boss: User) -> Values:
        of = slip.pairing.stage.tournament_id
        link = give(of, LinkPlace(purpose, slip=slip.pk), by=boss, now=NOW)
        return {"code": link.code}

    def _at(self, match: Match) -> Values:
        match.refresh_from_db()
        return {"match_id": match.pk, "seq": match.seq}

    def _matches(self) -> None:
        """Beside tournaments: one that waits, one by invitation, one that is over, one out of a file; and chat."""
        me, you = self.player("player"), self.player("opponent")
        rules = Rules.preset("tournament", 1)
        waiting = friendly.challenge(me, you, rules, None, NOW)
        invited = friendly.challenge(me, None, rules, None, NOW)
        over = friendly.challenge(me, you, rules, None, NOW)
        for seat, who, kind in (("A", me, "ready"), ("B", you, "ready"), ("A", me, "concede")):
            act(Submission(over.pk, seat, kind, {}, NOW, user_id=who.user_id), NOW)
        listed = lobby.post(me, rules, None, NOW)
        imported = import_match(self.users["player"], golden("three.mat"), NOW)
        self.targets |= {
            "waiting": {"match_id": waiting.pk},
            "lobby": {"match_id": listed.pk},
            "invitation": {"token": friendly.invitation(invited)},
            "over": {"match_id": over.pk},
            "imported": {"match_id": imported.pk},
        }
        for room, who in (("players", "opponent"), ("spectators", "elsewhere")):
            text = chat.say(self.match.pk, self.users[who], LineRequest(f"k-{room}", "Hello"), NOW)
            self.targets[f"line-of-{room}"] = {"line_id": text.line.pk}

    def _of_one(self) -> None:
        """What belongs to `player`."""
        token, _text = create_token(self.users["player"], "own")
        me = self.player("player")
        self.targets |= {
            "own-token": {"token_id": token.pk},
            "player": {"pk": me.pk, "player_id": me.pk},
            "oneself": {},
        }

    def _invited(self, boss: User, theirs: User) -> None:
        """`player` is invited by the director, and has blocked the other one."""
        me = self.player("player")
        entries.add_walk_in(self.inviting.pk, by=boss, now=NOW, player=me)
        asked = EntryInvitation.objects.get(player=me)
        block = OrganizerBlock.objects.create(player=me, organizer=theirs, at=NOW)
        self.targets |= {"entry-invitation": {"pk": asked.pk}, "block": {"pk": block.pk}}

    def _events(self, boss: User, theirs: User) -> None:
        """A public event of the director's, one that only the other director sees, and somebody asked to help."""
        new_event = events.NewEvent("Festival", date(2026, 12, 4), time_zone="UTC")
        festival = events.create(boss, "weekend_open", new_event)
        events.publish(festival.pk, by=boss, shown=True)
        secret = events.create(theirs, "club_night", replace(new_event, name="Secret"))
        for name, item in (("festival", festival), ("secret", secret)):
            EventFile.objects.create(
                event=item, kind="rules", data=b"%PDF-1.7", content_type="application/pdf", added_at=NOW
            )  # fmt: skip
            last = events.ordered_tournaments(item).last()
            self.targets[name] = {"slug": item.slug, "tournament_id": last.pk, "verb": "up"}
        save_event_list(festival.pk, ListSettings(1500, "all"), by=boss, now=NOW)
        asked = invitations.invite(festival, "monitor", by=boss, now=NOW, email="x@example.org")
        link = invitations.link_of(asked).rstrip("/")
        self.targets["asked"] = {"token": link.rpartition("/")[2]}

    def _club(self, boss: User) -> None:
        """The director's club, which runs the festival; `player` is a member, and everybody else could join."""
        made = start_club(boss, NOW, name="Night Owls")
        member = membership.join(self.users["player"], made.pk, NOW)
        festival = Event.objects.get(slug=self.targets["festival"]["slug"])
        hosted = add_event(boss, made.pk, festival.pk, NOW)
        save_club_list(boss, made.pk, ListSettings(1500, "all"), NOW)
        self.targets["club"] = {"slug": made.slug, "do": "remove", "member": member.pk, "hosting": hosted.pk, "hosting_id": hosted.pk}  # fmt: skip

    def _ladder(self, boss: User) -> None:
        """Of the director's club; `other` stands at the foot and has challenged `player`, who has not answered."""
        home = Club.objects.get(slug=self.targets["club"]["slug"])
        made = start_ladder(boss, home.pk, NOW, name="Owls Ladder")
        for name in ("player", "other"):
            if name != "player":
                membership.join(self.users[name], home.pk, NOW)
            join_ladder(self.users[name], made.pk, NOW)
        sent = send_challenge(self.users["other"], made.pk, self.player("player").pk, NOW)
        self.targets["ladder"] = {
            "slug": made.slug, "player_id": self.player("other").pk, "challenge_id": sent.pk, "challenge": sent.pk,
            "do": "accept", "winner": self.player("other").pk, "loser_points": 3, "reason": "Because.",
            "move-player": self.player("other").pk, "move-place": 1, "move-reason": "Because.",
        }  # fmt: skip

    def _webhook(self, boss: User) -> None:
        """The director's, with a message in its log."""
        terms = EndpointTerms("https://hooks.example.org/", EVENT_TYPES)
        endpoint = webhooks.add(boss, None, terms, NOW)
        row = webhooks.send_ping(boss, endpoint.pk, NOW)
        self.targets["webhook"] = {"endpoint_id": endpoint.pk, "delivery_id": row.pk}
        self.targets["channel"] = {"kind": "ntfy"}

    def _series(self, boss: User) -> None:
        """The director's series, in which `event` counts; `player` has an adjustment."""
        made = start_series(boss, NOW, name="Winter Tour")
        finished = played(boss, [self.player("player"), self.player("opponent")], format="round_robin")  # fmt: skip
        for counted in (self.event, finished):
            add_tournament(boss, made.pk, counted.pk, NOW)
        points = Decimal(2)
        given = add_adjustment(boss, made.pk, self.player("player").pk, points, "Fair play.", NOW)
        self.targets["series"] = {
            "slug": made.slug, "tournament": self.event.pk, "counted": self.event.slug,
            "do": "weigh", "weight": 50, "adjustment_id": given.pk, "adjustment-player": given.player_id,
            "adjustment-points": "1", "adjustment-reason": "Because.",
        }  # fmt: skip

    def _league(self, boss: User) -> None:
        """The director's league, with a season whose one division is over."""
        made = start_league(boss, NOW, name="Owls League")
        season = add_season(boss, made.pk, NOW, name="Season 1")
        finished = played(boss, [self.player("player"), self.player("opponent")], format="round_robin")  # fmt: skip
        division = add_division(boss, season.pk, NOW, tournament=finished.pk)
        self.targets["league"] = {
            "slug": made.slug, "number": 1, "division_id": division.pk, "division": division.pk, "do": "remove",
        }  # fmt: skip

    def _satellite(self, boss: User) -> None:
        """`jackpot` is over; its winner has a ticket for another tournament of the director."""
        jackpot, target = (self._open(boss, name) for name in ("Jackpot", "Target"))
        winner = entries.add_walk_in(jackpot.pk, by=boss, now=NOW, name="Winner")
        over = {"status": Tournament.Status.FINISHED, "champion": winner}
        Tournament.objects.filter(pk=jackpot.pk).update(**over)
        satellite = Satellite.objects.create(target=target, by=boss, created_at=NOW)
        place = satellite.places.create(number=1, tournament=jackpot)
        settle_ticket(place.pk, NOW)
        number = EntryTicket.objects.get().pk
        self.targets["jackpot"] = {"slug": jackpot.slug}
        self.targets["ticket"] = {"slug": target.slug, "ticket": number, "ticket_id": number}

    def row_of(self, label: str) -> Values:
        """A row for the staff's pages: any of this model, or a number that there is not."""
        model = apps.get_model(label)
        first = model._default_manager.order_by("pk").first()
        return {"object_id": 999_999 if first is None else first.pk, "id": self.users["other"].pk}
