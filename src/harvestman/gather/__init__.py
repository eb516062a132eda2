"""Gather: a university's sites in, candidates for its repository out.

In: addresses of departments, professors and courses, and whose sites they are. Out: every document there as a candidate, with title,
authors, where they work and how to reach them, each value with who says so; what is no candidate, with the reasons; then the manager's
review, exports and letters. It crawls with `crawl.Session` and a `SitePolicy`, holds with `holdings`, and never fetches or reads anything
itself, never sends a letter, and never deletes a candidate.
"""

from harvestman.gather.deciding import Hint, hints_of
from harvestman.gather.drawing import (
    SiteGraph,
    site_graph,
    write_graph_csv,
    write_graphml,
    write_svg,
)
from harvestman.gather.enriching import enrich
from harvestman.gather.files import candidate_file
from harvestman.gather.gathering import (
    Gathered,
    Gatherer,
    GatherRequest,
    SiteEnricher,
    memo_of,
    same_again,
)
from harvestman.gather.held import HeldIndex, load_held
from harvestman.gather.held_oai import ask_held, is_oai_address
from harvestman.gather.letters import Letter, write_letters
from harvestman.gather.policy import SitePolicy
from harvestman.gather.related import Institution, PageAbove, SiteDocument
from harvestman.gather.sword import Handed, HandedOver, SwordTarget, hand_over

__all__ = [
    "GatherRequest",
    "Gathered",
    "Gatherer",
    "Handed",
    "HandedOver",
    "HeldIndex",
    "Hint",
    "Institution",
    "Letter",
    "PageAbove",
    "SiteDocument",
    "SiteEnricher",
    "SiteGraph",
    "SitePolicy",
    "SwordTarget",
    "ask_held",
    "candidate_file",
    "enrich",
    "hand_over",
    "hints_of",
    "is_oai_address",
    "load_held",
    "memo_of",
    "same_again",
    "site_graph",
    "write_graph_csv",
    "write_graphml",
    "write_letters",
    "write_svg",
]
