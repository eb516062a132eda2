"""The JSON interface: one module a noun, and what they share (paging, formats, shapes)."""
