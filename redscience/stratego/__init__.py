"""Stratego: two armies that do not know each other's ranks. Importing this loads no engine."""
