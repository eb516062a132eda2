"""Importing this module reads a page, and so opens the readers, models and word lists that reading needs.

The nursery of worker processes does so once for all of them: they then share that memory, which is not taken from what reading a page
may use, and begin at once. Opened by each worker anew, it would cost as much as two hundred plain pages.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from harvestman.pages.reading import read
from harvestman.pages.source import SavedPage

# Names people, so that the learned reader looks at it, and has no papers, so that its second opinion is asked as well.
_PAGE: Final = b"""<html><head><title>Ninth Workshop on Legs (LEGS 2014)</title></head><body>
<h1>Workshop on Legs</h1><p>Organised by Anna Schmidt (University of Graz), Boris Petrov and Emil Novak, with Julia Rossi.</p>
<ul><li><a href="news.html">News of 12 May 2014</a></li><li>Maria Garcia, TU Wien</li></ul>
<table><tr><td>Chair</td><td>Hanna Haddad</td></tr></table><p>Contact Anna Schmidt for accommodation.</p></body></html>"""

read(SavedPage("http://localhost/", _PAGE, "text/html"), now=datetime(2014, 1, 1, tzinfo=UTC))
