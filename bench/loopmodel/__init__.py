"""Loop model: the cycles of an iteration of a kernel's hot loop, from the machine code alone.

No GPU is used. The code is a model of in-order issue: the assembler's own stall counts and scoreboards (`sass`), loops
by dominance (`loops`), throughputs and latencies with their sources (`machines`), the pipe and latency of each
instruction (`opcodes`), ports and queues for async copies and MMAs (`queues`), a simulation of all warps of an SM
(`simulate`), and the loop of another partition that copies tiles (`partitions`), through channels that the code shows
(`channels`). Its numbers rank variants of a kernel; they are not times, with which `calibration` compares them. `report`
makes records of them."""
