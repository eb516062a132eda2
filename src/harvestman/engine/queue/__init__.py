"""The Queue: jobs that must not be lost, and the workers that do them."""
