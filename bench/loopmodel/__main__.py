"""python -m loopmodel ARCH FILE.cubin [...]: the model's figures of each cubin's hot loop, and where an iteration
waits."""
import argparse

from . import machines, report, waste


def show(path, figures, machine, top):
    result, code = figures.result, figures.loop.instructions
    share = f", {result.share:.2f} of the tensor bound" if result.bound else ""
    print(f"{path}: {result.cycles:.0f} cycles a step of {result.ctas} x {result.warps} warps{share} (model)")
    print("  a warp's cycles: " + ", ".join(f"{cause} {c:.0f}" for cause, c in result.causes.items() if c >= 0.5))
    print("  pipes busy: " + ", ".join(f"{pipe} {b:.0%}" for pipe, b in sorted(result.busy.items(), key=lambda p: -p[1])))
    print(f"  {waste.waste(figures.kernel, figures.loop, machine)}")
    for at, waited in sorted(figures.result.waits.items())[:top]:
        print(f"  {waited:6.0f} cycles before {at:4}: {code[at].opcode} {code[at].operands}")


def main():
    parser = argparse.ArgumentParser(prog="loopmodel", description=__doc__)
    parser.add_argument("arch", choices=sorted(machines.MACHINES | machines.CARDS))
    parser.add_argument("cubins", nargs="+")
    parser.add_argument("--ctas", type=int, help="CTAs on an SM; what fits unless said")
    parser.add_argument("--waits", type=int, default=12, help="how many places to show where a step waits longest")
    options = parser.parse_args()
    for path in options.cubins:
        figures = report.measure(path, options.arch, options.ctas)
        if figures:
            show(path, figures, machines.machine(options.arch), options.waits)
        else:
            print(f"{path}: no loop with MMAs or memory accesses")


if __name__ == "__main__":
    main()
