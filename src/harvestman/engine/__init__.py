"""Engine: where work runs. The rooms above know two calls, `submit` and `map`, and never start a process themselves.

In: a module-level function and its items. Out: an `Outcome` for each item, its value or the status that it ended in.
The local engine runs guarded child processes: a child that hangs, dies or eats memory costs its item a status and nothing
else. It never runs caller's code in the parent, never forks the parent, and never lets a child outlive it.
"""

from harvestman.engine.inline import InlineEngine
from harvestman.engine.local import LocalEngine
from harvestman.engine.opening import open_engine
from harvestman.engine.outcomes import Engine, Limits, Outcome

__all__ = ["Engine", "InlineEngine", "Limits", "LocalEngine", "Outcome", "open_engine"]
