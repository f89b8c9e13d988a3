"""Prints the passes of the project's Passes.td files that a help text lacks, and fails if there are any.

Usage: missing_passes.py SOURCE HELP
"""
import pathlib
import re
import sys

records = (pathlib.Path(sys.argv[1]) / "include" / "tileiras").rglob("Passes.td")
passes = {name for path in records for name in re.findall(r'Pass<\s*"([\w-]+)"', path.read_text(encoding="utf-8"))}
known = set(re.findall(r"^\s+--([\w-]+)", pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"), re.M))
missing = sorted(passes - known)
print(f"{len(passes)} passes, missing: {', '.join(missing) or 'none'}")
sys.exit(bool(missing) or not passes)
