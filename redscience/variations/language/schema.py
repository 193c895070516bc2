"""The JSON schema of rule-set files, made from the fields."""

from __future__ import annotations

from typing import Any

from redscience.variations.language.fields import RULE_SET


def schema() -> dict[str, Any]:
    """What a file may hold, field by field; that its parts fit together is for `read` to say."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rule set of redscience",
        "description": "At most 64 KiB of UTF-8, nested at most 12 deep. Fields that are left out have the values of "
        "plain Tic-Tac-Toe.",
        **RULE_SET.schema(),
    }
