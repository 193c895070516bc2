"""How names of games are written."""

from __future__ import annotations

import pytest

from services.gateway.game_names import in_parts


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("ChessWithoutCheck", "Chess<wbr>Without<wbr>Check"),
        ("3P-9X-HideSeek-R", "3P-9X-Hide<wbr>Seek-R"),
        ("5on15sq", "5on15sq"),
        ("<b>&Bold", "&lt;b&gt;&amp;Bold"),
        ("", ""),
    ],
)
def test_names_may_be_broken_between_their_words(name: str, written: str) -> None:
    assert in_parts(name) == written
