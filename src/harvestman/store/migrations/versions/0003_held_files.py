"""A paper whose file is held does not lack its PDF: the bit is taken away, and the number of papers with a file follows by itself.

Only the papers of which a document is or was held are gone through, by their index.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

_HELD = "file > 0 AND file = 1 AND title <> ''"


def upgrade() -> None:
    """Take the bit away."""
    op.execute(f"UPDATE paper SET lacks = lacks - 32 WHERE {_HELD} AND (lacks & 32) <> 0")  # noqa: S608 (our own words)
