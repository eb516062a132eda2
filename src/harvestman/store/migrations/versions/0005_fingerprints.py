"""Fingerprints of documents, by which near-duplicates are recognised."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table; nothing of what was there changes."""
    op.create_table(
        "fingerprint",
        sa.Column("id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.Column("key", _PUBLIC_ID, nullable=False),
        sa.Column("simhash", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Integer, nullable=False),
        sa.Column("shingles", sa.Integer, nullable=False),
        sa.Column("sketch", sa.LargeBinary),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.UniqueConstraint("key", name="fingerprint_key_unique"),
    )
