"""Readers of platforms that host thousands of events, one module a platform: each knows how its pages print papers."""
