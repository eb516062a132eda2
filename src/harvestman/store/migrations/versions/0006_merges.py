"""Record linkage: decisions about pairs of papers, the blocks in which papers are compared, and which were."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
_TIME = sa.DateTime(timezone=True)
_JSON = sa.Text().with_variant(sa.JSON(), "postgresql")


def upgrade() -> None:
    """Make the tables of the merges; every paper waits to be compared."""
    op.add_column("paper", sa.Column("examined", _TIME))
    op.create_index(
        "paper_unexamined",
        "paper",
        ["id"],
        sqlite_where=sa.text("examined IS NULL"),
        postgresql_where=sa.text("examined IS NULL"),
    )
    op.create_table(
        "paper_block",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("paper_id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], ondelete="CASCADE", name="paper_block_paper_id_reference"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("paper_block_paper_id_index", "paper_block", ["paper_id"])
    op.create_table(
        "merge_decision",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("decider", sa.String(16), nullable=False),
        sa.Column("made", _TIME, nullable=False),
        sa.Column("probability", sa.Float),
        sa.Column("reasons", _JSON, nullable=False),
        sa.Column("one", _PUBLIC_ID, nullable=False),
        sa.Column("other", _PUBLIC_ID, nullable=False),
        sa.Column("one_title", sa.Text, nullable=False),
        sa.Column("other_title", sa.Text, nullable=False),
        sa.Column("led_to_other", _JSON, nullable=False),
        sa.Column("undone", _TIME),
        sa.Column("lapsed", _TIME),
        sa.UniqueConstraint("public_id", name="merge_decision_public_id_unique"),
    )
    op.create_index("merge_decision_order", "merge_decision", ["verdict", "id"])
    op.create_table(
        "merge_side",
        sa.Column("decision_id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("is_other", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["decision_id"],
            ["merge_decision.id"],
            ondelete="CASCADE",
            name="merge_side_decision_id_reference",
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("merge_side_identity_index", "merge_side", ["identity"])
