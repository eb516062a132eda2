"""The watch: events, what their sources say of them, looks at their sites, and the next appointment with each."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PUBLIC_ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables of the watch; nothing of what was there changes."""
    op.create_table(
        "event",
        sa.Column("id", _ROW_KEY, primary_key=True),
        sa.Column("public_id", _PUBLIC_ID, nullable=False),
        sa.Column("added", _TIME, nullable=False),
        sa.UniqueConstraint("public_id", name="event_public_id_unique"),
    )
    op.create_table(
        "event_source",
        sa.Column("event_id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.Column("source_key", sa.String(32), primary_key=True),
        sa.Column("field", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("origin", sa.Integer, nullable=False),
        sa.Column("locator", sa.Text, nullable=False),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("seen", _TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], ondelete="CASCADE", name="event_source_event_id_reference"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "look",
        sa.Column("event_id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.Column("looked", _TIME, primary_key=True),
        sa.Column("papers", sa.Integer, nullable=False),
        sa.Column("files", sa.Integer, nullable=False),
        sa.Column("has_changed", sa.Boolean, nullable=False),
        sa.Column("was_reached", sa.Boolean, nullable=False),
        sa.Column("waiting", sa.String(16), nullable=False),
        sa.Column("was_glance", sa.Boolean, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], ondelete="CASCADE", name="look_event_id_reference"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "appointment",
        sa.Column("event_id", _ROW_KEY, primary_key=True, autoincrement=False),
        sa.Column("due", _TIME),
        sa.Column("waiting", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", _TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], ondelete="CASCADE", name="appointment_event_id_reference"
        ),
    )
    op.create_index("appointment_due_index", "appointment", ["due"])
