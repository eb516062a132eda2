"""Sites of kinds that no data for training has: written before they were first read by the program.

Everybody and everything in them is invented. Each site is a few pages as text and a few documents as specs of the sample world's PDFs,
with what a careful person would write down of each document.
"""

from __future__ import annotations

from gather.unseen.english import ENGLISH
from gather.unseen.later_english import LATER_ENGLISH
from gather.unseen.later_russian import LATER_RUSSIAN
from gather.unseen.later_spanish import LATER_SPANISH
from gather.unseen.russian import RUSSIAN
from gather.unseen.sites import MadeUpSite, Wanted, write_folder
from gather.unseen.spanish import SPANISH
from gather.unseen.third_english import THIRD_ENGLISH
from gather.unseen.third_russian import THIRD_RUSSIAN
from gather.unseen.third_spanish import THIRD_SPANISH

SITES = (*SPANISH, *ENGLISH, *RUSSIAN)
LATER_SITES = (*LATER_SPANISH, *LATER_ENGLISH, *LATER_RUSSIAN)
"""A second round, of other kinds."""
THIRD_SITES = (*THIRD_SPANISH, *THIRD_ENGLISH, *THIRD_RUSSIAN)
"""A third, with office files and platforms of other makers."""

__all__ = ["LATER_SITES", "SITES", "THIRD_SITES", "MadeUpSite", "Wanted", "write_folder"]
