"""Loop: keeps a library current on its own. What is due of all the doing rooms is gathered, ranked, cut by budgets, and done as jobs.

In: the rooms of a library, and budgets of requests by day, host and kind. Out: a `Round` of steps with reasons and costs (`find_round`,
which changes nothing), rounds that were done (`Loop`), and what was done, why, and what is next (`run_state`). How a site is looked at, a
file read or a paper found is decided by the rooms that do it; the loop only says when. It keeps no state of its own beside its jobs,
and never does what a budget forbids.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.loop.choosing import Budgets, LeftOut, Round, Spent
    from harvestman.loop.report import RunState, run_state, step_to_plain
    from harvestman.loop.rounds import Loop, ToldStep, find_round, register_steps
    from harvestman.loop.steps import KINDS, STEP_KINDS, Past, Step, WorkSource, kind_of
    from harvestman.loop.tools import READERS, Tools
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "choosing": "Budgets LeftOut Round Spent",
            "report": "RunState run_state step_to_plain",
            "rounds": "Loop ToldStep find_round register_steps",
            "steps": "KINDS STEP_KINDS Past Step WorkSource kind_of",
            "tools": "READERS Tools",
        },
    )
