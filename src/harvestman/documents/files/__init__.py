"""Files: the kinds of file, told by their content and never by their name, and how each becomes a `Layout`."""
