"""Fees, prizes, pools and files to and fro."""

from django.urls import URLPattern, path

from tournaments.views.desk import exchange, exchange_event
from tournaments.views.money import ledger, money, pools, prizes

MANAGE = "tournaments/<slug:slug>/manage"

urlpatterns: list[URLPattern] = [
    path(f"{MANAGE}/money/", money.money, name="tournament-money"),
    path(f"{MANAGE}/money/plan/", money.plan, name="tournament-money-plan"),
    path(f"{MANAGE}/money/entries/<int:entry_id>/", money.account, name="tournament-money-account"),
    path(f"{MANAGE}/money/ledger/", ledger.lines, name="tournament-ledger"),
    path(f"{MANAGE}/money/payout/", ledger.payout, name="tournament-payout"),
    path(f"{MANAGE}/money/pay-table/", prizes.pay_table, name="tournament-pay-table"),
    path(f"{MANAGE}/money/pools/", pools.pools, name="tournament-pools"),
    path(f"{MANAGE}/money/pools/<int:pool_id>/", pools.pools, name="tournament-pool"),
    path(f"{MANAGE}/money/calcutta/", pools.calcutta, name="tournament-calcutta"),
    path(f"{MANAGE}/files/", exchange.files, name="tournament-exchange"),
    path(f"{MANAGE}/files/<int:file_id>/", exchange.take, name="tournament-import"),
    path(f"{MANAGE}/files/<str:name>", exchange.export, name="tournament-export"),
    path("events/<slug:slug>/manage/players.csv", exchange_event.players, name="event-players"),
    path("events/<slug:slug>/manage/files/", exchange_event.files, name="event-exchange"),
    path(
        "events/<slug:slug>/manage/files/<int:file_id>/", exchange_event.take, name="event-import"
    ),
    path("events/<slug:slug>/manage/money/", ledger.event_money, name="event-money"),
]
