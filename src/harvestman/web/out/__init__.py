"""Ways by which other programs take the library's papers: OAI-PMH and feeds."""
