"""The tables of papers.

paper ──< mention ──< claim  a paper is the mentions that share a key, joined; what a person says of it is a mention too
          mention ──< mention_key
paper ──< paper_key          which paper a key belongs to
paper ──< paper_merge        ids of papers that became part of this one
paper ──< paper_block        which papers are worth comparing with it
merge_decision ──< merge_side    who said of which two papers that they are one, perhaps, or not
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime
from harvestman.store.sites import MAX_NAME
from harvestman.store.tables import metadata, owner, partial_index

# `changed` is when a reader could last have noticed something; `assembled` when something was last said of it.
paper = Table(
    "paper",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("title", StorableText, nullable=False),
    Column("year", Integer),
    Column("venue", StorableText, nullable=False),
    Column("pdf", StorableText, nullable=False),
    Column("event_id", RowKey, ForeignKey("event.id", ondelete="SET NULL"), index=True),
    Column("view", PlainJson, nullable=False),
    Column("added", UtcTime, nullable=False),
    Column("changed", UtcTime, nullable=False, index=True),
    Column("assembled", UtcTime, nullable=False),
    Column("examined", UtcTime),
    Column("lacks", Integer, nullable=False, default=0),
    Column("file", Integer, nullable=False, default=0),
)
# By what they lack (a bit for each field of `lacking.py`): the index is small, the table is not.
Index("paper_lacks", paper.c.lacks)
# Those of which a document is or was held, by when they changed (`assembled.py` has the numbers).
partial_index("paper_file", paper.c.changed, paper.c.public_id, where=paper.c.file > 0)
# Those that are kept but not shown, which are few.
partial_index("paper_hidden", paper.c.id, where=paper.c.title == "")
# By when they changed, too: whoever harvests the papers of a year or a venue takes them in that order.
Index("paper_year", paper.c.year, paper.c.changed)
Index("paper_venue", paper.c.venue, paper.c.changed)
# The list of a year, newest first, among a million papers.
Index("paper_of_year", paper.c.year, paper.c.id)
# Those that wait to be compared with others: a paper that changes waits again.
partial_index("paper_unexamined", paper.c.id, where=paper.c.examined.is_(None))

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
    Column("said_of", PublicId),
    # The event that the page belongs to, as judged from its whole site.
    Column("event_id", RowKey, ForeignKey("event.id", ondelete="SET NULL"), index=True),
    # The host of the source, and the reader who says its title; "" where there is none.
    Column("site", String(MAX_NAME), nullable=False, default=""),
    Column("reader", String(MAX_NAME), nullable=False, default=""),
)
Index("mention_site", mention.c.site, mention.c.paper_id)
Index("mention_reader", mention.c.reader, mention.c.paper_id)
# What a person says (`corrections.py`) goes where the id leads of which it was said.
partial_index("mention_said_of", mention.c.said_of, where=mention.c.said_of.is_not(None))

mention_key = Table(
    "mention_key",
    metadata,
    Column("key", StorableText, primary_key=True),
    owner("mention_id", "mention", index=True),
    sqlite_with_rowid=False,
)

# Blocks are known by a number of 64 bits made from their keys.
paper_block = Table(
    "paper_block",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    owner("paper_id", "paper", index=True),
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
    owner("decision_id", "merge_decision"),
    Column("identity", String(32), primary_key=True, index=True),
    Column("is_other", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
