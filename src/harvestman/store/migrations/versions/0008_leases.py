"""Who is keeping an appointment at present, and until when nobody else may: several watches share one library."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the two columns; nobody holds anything yet."""
    op.add_column("appointment", sa.Column("held_by", sa.String(128)))
    op.add_column("appointment", sa.Column("held_until", sa.DateTime(timezone=True)))
