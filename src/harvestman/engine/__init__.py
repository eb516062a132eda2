"""Guard: runs functions on untrusted bytes in child processes of this machine, with limits on time, memory and output.

In: a module-level function and its items. Out: an `Outcome` for each item, its value or the status that it ended in.
The rooms above know two calls, `submit` and `map`. A child that hangs, dies or eats memory costs its item a status and nothing
else. It never runs caller's code in the parent, never forks the parent, and never lets a child outlive it.
"""

from harvestman.engine.inline import InlineGuard
from harvestman.engine.local import LocalGuard
from harvestman.engine.opening import open_guard
from harvestman.engine.outcomes import Guard, Limits, Outcome

__all__ = ["Guard", "InlineGuard", "Limits", "LocalGuard", "Outcome", "open_guard"]
