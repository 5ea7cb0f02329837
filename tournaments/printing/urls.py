"""The page of papers, and each paper as a PDF."""

from django.urls import URLPattern, path

from tournaments.printing.views import pairings_text, papers, receipts

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/papers/", papers.papers_page, name="tournament-papers"),
    path(
        "tournaments/<slug:slug>/manage/papers/<slug:kind>.pdf",
        papers.desk_paper,
        name="tournament-desk-paper",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings-text/",
        pairings_text.pairings_page,
        name="tournament-pairings-text",
    ),
    path("tournaments/<slug:slug>/papers/<slug:kind>.pdf", papers.paper, name="tournament-paper"),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/receipt.pdf",
        receipts.receipt_paper,
        name="tournament-receipt-paper",
    ),
    path(
        "tournaments/<slug:slug>/manage/money/entries/<int:entry_id>/receipt/",
        receipts.receipt_page,
        name="tournament-receipt",
    ),
    path("events/<slug:slug>/timetable.pdf", papers.event_timetable, name="event-timetable"),
]
