"""Engine: where work runs. Two things that must not be one: the Guard, and the Queue with its Workers.

**Guard** runs a function on untrusted bytes in a child process of this machine, with limits on time, memory and output. In: a
module-level function and its items. Out: an `Outcome` for each item, its value or the status that it ended in. A child that hangs,
dies or eats memory costs its item a status and nothing else.

**Queue** keeps jobs that must not be lost. In: a kind and a task, plain JSON that names digests and ids. A `Worker` takes jobs by
kind, holds each by a lease, and takes up those of dead workers. Where the jobs are kept it does not know: the library's own table
is one `QueueBackend`.

The Guard never runs caller's code in the parent, never forks the parent, and never lets a child outlive it. Should something hold
up the event loop of the parent all the same, `watched_loop` notices it.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.engine.guard.inline import InlineGuard
    from harvestman.engine.guard.local import LocalGuard
    from harvestman.engine.guard.opening import open_guard
    from harvestman.engine.guard.outcomes import Guard, Limits, Outcome
    from harvestman.engine.guard.together import Together
    from harvestman.engine.queue.changes import Changes
    from harvestman.engine.queue.jobs import Queue, QueueBackend, open_queue
    from harvestman.engine.queue.worker import TryLater, Work, Worker
    from harvestman.engine.stepping import one_by_one
    from harvestman.engine.watchdog import watched_loop
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "guard.inline": "InlineGuard",
            "guard.local": "LocalGuard",
            "guard.opening": "open_guard",
            "guard.outcomes": "Guard Limits Outcome",
            "guard.together": "Together",
            "queue.changes": "Changes",
            "queue.jobs": "Queue QueueBackend open_queue",
            "queue.worker": "TryLater Work Worker",
            "stepping": "one_by_one",
            "watchdog": "watched_loop",
        },
    )
