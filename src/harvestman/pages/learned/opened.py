"""Importing this module opens the models and word lists. The nursery of worker processes does so once for all of them: they then
share that memory, and it is not taken from what reading a page may use."""

from __future__ import annotations

from harvestman.pages.learned.lexica import look_up
from harvestman.pages.learned.tagging import models

models()
look_up("Ada")  # any word that is looked up opens the lists
