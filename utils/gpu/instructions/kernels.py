"""PTX of a kernel that applies one instruction to arrays of operands. Arrays are passed as cuTile does."""
import numpy as np

HEADER = ".version 8.7\n.target {arch}\n.address_size 64\n"
WORD = {1: "b8", 2: "b16", 4: "b32", 8: "b64"}
REGISTER = {1: "b16", 2: "b16", 4: "b32", 8: "b64"}


def parameters(names):
    return ", ".join(f".param .u64 {n}, .param .u32 {n}_size, .param .u32 {n}_stride" for n in names)


def address(name, size, index, register):
    return (f"  ld.param.u64 {register}, [{name}];\n  cvta.to.global.u64 {register}, {register};\n"
            f"  mul.wide.u32 %at, {index}, {size};\n  add.u64 {register}, {register}, %at;\n")


def elementwise(arch, body, inputs, out, keep_input=False):
    """`body` makes %y of %a, %b, %c; %pa is the address of a's element."""
    names = "abc"[:len(inputs)]
    text = HEADER.format(arch=arch) + f".visible .entry k({parameters([*names, 'y'])})\n.reqntid 256\n{{\n"
    text += "  .reg .b64 %at, %pa, %pb, %pc, %py, %t64;\n  .reg .b32 %i, %n, %t32, %u32;\n  .reg .b16 %t16, %u16;\n  .reg .pred %p;\n"
    for name, array in zip(names, inputs):
        text += f"  .reg .{REGISTER[array.itemsize]} %{name};\n"
    text += f"  .reg .{REGISTER[out.itemsize]} %y;\n"
    text += "  mov.u32 %i, %ctaid.x;\n  mov.u32 %n, %tid.x;\n  mad.lo.u32 %i, %i, 256, %n;\n"
    for name, array in zip(names, inputs):
        text += address(name, array.itemsize, "%i", f"%p{name}")
        text += f"  ld.global.{WORD[array.itemsize]} %{name}, [%p{name}];\n"
    text += address("y", out.itemsize, "%i", "%py") + f"  {body}\n  st.global.{WORD[out.itemsize]} [%py], %y;\n  ret;\n}}\n"
    return text, (inputs[0].size // 256, 1, 1), [*inputs, np.zeros(inputs[0].size, out)]


def unary(instruction, inputs, out=None):
    return lambda arch: elementwise(arch, f"{instruction} %y, %a;", [inputs], np.dtype(out or inputs.dtype))


def nary(instruction, *inputs, out=None):
    names = ", ".join("%" + n for n in "abc"[:len(inputs)])
    return lambda arch: elementwise(arch, f"{instruction} %y, {names};", list(inputs), np.dtype(out or inputs[0].dtype))


def body(text, *inputs, out=None):
    return lambda arch: elementwise(arch, text, list(inputs), np.dtype(out or inputs[0].dtype))
