"""Api: Harvestman as Python opens it, one method a verb (docs/python.md).

In: `harvestman.open("library.db", delay=0)`, with settings as keyword arguments. Out: a `Harvestman`, whose methods do what the commands do and
return typed values; the verbs that the command line groups stand in four namespaces: `hm.merges`, `hm.watch`, `hm.plan` and
`hm.candidates`. Everything is synchronous. It never prints, and imports a room only when a method needs it, so that small commands
start fast.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.api.opened import Harvestman, open  # noqa: A004
    from harvestman.api.results import Harvested, ShownPaper
    from harvestman.api.selecting import select
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "opened": "Harvestman open",
            "results": "Harvested ShownPaper",
            "selecting": "select",
        },
    )
