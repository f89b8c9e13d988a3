"""Prints a kernel with many loops, or one that carries much: `loops.py flat|nest|split|carried|stores N`.

flat: N loops in a loop, each of which stores. nest: N loops in one another. split: the same with a comparison in each, at
which -O3 splits it, so that there are twice as many with each level of the nest. carried: a loop with N values.
stores: no loop, and N stores in any order."""
import sys


def flat(count):
    yield "for %i in (%zero to %n, step %one) : tile<i32> {"
    for number in range(count):
        yield f"for %j{number} in (%zero to %n, step %one) : tile<i32> {{"
        yield f"%q{number} = offset %p, %j{number} : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>"
        yield f"%x{number}, %s{number} = load_ptr_tko weak %q{number} : tile<ptr<f32>> -> tile<f32>, token"
        yield f"%t{number} = store_ptr_tko weak %p, %x{number} token = %s{number} : tile<ptr<f32>>, tile<f32> -> token"
        yield "}"
    yield "}"


def nest(count):
    for number in range(count):
        yield f"for %i{number} in (%zero to %n, step %one) : tile<i32> {{"
    yield "%t = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token"
    yield from ["}"] * count


def split(count):
    for number in range(count):
        yield f"for %i{number} in (%zero to %n, step %one) : tile<i32> {{"
        yield f"%c{number} = cmpi less_than %i{number}, %s{number}, signed : tile<i32> -> tile<i1>"
        yield f"if %c{number} {{"
        yield f"%q{number} = offset %p, %i{number} : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>"
        yield f"%t{number} = store_ptr_tko weak %q{number}, %f : tile<ptr<f32>>, tile<f32> -> token"
        yield "}"
    yield from ["}"] * count


def carried(count):
    def values(prefix):
        return ", ".join(f"{prefix}{number}" for number in range(count))

    types = ", ".join(["tile<f32>"] * count)
    inits = ", ".join(f"%a{number} = %f" for number in range(count))
    yield f"%r:{count} = for %i in (%zero to %n, step %one) : tile<i32> iter_values({inits}) -> ({types}) {{"
    for number in range(count):
        yield f"%b{number} = addf %a{number}, %a{(number + 1) % count} : tile<f32>"
    yield f"continue {values('%b')} : {types}"
    yield "}"
    yield "%s0 = addf %f, %r#0 : tile<f32>"
    for number in range(1, count):
        yield f"%s{number} = addf %s{number - 1}, %r#{number} : tile<f32>"
    yield f"%t = store_ptr_tko weak %p, %s{count - 1} : tile<ptr<f32>>, tile<f32> -> token"


def stores(count):
    for number in range(count):
        yield f"%t{number} = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token"


def main():
    form, count = sys.argv[1], int(sys.argv[2])
    numbers = "".join(f", %s{number}: tile<i32>" for number in range(count if form == "split" else 0))
    print(f"cuda_tile.module @m {{\nentry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>{numbers}) {{")
    print("%zero = constant <i32: 0> : tile<i32>\n%one = constant <i32: 1> : tile<i32>")
    print("\n".join({"flat": flat, "nest": nest, "split": split, "carried": carried, "stores": stores}[form](count)))
    print("}\n}")


main()
