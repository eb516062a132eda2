"""Loaded by worker processes before their memory is bounded: the models by which pages are studied, opened once for all pages."""

from __future__ import annotations

from harvestman.documents.references import parse_references
from harvestman.find.entry_titles import choose_titles
from harvestman.find.lines import is_reference
from harvestman.find.studying import study
from harvestman.pages import SavedPage

study(SavedPage("http://localhost/", b"<html><body><p>A. Ruiz. On fields. 2020.</p></body></html>"))
parse_references(["A. Ruiz. On fields. Journal of Fields 12 (2020), 1-10."])
is_reference("A. Ruiz. On fields. Journal of Fields 12 (2020), 1-10.")
choose_titles((), ())
