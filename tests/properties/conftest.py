"""Hypothesis draws the same examples in every run, so that a red test is a change of ours and can be repeated."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("harvestman", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "harvestman"))
