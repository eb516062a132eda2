"""The crawl: harvests, what is to be visited next, fetched pages with their links, leases of sites."""
