"""The plan: imports, series and volumes with their authors, side tables, observations."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PLAIN = sa.Text().with_variant(sa.JSON(), "postgresql")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables of the plan; nothing of what was there changes."""
    _bibliography()
    _authors()
    _side_tables()


def _bibliography() -> None:
    op.create_table(
        "plan_import",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("as_of", sa.Date, nullable=False),
        sa.Column("series", sa.Integer, nullable=False),
        sa.Column("volumes", sa.Integer, nullable=False),
        sa.Column("imported", _TIME, nullable=False),
    )
    op.create_table(
        "plan_series",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("acronym", sa.Text, nullable=False),
        sa.Column("is_workshop", sa.Boolean, nullable=False),
        sa.Column("hosts", _PLAIN, nullable=False),
        sa.Column("ended", sa.Integer),
        sa.Column("as_of", sa.Date, nullable=False),
        sa.Column("import_id", _ROW_KEY, sa.ForeignKey("plan_import.id"), nullable=False),
    )
    op.create_table(
        "plan_volume",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("series", sa.Text, nullable=False),
        sa.Column("strand", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("booktitle", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("month", sa.Integer),
        sa.Column("city", sa.Text, nullable=False),
        sa.Column("country", sa.Text, nullable=False),
        sa.Column("is_workshop", sa.Boolean, nullable=False),
        sa.Column("colocated_with", sa.Text, nullable=False),
        sa.Column("publisher", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("ee", sa.Text, nullable=False),
        sa.Column("papers", sa.Integer),
        sa.Column("authors", sa.Integer),
        sa.Column("modified", sa.Date),
        sa.Column("entered", sa.Date),
        sa.Column("as_of", sa.Date, nullable=False),
        sa.Column("import_id", _ROW_KEY, sa.ForeignKey("plan_import.id"), nullable=False),
    )
    op.create_index("plan_volume_order", "plan_volume", ["series", "key"])


def _authors() -> None:
    op.create_table(
        "plan_volume_authors",
        sa.Column("volume", sa.Text, primary_key=True),
        sa.Column("authors", sa.LargeBinary, nullable=False),
        sa.Column("papers", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "plan_author_years",
        sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("authors", sa.LargeBinary, nullable=False),
        sa.Column("years", sa.LargeBinary, nullable=False),
        sa.Column("papers", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "plan_prominence",
        sa.Column("series", sa.Text, primary_key=True),
        sa.Column("now_year", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("prm", sa.Float, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
    )


def _side_tables() -> None:
    op.create_table(
        "plan_rating",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("list", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("acronym", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("series", sa.Text, nullable=False),
    )
    op.create_index("plan_rating_list", "plan_rating", ["list", "year"])
    op.create_table(
        "plan_citation",
        sa.Column("series", sa.Text, primary_key=True),
        sa.Column("event_year", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("citing_year", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("citations", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "plan_usage",
        sa.Column("series", sa.Text, primary_key=True),
        sa.Column("month", sa.String(7), primary_key=True),
        sa.Column("uses", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "plan_observation",
        sa.Column("series", sa.Text, primary_key=True),
        sa.Column("event_year", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.Date, primary_key=True),
        sa.Column("event_month", sa.Integer),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("noted", _TIME, nullable=False),
    )
