"""Types and attributes of nv_tileas: those of nv_tileaa, whose constraints its operations have."""
import importlib.util
import pathlib

OTHER = pathlib.Path(__file__).resolve().parents[2] / "TileAA" / "Inputs" / "examples.py"
SPEC = importlib.util.spec_from_file_location("tileaa_examples", OTHER)
TILEAA = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TILEAA)

DIALECT = "nv_tileas"
PREFIX, ATTRIBUTES, ALWAYS_TRUE = TILEAA.PREFIX, TILEAA.ATTRIBUTES, TILEAA.ALWAYS_TRUE
SKIPPED = set()
examples, wrong, further, inside = TILEAA.examples, TILEAA.wrong, TILEAA.further, TILEAA.inside
