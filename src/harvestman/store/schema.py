"""All tables by their names. What they look like is decided in the `tables.py` of each folder; how an older database gets there is
written in `migrations/`, and a test holds the two together on both databases.

The search indexes `paper_index`, `document_index` and `page_index` are made differently by each database: see `search.py`.
The triggers that keep `tally` are in `tallies.py`.
"""

from __future__ import annotations

from harvestman.store.crawl.tables import (
    departure,
    family,
    harvest,
    ignored_site,
    link,
    page,
    page_bytes,
    page_signs,
    repository,
    site_queue,
    stage,
    visit,
)
from harvestman.store.documents.tables import (
    content,
    document,
    extraction,
    file_failure,
    fingerprint,
    full_text,
)
from harvestman.store.find.tables import engine_answer, engine_use, page_text, question
from harvestman.store.gather.tables import candidate, deposit, entity, review_step
from harvestman.store.papers.tables import (
    mention,
    mention_key,
    merge_decision,
    merge_side,
    paper,
    paper_block,
    paper_key,
    paper_merge,
)
from harvestman.store.plan.tables import (
    plan_citation,
    plan_import,
    plan_known,
    plan_observation,
    plan_packed,
    plan_packed_volume,
    plan_prominence,
    plan_rating,
    plan_series,
    plan_usage,
    plan_volume,
)
from harvestman.store.service.tables import api_key, desk_session, job
from harvestman.store.tables import change, claim, lease, metadata, tally
from harvestman.store.watch.tables import appointment, event, event_key, look

__all__ = [
    "api_key",
    "appointment",
    "candidate",
    "change",
    "claim",
    "content",
    "departure",
    "deposit",
    "desk_session",
    "document",
    "engine_answer",
    "engine_use",
    "entity",
    "event",
    "event_key",
    "extraction",
    "family",
    "file_failure",
    "fingerprint",
    "full_text",
    "harvest",
    "ignored_site",
    "job",
    "lease",
    "link",
    "look",
    "mention",
    "mention_key",
    "merge_decision",
    "merge_side",
    "metadata",
    "page",
    "page_bytes",
    "page_signs",
    "page_text",
    "paper",
    "paper_block",
    "paper_key",
    "paper_merge",
    "plan_citation",
    "plan_import",
    "plan_known",
    "plan_observation",
    "plan_packed",
    "plan_packed_volume",
    "plan_prominence",
    "plan_rating",
    "plan_series",
    "plan_usage",
    "plan_volume",
    "question",
    "repository",
    "review_step",
    "site_queue",
    "stage",
    "tally",
    "visit",
]
