"""The built-in readers, one way of embedding metadata each. Registered in `pyproject.toml` like anybody's plug-in."""
