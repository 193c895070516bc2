"""What other languages make of the protos: a place of its own for each package."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileOptions

import redscience.api

FOLDER = Path(redscience.api.__path__[0])
PROTOS = sorted(".".join(file.relative_to(FOLDER).with_suffix("").parts) for file in FOLDER.rglob("*_pb2.py"))


@pytest.mark.parametrize("name", PROTOS)
def test_each_proto_says_where_its_code_goes_in_other_languages(name: str) -> None:
    described = import_module(f"redscience.api.{name}").DESCRIPTOR
    words = described.package.split(".")
    assert words[:2] == ["redscience", "api"]
    options: FileOptions = described.GetOptions()
    assert options.go_package == f"{'/'.join(words)};{words[-2]}{words[-1]}"
    assert (options.java_package, options.java_multiple_files) == (described.package, True)
    assert options.csharp_namespace == ".".join(word.capitalize() for word in words)
