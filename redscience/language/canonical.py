"""The normal form of a rule set, in which what cannot matter to play is gone, and its digest."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import lru_cache

from redscience.language.model import RuleSet
from redscience.language.writing import to_fields

DIGEST_VERSION = 1


@lru_cache(maxsize=1024)
def digest(rules: RuleSet) -> str:
    """`1:` and 32 hexadecimal digits, the same for rule sets with one normal form."""
    fields = to_fields(normal(rules))
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"{DIGEST_VERSION}:{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"


def normal(rules: RuleSet) -> RuleSet:
    """A rule set that plays exactly alike, the same for all that are known to: no name, nothing unused."""
    return replace(rules, name="", chaos_color=None)
