"""A table for the bytes of small pages, and an index in which the next visits of a site stand together.

Bytes that are blobs already stay where they are, and are found there.
"""

import sqlalchemy as sa
from alembic import op

from harvestman.store.columns import RowKey

revision = "0002"
down_revision = "0001"

_TURN = "harvest_id site_key stage state ordinal rank depth parent position".split()


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "page_bytes",
        sa.Column("id", RowKey, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="page_bytes_primary"),
        sa.UniqueConstraint("digest", name="page_bytes_digest_unique"),
    )
    op.drop_index("visit_turn", "visit")
    columns = [sa.text("rank DESC") if name == "rank" else name for name in _TURN]
    op.create_index("visit_turn", "visit", columns)
