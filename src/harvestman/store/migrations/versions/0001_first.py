"""Where the steps begin: a new library is made whole by `migration.make`, so this step has nothing to do."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing: no library is older than this."""
