"""All pages of the desk, in the order in which their addresses are tried."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from harvestman.web.desk.about import about_pages, status_changes
from harvestman.web.desk.agenda import agenda_pages, event_changes
from harvestman.web.desk.depositing import deposit_pages
from harvestman.web.desk.due import due_changes, due_pages
from harvestman.web.desk.evidence import evidence_changes, evidence_pages
from harvestman.web.desk.finding import find_pages
from harvestman.web.desk.finding_many import find_many_pages
from harvestman.web.desk.home import home_pages
from harvestman.web.desk.jobs import job_changes, jobs_pages
from harvestman.web.desk.marked import marked_pages
from harvestman.web.desk.merges import merges_pages
from harvestman.web.desk.paper import paper_changes, paper_pages
from harvestman.web.desk.papers import papers_pages
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.review import review_changes, review_pages
from harvestman.web.desk.running import run_pages
from harvestman.web.desk.signing_in import signing_in_router
from harvestman.web.desk.sites import site_pages
from harvestman.web.desk.undoing import undo_pages
from harvestman.web.desk.uploading import upload_pages

PAGES: tuple[Callable[[Desk], APIRouter], ...] = (
    home_pages,
    papers_pages,
    marked_pages,
    paper_pages,
    paper_changes,
    evidence_pages,
    evidence_changes,
    jobs_pages,
    job_changes,
    run_pages,
    deposit_pages,
    review_pages,
    review_changes,
    merges_pages,
    due_pages,
    due_changes,
    agenda_pages,
    event_changes,
    find_pages,
    find_many_pages,
    upload_pages,
    site_pages,
    undo_pages,
    about_pages,
    status_changes,
    signing_in_router,
)
"""The pages: functions from the desk to a router."""
