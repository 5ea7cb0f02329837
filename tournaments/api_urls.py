"""Routes of tournaments under /api/v1/."""

from django.urls import path

from tournaments.desk.api import draws, room_plan, slow_matches, teams
from tournaments.desk.api import entries as desk_entries
from tournaments.desk.api import start as desk
from tournaments.entry.api import entries as entry
from tournaments.entry.api import lineups, organizer_blocks
from tournaments.event.api import announcements, organizing, presenting
from tournaments.event.api import events as event
from tournaments.exchange.api import imports
from tournaments.exchange.api import reports as exchange
from tournaments.money.api import agreements, calcutta, calcutta_auction, event_money, side_pools
from tournaments.money.api import desk as money
from tournaments.notices import api as forfeit_notices
from tournaments.public import api as public
from tournaments.ruling.api import monitors, pairing_requests, result_undo
from tournaments.ruling.api import rulings as ruling
from tournaments.setup import formats_api
from tournaments.timing.api import desk as timing
from tournaments.timing.api.match_times import MatchTimes
from tournaments.venue.api import check_in, score_sheets, slips, tables

TOURNAMENT = "tournaments/<slug:slug>"
EVENT = "events/<slug:slug>"
ENTRY = f"{TOURNAMENT}/entries/<int:entry_id>"
STAGE = f"{TOURNAMENT}/stages/<int:number>"
PAIRING = f"{TOURNAMENT}/pairings/<int:pairing_id>"
SLIP = f"{TOURNAMENT}/slips/<int:slip_id>"
LOT = f"{TOURNAMENT}/calcutta/lots/<int:lot_id>"

urlpatterns = [
    path("events", event.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>", event.EventDetail.as_view(), name="api-event"),
    path(f"{EVENT}/report", exchange.EventReport.as_view(), name="api-event-report"),
    path(f"{TOURNAMENT}/report", exchange.TournamentReport.as_view(), name="api-report"),
    path(
        f"{EVENT}/announcements",
        announcements.EventAnnouncements.as_view(),
        name="api-event-announcements",
    ),
    path(
        f"{EVENT}/announcements/<int:announcement_id>",
        announcements.EventAnnouncementRemoval.as_view(),
        name="api-event-announcement",
    ),
    path(
        f"{TOURNAMENT}/announcements",
        announcements.TournamentAnnouncements.as_view(),
        name="api-announcements",
    ),
    path(
        f"{TOURNAMENT}/announcements/<int:announcement_id>",
        announcements.TournamentAnnouncementRemoval.as_view(),
        name="api-announcement",
    ),
    path(
        f"{EVENT}/tournaments", organizing.EventTournaments.as_view(), name="api-event-tournaments"
    ),
    path(
        f"{EVENT}/tournaments/<slug:tournament>",
        organizing.EventTournamentRemoval.as_view(),
        name="api-event-tournament",
    ),
    path(f"{EVENT}/clone", organizing.EventCopy.as_view(), name="api-event-clone"),
    path(f"{TOURNAMENT}/clone", organizing.TournamentCopy.as_view(), name="api-clone"),
    path("matches/<uuid:match_id>/times", MatchTimes.as_view(), name="api-match-times"),
    path(
        "blocked-organizers",
        organizer_blocks.OrganizerBlockList.as_view(),
        name="api-organizer-blocks",
    ),
    path(
        "blocked-organizers/<int:pk>",
        organizer_blocks.OrganizerBlockRemoval.as_view(),
        name="api-organizer-block",
    ),
    path("forfeit-notices", forfeit_notices.ForfeitNotices.as_view(), name="api-forfeit-notices"),
    path(
        "forfeit-notices/<int:notice_id>",
        forfeit_notices.ForfeitNoticeDismissal.as_view(),
        name="api-forfeit-notice",
    ),
    path("formats", formats_api.FormatList.as_view(), name="api-formats"),
    path("tournaments", public.TournamentList.as_view(), name="api-tournaments"),
    path(TOURNAMENT, public.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/entries", entry.EntryList.as_view(), name="api-entries"),
    path(f"{TOURNAMENT}/bracket", public.BracketDetail.as_view(), name="api-bracket"),
    path(f"{TOURNAMENT}/standings", public.StandingList.as_view(), name="api-standings"),
    path(
        f"{TOURNAMENT}/matches", public.TournamentMatchList.as_view(), name="api-tournament-matches"
    ),
    path(f"{TOURNAMENT}/rounds", public.BracketDetail.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}/rulings", ruling.RulingList.as_view(), name="api-rulings"),
    path(
        f"{TOURNAMENT}/pairing-requests",
        pairing_requests.PairingRequestList.as_view(),
        name="api-pairing-requests",
    ),
    path(
        f"{TOURNAMENT}/pairing-requests/<int:request_id>",
        pairing_requests.PairingRequestDetail.as_view(),
        name="api-pairing-request",
    ),
    path(f"{TOURNAMENT}/slips", slips.SlipList.as_view(), name="api-slips"),
    path(
        f"{TOURNAMENT}/slips/<int:slip_id>/reports",
        slips.SlipReports.as_view(),
        name="api-slip-reports",
    ),
    path(f"{TOURNAMENT}/entries/bulk", desk_entries.EntryBulk.as_view(), name="api-entries-bulk"),
    path(
        f"{TOURNAMENT}/entries/actions",
        desk_entries.EntryActions.as_view(),
        name="api-entry-actions",
    ),
    path(f"{ENTRY}", desk_entries.DeskEntryDetail.as_view(), name="api-entry"),
    path(f"{ENTRY}/check-in", check_in.EntryCheckIn.as_view(), name="api-entry-check-in"),
    path(f"{ENTRY}/admit", check_in.EntryAdmission.as_view(), name="api-entry-admit"),
    path(f"{ENTRY}/re-enter", desk_entries.EntryReentry.as_view(), name="api-entry-reentry"),
    path(f"{ENTRY}/payments", money.EntryPayments.as_view(), name="api-entry-payments"),
    path(f"{TOURNAMENT}/seeds", desk_entries.SeedList.as_view(), name="api-seeds"),
    path(f"{TOURNAMENT}/bots", desk_entries.BotList.as_view(), name="api-bots"),
    path(f"{TOURNAMENT}/waiting-list", check_in.WaitingList.as_view(), name="api-waiting-list"),
    path(f"{TOURNAMENT}/check-in", check_in.CheckInDesk.as_view(), name="api-check-in"),
    path(
        f"{TOURNAMENT}/check-in/remove-missing",
        check_in.MissingEntries.as_view(),
        name="api-remove-missing",
    ),
    path(f"{TOURNAMENT}/draw", draws.FirstDraw.as_view(), name="api-draw"),
    path(f"{STAGE}/next", draws.NextDrawOfStage.as_view(), name="api-next-draw"),
    path(f"{STAGE}/publish", draws.PublishNextDraw.as_view(), name="api-publish"),
    path(f"{TOURNAMENT}/tables", tables.TableList.as_view(), name="api-tables"),
    path(f"{TOURNAMENT}/tables/<int:table_id>", tables.TableDetail.as_view(), name="api-table"),
    path(f"{TOURNAMENT}/rooms", tables.RoomNames.as_view(), name="api-rooms"),
    path(f"{TOURNAMENT}/venue", tables.VenueDetail.as_view(), name="api-venue"),
    path(f"{TOURNAMENT}/slips/begin", tables.SlipsBegun.as_view(), name="api-slips-begin"),
    path(f"{SLIP}/table", tables.SlipTable.as_view(), name="api-slip-table"),
    path(f"{SLIP}/stream", tables.SlipStream.as_view(), name="api-slip-stream"),
    path(f"{TOURNAMENT}/room-plan", room_plan.RoomPlanDetail.as_view(), name="api-room-plan"),
    path(
        f"{TOURNAMENT}/slow-matches", slow_matches.SlowMatchList.as_view(), name="api-slow-matches"
    ),
    path(f"{TOURNAMENT}/timing", timing.TimingDetail.as_view(), name="api-timing"),
    path(f"{TOURNAMENT}/deadlines", timing.DeadlineList.as_view(), name="api-deadlines"),
    path(
        f"{TOURNAMENT}/rounds/<int:round_id>/deadline",
        timing.RoundDeadlineDetail.as_view(),
        name="api-deadline",
    ),
    path(f"{TOURNAMENT}/clocks", timing.ClockList.as_view(), name="api-clocks"),
    path(f"{TOURNAMENT}/lineups", lineups.LineupList.as_view(), name="api-lineups"),
    path(f"{PAIRING}/lineup", lineups.OwnLineup.as_view(), name="api-own-lineup"),
    path(f"{PAIRING}/clock", timing.PairingClock.as_view(), name="api-pairing-clock"),
    path(f"{PAIRING}/start-time", timing.PairingStart.as_view(), name="api-pairing-start"),
    path(f"{TOURNAMENT}/penalties", timing.PenaltyList.as_view(), name="api-penalties"),
    path(
        f"{TOURNAMENT}/penalties/<int:penalty_id>",
        timing.PenaltyDecision.as_view(),
        name="api-penalty",
    ),
    path(f"{TOURNAMENT}/absences", timing.AbsenceList.as_view(), name="api-absences"),
    path(
        f"{TOURNAMENT}/absences/<int:absence_id>/arrived",
        timing.AbsenceArrival.as_view(),
        name="api-absence-arrived",
    ),
    path(f"{TOURNAMENT}/fees", money.FeePlanDetail.as_view(), name="api-fees"),
    path(f"{TOURNAMENT}/accounts", money.AccountList.as_view(), name="api-accounts"),
    path(f"{TOURNAMENT}/ledger", money.LedgerList.as_view(), name="api-ledger"),
    path(
        f"{TOURNAMENT}/ledger/<int:line_id>/reverse",
        money.LedgerReversal.as_view(),
        name="api-ledger-reverse",
    ),
    path(f"{TOURNAMENT}/payouts", money.PayoutList.as_view(), name="api-payouts"),
    path(f"{TOURNAMENT}/agreements", agreements.AgreementList.as_view(), name="api-agreements"),
    path(
        f"{TOURNAMENT}/agreements/<int:agreement_id>/confirm",
        agreements.AgreementConfirmation.as_view(),
        name="api-agreement-confirm",
    ),
    path(
        f"{TOURNAMENT}/agreements/<int:agreement_id>/end",
        agreements.AgreementEnd.as_view(),
        name="api-agreement-end",
    ),
    path(f"{TOURNAMENT}/close", public.CloseEntry.as_view(), name="api-close"),
    path(f"{TOURNAMENT}/start/undo", desk.UndoStart.as_view(), name="api-start-undo"),
    path(f"{TOURNAMENT}/open", public.OpenEntry.as_view(), name="api-open"),
    path(f"{TOURNAMENT}/start", desk.Start.as_view(), name="api-start"),
    path(f"{TOURNAMENT}/cancel", public.Cancel.as_view(), name="api-cancel"),
    path(
        f"{EVENT}/tournaments/<slug:tournament>/up",
        presenting.EventTournamentOrder.as_view(),
        name="api-event-tournament-up",
    ),
    path(f"{EVENT}/files/<slug:kind>", presenting.EventFileView.as_view(), name="api-event-file"),
    path(f"{EVENT}/imports", imports.EventImports.as_view(), name="api-event-imports"),
    path(f"{EVENT}/imports/<int:file_id>", imports.EventImport.as_view(), name="api-event-import"),
    path(f"{EVENT}/accounts", event_money.EventAccountList.as_view(), name="api-event-accounts"),
    path(
        f"{EVENT}/accounts/<int:player_id>/payments",
        event_money.EventPayments.as_view(),
        name="api-event-payments",
    ),
    path(f"{EVENT}/ledger", event_money.EventLedger.as_view(), name="api-event-ledger"),
    path(
        f"{EVENT}/ledger/<int:line_id>/reverse",
        event_money.EventLedgerReversal.as_view(),
        name="api-event-ledger-reverse",
    ),
    path(f"{TOURNAMENT}/imports", imports.TournamentImports.as_view(), name="api-imports"),
    path(
        f"{TOURNAMENT}/imports/<int:file_id>", imports.TournamentImport.as_view(), name="api-import"
    ),
    path(f"{TOURNAMENT}/on-tv", presenting.TournamentOnTv.as_view(), name="api-on-tv"),
    path(f"{TOURNAMENT}/teams", teams.TeamList.as_view(), name="api-teams"),
    path(f"{TOURNAMENT}/own-team", teams.OwnTeam.as_view(), name="api-own-team"),
    path(f"{TOURNAMENT}/side-pools", side_pools.SidePoolList.as_view(), name="api-side-pools"),
    path(
        f"{TOURNAMENT}/side-pools/<int:pool_id>",
        side_pools.SidePoolDetail.as_view(),
        name="api-side-pool",
    ),
    path(
        f"{TOURNAMENT}/side-pools/<int:pool_id>/entries/<int:entry_id>",
        side_pools.SidePoolEntryDetail.as_view(),
        name="api-side-pool-entry",
    ),
    path(
        f"{TOURNAMENT}/calcutta/auction",
        calcutta_auction.CalcuttaAuction.as_view(),
        name="api-calcutta-auction",
    ),
    path(f"{TOURNAMENT}/calcutta", calcutta.CalcuttaDetail.as_view(), name="api-calcutta"),
    path(f"{TOURNAMENT}/calcutta/lots", calcutta.CalcuttaLots.as_view(), name="api-calcutta-lots"),
    path(LOT, calcutta.CalcuttaLotDetail.as_view(), name="api-calcutta-lot"),
    path(f"{LOT}/sale", calcutta.CalcuttaSale.as_view(), name="api-calcutta-sale"),
    path(f"{LOT}/buy-backs", calcutta.CalcuttaBuyBacks.as_view(), name="api-calcutta-buy-backs"),
    path(f"{LOT}/payments", calcutta.CalcuttaPayments.as_view(), name="api-calcutta-payments"),
    path(f"{PAIRING}/notes", monitors.PairingNotes.as_view(), name="api-pairing-notes"),
    path(f"{PAIRING}/watches", monitors.PairingWatches.as_view(), name="api-pairing-watches"),
    path(
        f"{PAIRING}/watches/<int:watch_id>",
        monitors.WatchRemoval.as_view(),
        name="api-pairing-watch",
    ),
    path(f"{PAIRING}/result/undo", result_undo.PairingResultUndo.as_view(), name="api-result-undo"),
    path(f"{SLIP}/games", score_sheets.SlipGames.as_view(), name="api-slip-games"),
    path(
        f"{SLIP}/games/<int:number>", score_sheets.SlipGameRemoval.as_view(), name="api-slip-game"
    ),
]
