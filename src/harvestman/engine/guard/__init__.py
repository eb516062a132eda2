"""The Guard: child processes of this machine that run functions on untrusted bytes, with limits."""
