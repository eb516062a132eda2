"""The watch: events, the looks at their sites and the appointments with them."""
