"""What stands before every route: keys, sessions, limits, safe headers, errors, logs and counts."""
