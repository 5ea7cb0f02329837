"""What is stored of a tournament; the bracket is data (docs/adr/0006), the matches themselves live in `games`."""

from tournaments.models.agreement import AgreementShare, PrizeAgreement
from tournaments.models.consent import EntryInvitation, OrganizerBlock
from tournaments.models.contact import EntrantContact
from tournaments.models.event import Announcement, Event, EventFile
from tournaments.models.exchange import ImportFile
from tournaments.models.lineup import TeamLineup
from tournaments.models.money import (
    Calcutta,
    CalcuttaLot,
    CalcuttaLotEntry,
    EntryFee,
    FeePlan,
    LedgerLine,
    SidePool,
    SidePoolEntry,
)
from tournaments.models.people import Invitation, Note, Role, RoleChange, RoleKind, Watch
from tournaments.models.record import Notice, Override, PairingRequest, Result, Ruling
from tournaments.models.registration import Registration, RegistrationPlan
from tournaments.models.slip import ScoreReport, SheetGame, Slip, TableUse
from tournaments.models.snapshot import SnapshotRows, SpectatorSnapshot
from tournaments.models.stage import Pairing, PairingMatch, Round, Slot, Stage
from tournaments.models.timing import (
    Absence,
    ConductPenalty,
    MatchTiming,
    Penalty,
    RoundDeadline,
    TimeProposal,
    Timing,
)
from tournaments.models.tournament import Entry, EntryMember, Tournament
from tournaments.models.venue import CheckIn, Moved, PlayingTable, Room, TablePool, Venue

__all__ = [
    "Absence",
    "AgreementShare",
    "Announcement",
    "Calcutta",
    "CalcuttaLot",
    "CalcuttaLotEntry",
    "CheckIn",
    "ConductPenalty",
    "EntrantContact",
    "Entry",
    "EntryFee",
    "EntryInvitation",
    "EntryMember",
    "Event",
    "EventFile",
    "FeePlan",
    "ImportFile",
    "Invitation",
    "LedgerLine",
    "MatchTiming",
    "Moved",
    "Note",
    "Notice",
    "OrganizerBlock",
    "Override",
    "Pairing",
    "PairingMatch",
    "PairingRequest",
    "Penalty",
    "PlayingTable",
    "PrizeAgreement",
    "Registration",
    "RegistrationPlan",
    "Result",
    "Role",
    "RoleChange",
    "RoleKind",
    "Room",
    "Round",
    "RoundDeadline",
    "Ruling",
    "ScoreReport",
    "SheetGame",
    "SidePool",
    "SidePoolEntry",
    "Slip",
    "Slot",
    "SnapshotRows",
    "SpectatorSnapshot",
    "Stage",
    "TablePool",
    "TableUse",
    "TeamLineup",
    "TimeProposal",
    "Timing",
    "Tournament",
    "Venue",
    "Watch",
]
