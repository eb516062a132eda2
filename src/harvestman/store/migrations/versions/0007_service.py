"""The service: documents that were sent, what was extracted from them, jobs, and the keys of those who may ask."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
_TIME = sa.DateTime(timezone=True)
_JSON = sa.Text().with_variant(sa.JSON(), "postgresql")


def upgrade() -> None:
    """Make the tables of the service; nothing of what was there changes."""
    op.create_table(
        "document",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.String(100), nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("received", _TIME, nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("duplicate_of", _PUBLIC_ID, nullable=False),
        sa.Column("distance", sa.Integer),
        sa.Column("overlap", sa.Float),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("sent_by", _PUBLIC_ID, nullable=False),
        sa.UniqueConstraint("public_id", name="document_public_id_unique"),
    )
    op.create_index("document_digest_index", "document", ["digest"])
    op.create_index("document_answer_index", "document", ["answer"])
    op.create_table(
        "extraction",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("part", sa.String(64), primary_key=True),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("made", _TIME, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_index("extraction_made_index", "extraction", ["made"])
    op.create_table(
        "job",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("task", _JSON, nullable=False),
        sa.Column("progress", _JSON, nullable=False),
        sa.Column("result", _JSON, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("started", _TIME),
        sa.Column("ended", _TIME),
        sa.Column("started_by", _PUBLIC_ID, nullable=False),
        sa.UniqueConstraint("public_id", name="job_public_id_unique"),
    )
    op.create_index("job_state_index", "job", ["state", "kind", "id"])
    op.create_table(
        "api_key",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("rate", sa.Integer, nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("last_used", _TIME),
        sa.Column("revoked", _TIME),
        sa.UniqueConstraint("public_id", name="api_key_public_id_unique"),
    )
    # Whether bytes may go with the last document that had them is asked of the pages, too.
    op.create_index("page_digest", "page", ["digest"])
