"""The first tables: harvests and visits, pages and links, papers with their mentions and claims, and the search indexes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
_PLAIN = sa.Text().with_variant(sa.JSON(), "postgresql")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make everything."""
    _harvests()
    _pages()
    _papers()
    _mentions()
    if op.get_bind().dialect.name == "sqlite":
        # The words are folded and split before they get here, so the tokenizer has only to part them at the blanks.
        op.execute(
            "CREATE VIRTUAL TABLE paper_index USING fts5(title, authors, venue, rest, tokenize = 'ascii')"
        )
        op.execute("CREATE VIRTUAL TABLE page_index USING fts5(title, body, tokenize = 'ascii')")
    else:
        for index, table in (("paper_index", "paper"), ("page_index", "page_text")):
            op.execute(
                f"CREATE TABLE {index} (rowid bigint PRIMARY KEY REFERENCES {table} (id) ON DELETE CASCADE, "
                "words tsvector NOT NULL)"
            )
            op.execute(f"CREATE INDEX {index}_words ON {index} USING gin (words)")


def _harvests() -> None:
    op.create_table(
        "harvest",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False, unique=True),
        sa.Column("request_key", sa.String(32), nullable=False),
        sa.Column("seeds", _PLAIN, nullable=False),
        sa.Column("depth", sa.BigInteger, nullable=False),
        sa.Column("page_limit", sa.BigInteger, nullable=False),
        sa.Column("started", _TIME, nullable=False),
        sa.Column("finished", _TIME),
    )
    unfinished = sa.text("finished IS NULL")
    op.create_index(
        "harvest_unfinished",
        "harvest",
        ["request_key"],
        unique=True,
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )
    op.create_table(
        "visit",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column(
            "harvest_id", _ROW_KEY, sa.ForeignKey("harvest.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("url_key", sa.String(32), nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("status", sa.String(32)),
        sa.Column("detail", sa.Text),
        sa.Column("http_status", sa.Integer),
        sa.Column("papers", sa.Integer),
        sa.Column("ended", _TIME),
        sa.UniqueConstraint("harvest_id", "url_key"),
    )
    op.create_index("visit_order", "visit", ["harvest_id", "depth", "parent", "position"])


def _pages() -> None:
    op.create_table(
        "page",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("url_key", sa.String(32), nullable=False),
        sa.Column("final_url", sa.Text, nullable=False),
        sa.Column("fetched", _TIME, nullable=False),
        sa.Column("http_status", sa.Integer, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("etag", sa.Text, nullable=False),
        sa.Column("last_modified", sa.Text, nullable=False),
        sa.Column("links_header", _PLAIN, nullable=False),
    )
    op.create_index("page_history", "page", ["url_key", "fetched"])
    op.create_table(
        "link",
        sa.Column(
            "page_id",
            _ROW_KEY,
            sa.ForeignKey("page.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("anchor", sa.Text, nullable=False),
        sa.Column("rel", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "page_text",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("url_key", sa.String(32), nullable=False, unique=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def _papers() -> None:
    op.create_table(
        "paper",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False, unique=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("year", sa.Integer),
        sa.Column("pdf", sa.Text, nullable=False),
        sa.Column("view", _PLAIN, nullable=False),
        sa.Column("added", _TIME, nullable=False),
        sa.Column("changed", _TIME, nullable=False),
    )
    op.create_index("paper_year", "paper", ["year"])
    op.create_table(
        "paper_key",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("paper_id", _ROW_KEY, sa.ForeignKey("paper.id"), nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "paper_merge",
        sa.Column("old_id", _PUBLIC_ID, primary_key=True),
        sa.Column("paper_id", _ROW_KEY, sa.ForeignKey("paper.id"), nullable=False, index=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("merged", _TIME, nullable=False),
    )


def _mentions() -> None:
    op.create_table(
        "mention",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("paper_id", _ROW_KEY, sa.ForeignKey("paper.id"), nullable=False, index=True),
        sa.Column("identity", sa.String(32), nullable=False, unique=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("source_key", sa.String(32), nullable=False, index=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("kept", _TIME, nullable=False),
    )
    op.create_table(
        "mention_key",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column(
            "mention_id",
            _ROW_KEY,
            sa.ForeignKey("mention.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
            index=True,
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "claim",
        sa.Column(
            "mention_id",
            _ROW_KEY,
            sa.ForeignKey("mention.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("field", sa.String(32), nullable=False),
        sa.Column("value", _PLAIN, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("locator", sa.Text, nullable=False),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("reader", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("authority", sa.Integer, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("time", _TIME, nullable=False),
        sqlite_with_rowid=False,
    )
