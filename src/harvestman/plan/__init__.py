"""Plan: which conference series is due next, and why. So far: what the titles of proceedings say (`plan.titles`)."""
