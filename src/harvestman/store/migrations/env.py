"""Run by Alembic: the steps are taken on the connection, and in the transaction, that `migration.py` opened."""

from alembic import context

from harvestman.store.revision import VERSION_TABLE
from harvestman.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
