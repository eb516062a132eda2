"""Documents: files that are held, what was read from them, and by what their duplicates are recognised."""
