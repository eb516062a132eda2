"""Papers: mentions and claims, the papers that are assembled from them, and decisions which of them are one."""
