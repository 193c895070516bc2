"""What goes over the wire compressed, as far as the browser takes it so."""

from __future__ import annotations

import gzip

import brotli
from flask import Flask, Response, request

BROTLI, GZIP = "br", "gzip"
_KEPT_QUALITY = 11
"""Of Brotli, for what is compressed once and sent often; slow."""
_PASSING_QUALITY = 8
"""Likewise, for what is sent once."""
_TYPES = frozenset({"text/html", "application/json"})
_LEAST_BYTES = 1_000


def compressed(content: bytes, coding: str, *, is_kept: bool = False) -> bytes:
    """A content as it is sent.

    Args:
        content: what is said.
        coding: `br`, `gzip`, or nothing for as it is.
        is_kept: whether it is compressed once and sent often.
    """
    if coding == BROTLI:
        return bytes(brotli.compress(content, quality=_KEPT_QUALITY if is_kept else _PASSING_QUALITY))
    if coding == GZIP:
        return gzip.compress(content, 9 if is_kept else 6, mtime=0)
    return content


def coding_asked() -> str:
    """How whoever asks now wants an answer compressed: `br`, `gzip`, or nothing."""
    return next((coding for coding in (BROTLI, GZIP) if request.accept_encodings.quality(coding) > 0), "")


def compress_answers(app: Flask) -> None:
    """Compresses pages and answers.

    That their lengths depend on what they hold tells nobody of a secret: another site can have nothing asked for in
    somebody's name but whole pages, and of these it does not learn the length.
    """

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in _TYPES or response.is_streamed:
            return response
        response.vary.add("Accept-Encoding")
        content, coding = response.get_data(), coding_asked()
        if coding and len(content) >= _LEAST_BYTES:
            response.set_data(compressed(content, coding))
            response.headers["Content-Encoding"] = coding
        return response
