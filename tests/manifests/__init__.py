"""Whether the manifests of `deploy/kubernetes` agree with the code, and leave nothing open.

python -m manifests [--faults]      renders, validates and checks; with --faults also fifty mistakes made on purpose
"""
