"""The compiler's estimate of a kernel's registers, from its remarks `Registers` and `Resources`."""
import pathlib
import re
import subprocess
import tempfile

PARTS = re.compile(r"live at the same time take (\d+) registers,\s+operands of a dot (\d+); an iteration starts (\d+)\s+copies")
WHOLE = re.compile(r"threads take about (\d+) registers")


def estimate(compiler, kernel, arch, ptx=None):
    """The whole, and its parts; the PTX goes to the path `ptx` if one is given."""
    with tempfile.TemporaryDirectory() as folder:
        remarks = pathlib.Path(folder) / "remarks.yaml"
        subprocess.run([compiler, kernel, "--emit=ptx", "-o", ptx or f"{folder}/k.ptx", "--gpu-name", arch,
                        "--enable-extended-smem", "--remark-format=yaml", "--remarks=memory",
                        f"--remarks-output-file={remarks}"], check=True, stdout=subprocess.DEVNULL)
        text = re.sub(r"\s+", " ", remarks.read_text())
    parts, whole = PARTS.search(text), WHOLE.search(text)
    return dict(estimate=int(whole[1]), live=int(parts[1]), operands=int(parts[2]), copies=int(parts[3]))
