"""The whole platform on one machine: every process started, watched and stopped together."""
