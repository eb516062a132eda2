"""The plan: conference series, their volumes and what was observed of them."""
