"""Several servers share one library: which one does a job, until when, how often it was begun. And what is inside files."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add three columns and a table; jobs that an older server left running have no holder, so the next one takes them up."""
    op.add_column("job", sa.Column("held_by", sa.String(128)))
    op.add_column("job", sa.Column("held_until", sa.DateTime(timezone=True)))
    op.add_column("job", sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "content",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("least", sa.BigInteger, nullable=False),
        sa.Column("streams", sa.LargeBinary, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
    )
    op.create_index("content_least_index", "content", ["least"])
