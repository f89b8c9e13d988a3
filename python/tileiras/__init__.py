"""Tileiras from Python.

    tileiras.emulate    python -m tileiras.emulate SCRIPT: runs cuTile Python programs without a GPU
    tileiras.emulator   arrays for such programs
"""
