"""Loop model: how many cycles a step of a kernel's hot loop takes, by the machine code alone.

No GPU runs anything here. The code is a model of in-order issue: the assembler's own stall counts and scoreboards
(`sass`), loops by dominance (`loops`), throughputs and latencies with their sources (`machines`), what each
instruction occupies (`opcodes`), queues for copies and products in flight (`queues`), and a simulation of all warps of
an SM (`simulate`). Its numbers rank variants of a kernel; they are not times. `report` prints what came out.
"""
