#!/bin/sh
# Generated code from the protos, into redscience/api/. With --check: fails where what is committed differs.
set -eu
cd "$(dirname "$0")/.."
generate() {
    python -m grpc_tools.protoc -I proto --python_out="$1" --grpc_python_out="$1" --mypy_out=quiet:"$1" --mypy_grpc_out=quiet:"$1" \
        $(find proto -name '*.proto' | sort)
    find "$1/redscience/api" -type d -exec touch {}/__init__.py \;
}
if [ "${1:-}" = --check ]; then
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    generate "$fresh"
    diff -r -x __pycache__ redscience/api "$fresh/redscience/api" || { echo "redscience/api is not what proto/ says: run make proto" >&2; exit 1; }
else
    rm -rf redscience/api
    generate .
fi
