"""Addresses of a host, as a condition of SQLAlchemy."""

from __future__ import annotations

import sqlalchemy as sa

from harvestman.store.sites import beginnings_on


def is_on_site(address: sa.ColumnElement[str], site: str) -> sa.ColumnElement[bool]:
    """Whether an address is one of that host, with or without "www."; a port counts where one is given."""
    return sa.or_(*(address.startswith(one, autoescape=True) for one in beginnings_on(site)))
