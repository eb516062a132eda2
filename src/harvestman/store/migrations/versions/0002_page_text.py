"""Pages can be searched by our own search provider: a table of them, and their index."""

import sqlalchemy as sa
from alembic import op

from harvestman.store.columns import RowKey, StorableText
from harvestman.store.search import PAGE_INDEX, make_index

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table and the index; they are filled when `find` is next used."""
    op.create_table(
        "page_text",
        sa.Column("id", RowKey, primary_key=True),
        sa.Column("url_key", sa.String(32), nullable=False, unique=True),
        sa.Column("url", StorableText, nullable=False),
        sa.Column("title", StorableText, nullable=False),
        sa.Column("page_id", sa.BigInteger, nullable=False, index=True),
    )
    make_index(op.get_bind(), PAGE_INDEX, "page_text")
