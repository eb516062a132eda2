"""Sites of kinds that no data for training has: written before they were first read by the program.

Everybody and everything in them is invented. Each site is a few pages as text and a few documents as specs of the sample world's PDFs,
with what a careful person would write down of each document.
"""

from __future__ import annotations

from gather.unseen.english import ENGLISH
from gather.unseen.russian import RUSSIAN
from gather.unseen.sites import MadeUpSite, Wanted, write_folder
from gather.unseen.spanish import SPANISH

SITES = (*SPANISH, *ENGLISH, *RUSSIAN)

__all__ = ["SITES", "MadeUpSite", "Wanted", "write_folder"]
