"""Gather's part of the store: what pages name, candidates with their claims and states, and the graph of links."""
