"""Thinking ahead in any game: what a searcher is, and the plain one that knows nothing of a game but its states."""

from __future__ import annotations

from redscience.search.findings import Findings, MoveFindings, Searcher
from redscience.search.plain import PlainSearcher

__all__ = ["Findings", "MoveFindings", "PlainSearcher", "Searcher"]
