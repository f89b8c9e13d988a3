"""Lists the operations of the table by -print-op-encodings that none of the files contains."""
import re
import sys

table, *files = sys.argv[1:]
names = [line.split()[1].removeprefix("cuda_tile.") for line in open(table)]
used = {word for file in files for word in re.findall(r"\w+", open(file).read())}
missing = [name for name in names if name not in used]
print("\n".join(missing + [f"{len(missing)} of {len(names)} operations missing"]))
