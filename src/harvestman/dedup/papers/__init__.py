"""Papers by record linkage: keys that make two mentions surely one, blocks of papers to compare, a verdict with its reasons."""
