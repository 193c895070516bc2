"""Texts for people.

The library and the services speak English, and so do errors, commands and bots. Pages translate what they show of it
(`services/gateway/answers.py`), so all such texts have to be found: they are the literals and f-strings that are given
where `English` is asked for, by a parameter or an attribute, those that a function of this type returns, and those that
a name of this type holds. `tests/unit/test_gateway_answers.py` sees that none escapes.
"""

from __future__ import annotations

from typing import TypeAlias

English: TypeAlias = str
"""A text for people, in English: an f-string is a template, whose holes are named by what stands in them."""
