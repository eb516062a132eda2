"""The tables. What they look like is decided here; how a database gets there is written in `migrations/`, and a test holds
the two together on both databases.

    harvest ──< visit            what was asked, and the frontier: each URL once a harvest
    harvest ──< stage ──< site_queue   whose turn it is: the sites of a stage, and how many turns each has had
    harvest ──< family           what visits to addresses of one kind have brought so far
    host_lease                   which process is visiting a site now
    page ──< link                one row for each fetched state of a URL, with that state's links
    page_text                    the text of each URL as last read, which `page_index` makes searchable
    paper ──< mention ──< claim  a paper is the mentions that share a key, joined
              mention ──< mention_key
    paper ──< paper_key          which paper a key belongs to
    paper ──< paper_merge        ids of papers that became part of this one
    paper ──< paper_block        which papers are worth comparing with it
    merge_decision ──< merge_side    who said of which two papers that they are one, perhaps, or not
    plan_import                  what was imported for the plan, and how new it was
    plan_series, plan_volume     conference series and their proceedings, by their keys in the bibliography
    plan_volume_authors, plan_author_years, plan_prominence   who wrote in a volume, when, and what follows from it
    plan_rating, plan_citation, plan_usage                    what other sources say of the series
    plan_observation             what was seen, or looked for in vain, since the last import
    event ──< event_source       an edition of a series is what its sources say of it
    event ──< look               each visit of an event's site, and what it saw
    event ──  appointment        when it is looked at next
    fingerprint                  by which near-duplicates of a document are recognised; numbered by change
    document                     what was sent to the service; its bytes are a blob
    extraction                   what was read from bytes, part by part
    job                          work that outlives the request that asked for it
    api_key                      who may use the service

The search indexes `paper_index` and `page_index` are made differently by each database: see `search.py`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime

VERSION_TABLE = "harvestman_version"

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "uq": "%(table_name)s_%(column_0_N_name)s_unique",
        "fk": "%(table_name)s_%(column_0_N_name)s_reference",
        "pk": "%(table_name)s_primary",
    }
)


def _owner(name: str, table: str, *, index: bool | None = None) -> Column[int]:
    """The part of a key that names the row of another table, with which this one goes."""
    reference = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(name, RowKey, reference, primary_key=True, autoincrement=False, index=index)


harvest = Table(
    "harvest",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("request_key", String(32), nullable=False),
    Column("seeds", PlainJson, nullable=False),
    Column("depth", BigInteger, nullable=False),
    Column("page_limit", BigInteger, nullable=False),
    Column("options", PlainJson, nullable=False, server_default="{}"),
    Column("started", UtcTime, nullable=False),
    Column("finished", UtcTime),
)
# Two equal requests are one harvest until it has ended, whoever begins them at the same time.
Index(
    "harvest_unfinished",
    harvest.c.request_key,
    unique=True,
    sqlite_where=harvest.c.finished.is_(None),
    postgresql_where=harvest.c.finished.is_(None),
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
    Column("site_key", String(32), nullable=False, server_default=""),
    Column("stage", Integer, nullable=False, server_default="0"),
    Column("score", Integer, nullable=False, server_default="0"),
    Column("rank", Integer, nullable=False, server_default="0"),
    Column("family", String(48), nullable=False, server_default=""),
    UniqueConstraint("harvest_id", "url_key"),
)
Index("visit_order", visit.c.harvest_id, visit.c.depth, visit.c.parent, visit.c.position)
Index(
    "visit_turn",
    visit.c.harvest_id,
    visit.c.site_key,
    visit.c.stage,
    visit.c.state,
    visit.c.rank,
)

stage = Table(
    "stage",
    metadata,
    _owner("harvest_id", "harvest"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("before", Integer, nullable=False),
    Column("sites", Integer, nullable=False),
)

site_queue = Table(
    "site_queue",
    metadata,
    _owner("harvest_id", "harvest"),
    Column("stage", Integer, primary_key=True, autoincrement=False),
    Column("site_key", String(32), primary_key=True),
    Column("site", StorableText, nullable=False),
    Column("place", Integer, nullable=False),
    Column("earlier", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("is_done", Boolean, nullable=False),
)

family = Table(
    "family",
    metadata,
    _owner("harvest_id", "harvest"),
    Column("site_key", String(32), primary_key=True),
    Column("name", String(48), primary_key=True),
    Column("visited", Integer, nullable=False),
    Column("fruitful", Integer, nullable=False),
)

host_lease = Table(
    "host_lease",
    metadata,
    Column("site_key", String(32), primary_key=True),
    Column("site", StorableText, nullable=False),
    Column("owner", StorableText, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("until", UtcTime, nullable=False),
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

link = Table(
    "link",
    metadata,
    _owner("page_id", "page"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, nullable=False),
    Column("target", StorableText, nullable=False),
    Column("anchor", StorableText, nullable=False),
    Column("rel", StorableText, nullable=False),
    sqlite_with_rowid=False,
)

page_text = Table(
    "page_text",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("url_key", String(32), nullable=False, unique=True),
    Column("url", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("text", StorableText, nullable=False),
)

paper = Table(
    "paper",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("title", StorableText, nullable=False),
    Column("year", Integer),
    Column("pdf", StorableText, nullable=False),
    Column("view", PlainJson, nullable=False),
    Column("added", UtcTime, nullable=False),
    Column("changed", UtcTime, nullable=False),
    Column("examined", UtcTime),
)
Index("paper_year", paper.c.year)
# Those that wait to be compared with others: a paper that changes waits again.
Index(
    "paper_unexamined",
    paper.c.id,
    sqlite_where=paper.c.examined.is_(None),
    postgresql_where=paper.c.examined.is_(None),
)

paper_key = Table(
    "paper_key",
    metadata,
    Column("key", StorableText, primary_key=True),
    Column("paper_id", RowKey, ForeignKey("paper.id"), nullable=False, index=True),
    sqlite_with_rowid=False,
)

paper_merge = Table(
    "paper_merge",
    metadata,
    Column("old_id", PublicId, primary_key=True),
    Column("paper_id", RowKey, ForeignKey("paper.id"), nullable=False, index=True),
    Column("key", StorableText, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("merged", UtcTime, nullable=False),
)

mention = Table(
    "mention",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("paper_id", RowKey, ForeignKey("paper.id"), nullable=False, index=True),
    Column("identity", String(32), nullable=False, unique=True),
    Column("source", StorableText, nullable=False),
    Column("source_key", String(32), nullable=False, index=True),
    Column("subject", StorableText, nullable=False),
    Column("kept", UtcTime, nullable=False),
)

mention_key = Table(
    "mention_key",
    metadata,
    Column("key", StorableText, primary_key=True),
    _owner("mention_id", "mention", index=True),
    sqlite_with_rowid=False,
)

claim = Table(
    "claim",
    metadata,
    _owner("mention_id", "mention"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("field", String(32), nullable=False),
    Column("value", PlainJson, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("locator", StorableText, nullable=False),
    Column("quote", StorableText, nullable=False),
    Column("reader", StorableText, nullable=False),
    Column("version", StorableText, nullable=False),
    Column("authority", Integer, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("time", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# Blocks are known by a number of 64 bits made from their keys.
paper_block = Table(
    "paper_block",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    _owner("paper_id", "paper", index=True),
    sqlite_with_rowid=False,
)

# A decision about two papers. It outlives both: its sides are the mentions that they had when it was made.
merge_decision = Table(
    "merge_decision",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("verdict", String(16), nullable=False),
    Column("decider", String(16), nullable=False),
    Column("made", UtcTime, nullable=False),
    Column("probability", Float),
    Column("reasons", PlainJson, nullable=False),
    Column("one", PublicId, nullable=False),
    Column("other", PublicId, nullable=False),
    Column("one_title", StorableText, nullable=False),
    Column("other_title", StorableText, nullable=False),
    Column("led_to_other", PlainJson, nullable=False),
    Column("undone", UtcTime),
    Column("lapsed", UtcTime),
)
Index("merge_decision_order", merge_decision.c.verdict, merge_decision.c.id)

# By the mention's identity, not its row: a mention that a page makes again after a while is the same one.
merge_side = Table(
    "merge_side",
    metadata,
    _owner("decision_id", "merge_decision"),
    Column("identity", String(32), primary_key=True, index=True),
    Column("is_other", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

plan_import = Table(
    "plan_import",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("source", StorableText, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("as_of", Date, nullable=False),
    Column("series", Integer, nullable=False),
    Column("volumes", Integer, nullable=False),
    Column("imported", UtcTime, nullable=False),
)

plan_series = Table(
    "plan_series",
    metadata,
    Column("key", StorableText, primary_key=True),
    Column("name", StorableText, nullable=False),
    Column("acronym", StorableText, nullable=False),
    Column("is_workshop", Boolean, nullable=False),
    Column("hosts", PlainJson, nullable=False),
    Column("ended", Integer),
    Column("as_of", Date, nullable=False),
    Column("import_id", RowKey, ForeignKey("plan_import.id"), nullable=False),
)

# A volume names its series without a reference: dumps may hold one before, or without, the other.
plan_volume = Table(
    "plan_volume",
    metadata,
    Column("key", StorableText, primary_key=True),
    Column("series", StorableText, nullable=False),
    Column("strand", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("booktitle", StorableText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("month", Integer),
    Column("city", StorableText, nullable=False),
    Column("country", StorableText, nullable=False),
    Column("is_workshop", Boolean, nullable=False),
    Column("colocated_with", StorableText, nullable=False),
    Column("publisher", StorableText, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("ee", StorableText, nullable=False),
    Column("papers", Integer),
    Column("authors", Integer),
    Column("modified", Date),
    Column("entered", Date),
    Column("as_of", Date, nullable=False),
    Column("import_id", RowKey, ForeignKey("plan_import.id"), nullable=False),
)
Index("plan_volume_order", plan_volume.c.series, plan_volume.c.key)

plan_volume_authors = Table(
    "plan_volume_authors",
    metadata,
    Column("volume", StorableText, primary_key=True),
    Column("authors", LargeBinary, nullable=False),
    Column("papers", LargeBinary, nullable=False),
)

plan_author_years = Table(
    "plan_author_years",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("authors", LargeBinary, nullable=False),
    Column("years", LargeBinary, nullable=False),
    Column("papers", LargeBinary, nullable=False),
)

plan_prominence = Table(
    "plan_prominence",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("now_year", Integer, primary_key=True, autoincrement=False),
    Column("prm", Float, nullable=False),
    Column("events", Integer, nullable=False),
)

plan_rating = Table(
    "plan_rating",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("list", StorableText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("acronym", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("value", Float, nullable=False),
    Column("series", StorableText, nullable=False),
)
Index("plan_rating_list", plan_rating.c.list, plan_rating.c.year)

plan_citation = Table(
    "plan_citation",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("event_year", Integer, primary_key=True, autoincrement=False),
    Column("citing_year", Integer, primary_key=True, autoincrement=False),
    Column("citations", BigInteger, nullable=False),
)

plan_usage = Table(
    "plan_usage",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("month", String(7), primary_key=True),
    Column("uses", BigInteger, nullable=False),
)

# A look in vain has the event year 0.
plan_observation = Table(
    "plan_observation",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("event_year", Integer, primary_key=True, autoincrement=False),
    Column("seen", Date, primary_key=True),
    Column("event_month", Integer),
    Column("source", StorableText, nullable=False),
    Column("noted", UtcTime, nullable=False),
)

event = Table(
    "event",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("added", UtcTime, nullable=False),
)

# What one source says of one field; read again, the source's new word takes the place of its old one.
event_source = Table(
    "event_source",
    metadata,
    _owner("event_id", "event"),
    Column("source_key", String(32), primary_key=True),
    Column("field", String(16), primary_key=True),
    Column("value", StorableText, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("origin", Integer, nullable=False),
    Column("locator", StorableText, nullable=False),
    Column("quote", StorableText, nullable=False),
    Column("seen", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

look = Table(
    "look",
    metadata,
    _owner("event_id", "event"),
    Column("looked", UtcTime, primary_key=True),
    Column("papers", Integer, nullable=False),
    Column("files", Integer, nullable=False),
    Column("has_changed", Boolean, nullable=False),
    Column("was_reached", Boolean, nullable=False),
    Column("waiting", String(16), nullable=False),
    Column("was_glance", Boolean, nullable=False),
    Column("detail", StorableText, nullable=False),
    sqlite_with_rowid=False,
)

# One for each event; without a due time it is never looked at again.
appointment = Table(
    "appointment",
    metadata,
    _owner("event_id", "event"),
    Column("due", UtcTime, index=True),
    Column("waiting", String(16), nullable=False),
    Column("reason", StorableText, nullable=False),
    Column("made", UtcTime, nullable=False),
    Column("held_by", String(128)),
    Column("held_until", UtcTime),
)

# Changes are numbered: a key that is changed or discarded (no sketch) moves to a new, higher id.
fingerprint = Table(
    "fingerprint",
    metadata,
    Column("id", RowKey, primary_key=True, autoincrement=False),
    Column("key", PublicId, nullable=False, unique=True),
    Column("simhash", BigInteger, nullable=False),
    Column("words", Integer, nullable=False),
    Column("shingles", Integer, nullable=False),
    Column("sketch", LargeBinary),
    Column("title", StorableText, nullable=False),
    Column("changes", Integer, nullable=False),
)

# What was sent to the service, one row for each time; the same bytes sent twice are two documents with one extraction.
document = Table(
    "document",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("answer", String(64), nullable=False, index=True),
    Column("name", StorableText, nullable=False),
    Column("media_type", String(100), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("received", UtcTime, nullable=False),
    Column("status", String(32), nullable=False),
    Column("detail", StorableText, nullable=False),
    Column("duplicate_of", PublicId, nullable=False),
    Column("distance", Integer),
    Column("overlap", Float),
    Column("reason", StorableText, nullable=False),
    Column("sent_by", PublicId, nullable=False),
)

# What an extractor made of the bytes with that digest; the value is JSON, compressed.
extraction = Table(
    "extraction",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("part", String(64), primary_key=True),
    Column("version", String(64), nullable=False),
    Column("made", UtcTime, nullable=False, index=True),
    Column("value", LargeBinary, nullable=False),
)

# Numbers for what is inside a file that was read, eight bytes each in ascending order, and the least of them.
content = Table(
    "content",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("least", BigInteger, nullable=False, index=True),
    Column("streams", LargeBinary, nullable=False),
    Column("pages", Integer, nullable=False),
)

job = Table(
    "job",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("task", PlainJson, nullable=False),
    Column("progress", PlainJson, nullable=False),
    Column("result", PlainJson, nullable=False),
    Column("error", StorableText, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("started", UtcTime),
    Column("ended", UtcTime),
    Column("started_by", PublicId, nullable=False),
    # While it runs it is one server's alone until this moment, which that server puts off again and again.
    Column("held_by", String(128)),
    Column("held_until", UtcTime),
    Column("tries", Integer, nullable=False, server_default="0"),
)
Index("job_state_index", job.c.state, job.c.kind, job.c.id)

# The key itself is shown once and never kept: only its SHA-256, which for 256 random bits needs no salt.
api_key = Table(
    "api_key",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("name", StorableText, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("scopes", String(64), nullable=False),
    Column("rate", Integer, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("last_used", UtcTime),
    Column("revoked", UtcTime),
)
