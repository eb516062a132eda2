"""Importing this opens the model of references: once for all workers of a guard that preloads it, before each is confined."""

from __future__ import annotations

from harvestman.documents.references.parsing import labeller

labeller()
