"""Fees, prizes, pools and the ledger."""

from django.urls import URLPattern, path

from tournaments.money.views import agreements, auction, door, fees, ledger, pools, prizes

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/door/", door.door_list, name="tournament-door"),
    path("tournaments/<slug:slug>/manage/money/", fees.money, name="tournament-money"),
    path("tournaments/<slug:slug>/manage/money/plan/", fees.plan, name="tournament-money-plan"),
    path(
        "tournaments/<slug:slug>/manage/money/entries/<int:entry_id>/",
        fees.account,
        name="tournament-money-account",
    ),
    path("tournaments/<slug:slug>/manage/money/ledger/", ledger.lines, name="tournament-ledger"),
    path("tournaments/<slug:slug>/manage/money/payout/", ledger.payout, name="tournament-payout"),
    path(
        "tournaments/<slug:slug>/manage/money/pay-table/",
        prizes.pay_table,
        name="tournament-pay-table",
    ),
    path("tournaments/<slug:slug>/manage/money/pools/", pools.pools, name="tournament-pools"),
    path(
        "tournaments/<slug:slug>/manage/money/pools/<int:pool_id>/",
        pools.pools,
        name="tournament-pool",
    ),
    path(
        "tournaments/<slug:slug>/manage/money/calcutta/", pools.calcutta, name="tournament-calcutta"
    ),
    path(
        "tournaments/<slug:slug>/manage/money/calcutta/auction/",
        auction.auctioneer,
        name="tournament-auction",
    ),
    path(
        "tournaments/<slug:slug>/manage/money/calcutta/wall/",
        auction.wall,
        name="tournament-auction-wall",
    ),
    path(
        "tournaments/<slug:slug>/agreements/",
        agreements.agreement_list,
        name="tournament-agreements",
    ),
    path(
        "tournaments/<slug:slug>/agreements/<slug:section>/<slug:kind>/",
        agreements.new_agreement,
        name="tournament-agreement-new",
    ),
    path("events/<slug:slug>/manage/money/", ledger.event_money, name="event-money"),
]
