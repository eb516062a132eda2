"""The tables of the crawl.

harvest ──< visit            what was asked, and the frontier: each URL once a harvest
harvest ──< stage ──< site_queue   whose turn it is: the sites of a stage, how many turns each has had, and what they brought
harvest ──< departure        links that leave their site, until the next stage takes them up
harvest ──< family           what visits to addresses of one kind have brought so far
ignored_site                 sites that a person wants to hear nothing of
page_signs                   what each page says of its event
page ──< link                one row for each fetched state of a URL, with that state's links
page_bytes                   the bytes of small pages (`page_bytes.py`), packed as blobs are
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    text,
)

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata, owner, partial_index
from harvestman.store.tallies import HAS_FAILED

harvest = Table(
    "harvest",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("request_key", String(32), nullable=False),
    Column("seeds", PlainJson, nullable=False),
    Column("depth", BigInteger, nullable=False),
    Column("page_limit", BigInteger, nullable=False),
    Column("options", PlainJson, nullable=False),
    Column("started", UtcTime, nullable=False),
    Column("finished", UtcTime),
)
# Two equal requests are one harvest until it has ended, whoever begins them at the same time.
partial_index(
    "harvest_unfinished",
    harvest.c.request_key,
    unique=True,
    where=harvest.c.finished.is_(None),
)

visit = Table(
    "visit",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("harvest_id", RowKey, ForeignKey("harvest.id", ondelete="CASCADE"), nullable=False),
    Column("url", StorableText, nullable=False),
    Column("url_key", String(32), nullable=False),
    Column("depth", Integer, nullable=False),
    Column("parent", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("state", String(8), nullable=False),
    Column("status", String(32)),
    Column("detail", StorableText),
    Column("http_status", Integer),
    Column("papers", Integer),
    Column("ended", UtcTime),
    Column("site_key", String(32), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("family", String(48), nullable=False),
    UniqueConstraint("harvest_id", "url_key"),
)
Index("visit_order", visit.c.harvest_id, visit.c.depth, visit.c.parent, visit.c.position)
# Those whose turn has come, and then those that wait in the very order in which they are taken (`turns.py`): however many wait, the
# next ones stand together.
Index(
    "visit_turn",
    *(visit.c.harvest_id, visit.c.site_key, visit.c.stage, visit.c.state, visit.c.ordinal),
    visit.c.rank.desc(),
    *(visit.c.depth, visit.c.parent, visit.c.position),
)

# Which visit to an address was the last (`tallies.py`), and those that failed, the newest last (`summary.py`).
partial_index("visit_last", visit.c.url_key, visit.c.id, where=visit.c.state == "done")
partial_index("visit_failed", visit.c.ended, visit.c.id, where=text(HAS_FAILED))

stage = Table(
    "stage",
    metadata,
    owner("harvest_id", "harvest"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("before", Integer, nullable=False),
    Column("sites", Integer, nullable=False),
    Column("fruitful", Integer, nullable=False),
    Column("papers", Integer, nullable=False),
)

site_queue = Table(
    "site_queue",
    metadata,
    owner("harvest_id", "harvest"),
    Column("stage", Integer, primary_key=True, autoincrement=False),
    Column("site_key", String(32), primary_key=True),
    Column("site", StorableText, nullable=False),
    Column("place", Integer, nullable=False),
    Column("earlier", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("is_done", Boolean, nullable=False),
    Column("fruitful", Integer, nullable=False),
    Column("papers", Integer, nullable=False),
)

# Each site's rows of `visit` are written by the process that has leased the site, and by nobody else: so crawlers do not wait for
# each other. A link to another site is put down here.
departure = Table(
    "departure",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("harvest_id", RowKey, ForeignKey("harvest.id", ondelete="CASCADE"), nullable=False),
    Column("url", StorableText, nullable=False),
    Column("url_key", String(32), nullable=False),
    Column("depth", Integer, nullable=False),
    Column("parent", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("trap", StorableText, nullable=False),
    Column("site_key", String(32), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("family", String(48), nullable=False),
)
Index("departure_harvest", departure.c.harvest_id)

family = Table(
    "family",
    metadata,
    owner("harvest_id", "harvest"),
    Column("site_key", String(32), primary_key=True),
    Column("name", String(48), primary_key=True),
    Column("visited", Integer, nullable=False),
    Column("fruitful", Integer, nullable=False),
)

page = Table(
    "page",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("url", StorableText, nullable=False),
    Column("url_key", String(32), nullable=False),
    Column("final_url", StorableText, nullable=False),
    Column("fetched", UtcTime, nullable=False),
    Column("http_status", Integer, nullable=False),
    Column("media_type", StorableText, nullable=False),
    Column("content_type", StorableText, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("etag", StorableText, nullable=False),
    Column("last_modified", StorableText, nullable=False),
    Column("links_header", PlainJson, nullable=False),
)
Index("page_history", page.c.url_key, page.c.fetched)
Index("page_digest", page.c.digest)

# Numbered, so that new bytes come last: in the order of their digests each would be put in the middle of others.
page_bytes = Table(
    "page_bytes",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("packed", LargeBinary, nullable=False),
)

# What the newest state of each page says of the event it belongs to, by site: whole sites are judged at the end of a harvest.
page_signs = Table(
    "page_signs",
    metadata,
    Column("url_key", String(32), primary_key=True),
    Column("site_key", String(32), nullable=False, index=True),
    Column("url", StorableText, nullable=False),
    Column("signs", PlainJson, nullable=False),
    sqlite_with_rowid=False,
)

link = Table(
    "link",
    metadata,
    owner("page_id", "page"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, nullable=False),
    Column("target", StorableText, nullable=False),
    Column("target_key", BigInteger, nullable=False),
    Column("anchor", StorableText, nullable=False),
    Column("rel", StorableText, nullable=False),
    sqlite_with_rowid=False,
)
# A target may be too long for an index: 64 bits of its digest find it, the target itself tells it from others.
Index("link_target", link.c.target_key)

# Repositories (OAI-PMH) and feeds that papers are taken from, and how far each has been read.
# Whose failures nobody wants to hear of, and which the loop leaves alone.
ignored_site = Table(
    "ignored_site",
    metadata,
    Column("site_key", String(32), primary_key=True),
    Column("site", StorableText, nullable=False),
    Column("since", UtcTime, nullable=False),
    Column("by", StorableText, nullable=False),
)

repository = Table(
    "repository",
    metadata,
    Column("address_key", String(32), primary_key=True),
    Column("address", StorableText, nullable=False),
    Column("since", String(32), nullable=False),
    Column("token", StorableText, nullable=False),
    Column("began", String(32), nullable=False),
    Column("asked", UtcTime, nullable=False),
)
