"""The engine of Four Bases: the only judge of its rules."""
