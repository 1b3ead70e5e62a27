"""Start the server: `python -m parcels CONTRACT [--variant NAME] [--read-only] [--http ADDRESS]`."""

import argparse
from pathlib import Path

from .breaking import GUARDED, VARIANTS, Variant
from .serving import serve_http

parser = argparse.ArgumentParser()
parser.add_argument("contract", type=Path)
parser.add_argument("--variant")
parser.add_argument("--read-only", action="store_true")
parser.add_argument("--http")
given = parser.parse_args()
variant = {**VARIANTS, **GUARDED}[given.variant] if given.variant else Variant()
server = variant.server(given.contract, read_only=given.read_only)
if given.http:
    variant.endpoint.server_object = server
    serve_http(variant.endpoint)
else:
    variant.pipe(server).run()
