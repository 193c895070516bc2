"""Measurements, each beside a peer in the same run, reported as ratios. Nothing here is a test."""
