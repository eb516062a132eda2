"""Documents by fingerprints of their texts: simhash and sketch, an index of them in the database or in Redis, a second look."""
