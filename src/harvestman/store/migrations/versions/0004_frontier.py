"""The frontier by sites: turns of each site, families of addresses, scores of links, leases of sites."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PLAIN = sa.Text().with_variant(sa.JSON(), "postgresql")
_TIME = sa.DateTime(timezone=True)
_BATCH = 1000


def upgrade() -> None:
    """Add what is new; a harvest that is under way goes on layer by layer, as it began."""
    op.add_column("harvest", sa.Column("options", _PLAIN, nullable=False, server_default="{}"))
    for column in (
        sa.Column("site_key", sa.String(32), nullable=False, server_default=""),
        sa.Column("stage", sa.Integer, nullable=False, server_default="0"),
        sa.Column("score", sa.Integer, nullable=False, server_default="0"),
        sa.Column("rank", sa.Integer, nullable=False, server_default="0"),
        sa.Column("family", sa.String(48), nullable=False, server_default=""),
    ):
        op.add_column("visit", column)
    _queues()
    _name_sites()
    op.create_index("visit_turn", "visit", ["harvest_id", "site_key", "stage", "state", "rank"])


def _harvest_id() -> sa.Column[int]:
    return sa.Column(
        "harvest_id",
        _ROW_KEY,
        sa.ForeignKey("harvest.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


def _queues() -> None:
    op.create_table(
        "stage",
        _harvest_id(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("sites", sa.Integer, nullable=False),
    )
    op.create_table(
        "site_queue",
        _harvest_id(),
        sa.Column("stage", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("site_key", sa.String(32), primary_key=True),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("earlier", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("is_done", sa.Boolean, nullable=False),
    )
    op.create_table(
        "family",
        _harvest_id(),
        sa.Column("site_key", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(48), primary_key=True),
        sa.Column("visited", sa.Integer, nullable=False),
        sa.Column("fruitful", sa.Integer, nullable=False),
    )
    op.create_table(
        "host_lease",
        sa.Column("site_key", sa.String(32), primary_key=True),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("until", _TIME, nullable=False),
    )


def _name_sites() -> None:
    """The site of each visit, by its address; and the stage, which was the depth."""
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE visit SET stage = depth"))
    visits = connection.execute(sa.text("SELECT id, url FROM visit WHERE state = 'open'")).all()
    named = [
        {"row": row, "site": _digest(url.partition("://")[2].partition("/")[0])}
        for row, url in visits
    ]
    for start in range(0, len(named), _BATCH):
        connection.execute(
            sa.text("UPDATE visit SET site_key = :site WHERE id = :row"),
            named[start : start + _BATCH],
        )


def _digest(host: str) -> str:
    return hashlib.sha256(host.removeprefix("www.").encode()).hexdigest()[:32]
