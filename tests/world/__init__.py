"""World: a little web on loopback, one folder a site, for the tests and the demo.

In: the folders under `sites/` and a clock. Out: HTTP under `<folder>.localhost`, honest or hostile, and a log of what was
asked. It never reaches beyond loopback, never reads the wall clock, and answers the same request on the same day with the
same bytes. README.md beside this file lists the sites and what each stands for.
"""

from world.client import Reply, ask
from world.folder import SITES, Site
from world.server import Entry, World
from world.wire import Request, Response

__all__ = ["SITES", "Entry", "Reply", "Request", "Response", "Site", "World", "ask"]
