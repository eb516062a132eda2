"""The service: keys and jobs."""
