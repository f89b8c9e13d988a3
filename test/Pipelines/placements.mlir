// Partition, stage, order and copies of every copy and MMA of a matrix product and of attention. These tables are frozen:
// another way to make the same kernels has to give them, too.
// DEFINE: %{target} = 80
// DEFINE: %{warps} = unspecialize
// DEFINE: %{print} = tileiras-opt --tileiras="to=tileas extended-smem=true tensor-maps=device print-schedule=true compute-capability=%{target} pipeline-strategy=%{warps}" -o /dev/null
// RUN: %{print} %S/Inputs/matmul_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=MATMUL80
// RUN: %{print} %S/Inputs/attention_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=ATTENTION80
// REDEFINE: %{warps} = warp-specialize
// REDEFINE: %{target} = 90
// RUN: %{print} %S/Inputs/matmul_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=MATMUL90
// RUN: %{print} %S/Inputs/attention_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=ATTENTION90
// REDEFINE: %{target} = 100
// RUN: %{print} %S/Inputs/matmul_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=MATMUL100
// RUN: %{print} %S/Inputs/attention_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=ATTENTION100
// REDEFINE: %{warps} = unspecialize
// REDEFINE: %{target} = 120
// RUN: %{print} %S/Inputs/matmul_f16.mlir 2>&1 | FileCheck %s --match-full-lines --check-prefix=MATMUL120
// RUN: %{print} %S/Inputs/attention_f16.mlir 2>&1 | count 0

// A ring of cp.async: the copies of the next iteration start after the first slice of the MMA.
// MATMUL80: placements of @matmul
// MATMUL80-NEXT: partition 0: #nv_tileas.partition<"compute", warps = 4>
// MATMUL80-NEXT: loop at matmul_f16.mlir:26:12
// MATMUL80-NEXT: nv_tileas.dot matmul_f16.mlir:29:15 {partition = [0], stage = 1, order = 0}
// MATMUL80-NEXT: nv_tileas.async.copy matmul_f16.mlir:27:17 {partition = [0], stage = 0, order = 1} copies = 2
// MATMUL80-NEXT: nv_tileas.async.copy matmul_f16.mlir:28:17 {partition = [0], stage = 0, order = 2} copies = 2
// MATMUL80-NEXT: nv_tileas.dot matmul_f16.mlir:29:15 {partition = [0], stage = 1, order = 3}, 3 times

// A producer warp and a ring of TMA.
// MATMUL90: placements of @matmul
// MATMUL90-NEXT: partition 0: #nv_tileas.partition<"load", warps = 1>
// MATMUL90-NEXT: partition 1: #nv_tileas.partition<"compute", warps = 4>
// MATMUL90-NEXT: loop at matmul_f16.mlir:26:12
// MATMUL90-NEXT: nv_tileas.async.tiled_tma_load matmul_f16.mlir:27:17 {partition = [0], stage = 0, order = 0} copies = 5
// MATMUL90-NEXT: nv_tileas.async.tiled_tma_load matmul_f16.mlir:28:17 {partition = [0], stage = 0, order = 1} copies = 5
// MATMUL90-NEXT: nv_tileas.async.dot matmul_f16.mlir:29:15 {partition = [1], stage = 1, order = 0}
// MATMUL90-NEXT: live, {{[0-9]+}} cycles an iteration: unit l2

// MATMUL100: placements of @matmul
// MATMUL100-NEXT: partition 0: #nv_tileas.partition<"load", warps = 1>
// MATMUL100-NEXT: partition 1: #nv_tileas.partition<"compute", warps = 4>
// MATMUL100-NEXT: loop at matmul_f16.mlir:26:12
// MATMUL100-NEXT: nv_tileas.async.tiled_tma_load matmul_f16.mlir:27:17 {partition = [0], stage = 0, order = 0} copies = 2
// MATMUL100-NEXT: nv_tileas.async.tiled_tma_load matmul_f16.mlir:28:17 {partition = [0], stage = 0, order = 1} copies = 2
// MATMUL100-NEXT: nv_tileas.async.tmem_dot matmul_f16.mlir:29:15 {partition = [1], stage = 1, order = 0} copies = 1
// MATMUL100-NEXT: live, {{[0-9]+}} cycles an iteration: {{[0-9]+}} events of partitions 0, 1

// MATMUL120: placements of @matmul
// MATMUL120-NEXT: partition 0: #nv_tileas.partition<"compute", warps = 4>
// MATMUL120-NEXT: loop at matmul_f16.mlir:26:12
// MATMUL120-NEXT: nv_tileas.dot matmul_f16.mlir:29:15 {partition = [0], stage = 2, order = 0}
// MATMUL120-NEXT: nv_tileas.async.copy matmul_f16.mlir:27:17 {partition = [0], stage = 0, order = 1} copies = 3
// MATMUL120-NEXT: nv_tileas.async.copy matmul_f16.mlir:28:17 {partition = [0], stage = 0, order = 2} copies = 3
// MATMUL120-NEXT: nv_tileas.dot matmul_f16.mlir:29:15 {partition = [0], stage = 2, order = 3}

// ATTENTION80: placements of @attention
// ATTENTION80-NEXT: partition 0: #nv_tileas.partition<"compute", warps = 8>
// ATTENTION80-NEXT: loop at attention_f16.mlir:28:14
// ATTENTION80-NEXT: nv_tileas.dot attention_f16.mlir:30:12 {partition = [0], stage = 1, order = 0}
// ATTENTION80-NEXT: nv_tileas.async.copy attention_f16.mlir:29:19 {partition = [0], stage = 0, order = 1} copies = 2
// ATTENTION80-NEXT: nv_tileas.async.copy attention_f16.mlir:50:21 {partition = [0], stage = 0, order = 2} copies = 2
// ATTENTION80-NEXT: nv_tileas.dot attention_f16.mlir:30:12 {partition = [0], stage = 1, order = 3}, 7 times
// ATTENTION80-NEXT: nv_tileas.dot attention_f16.mlir:54:13 {partition = [0], stage = 1, order = 4}, 8 times

// FlashAttention-3's order: P V is one iteration late.
// ATTENTION90: placements of @attention
// ATTENTION90-NEXT: partition 0: #nv_tileas.partition<"load", warps = 1, registers = 24>
// ATTENTION90-NEXT: partition 1: #nv_tileas.partition<"compute", warps = 8, registers = 240>
// ATTENTION90-NEXT: loop at attention_f16.mlir:28:14
// ATTENTION90-NEXT: nv_tileas.async.tiled_tma_load attention_f16.mlir:29:19 {partition = [0], stage = 0, order = 0} copies = 3
// ATTENTION90-NEXT: nv_tileas.async.tiled_tma_load attention_f16.mlir:50:21 {partition = [0], stage = 0, order = 1} copies = 3
// ATTENTION90-NEXT: nv_tileas.async.dot attention_f16.mlir:30:12 {partition = [1], stage = 1, order = 0}
// ATTENTION90-NEXT: nv_tileas.async.dot attention_f16.mlir:54:13 {partition = [1], stage = 2, order = 1}
// ATTENTION90-NEXT: live, {{[0-9]+}} cycles an iteration: {{[0-9]+}} events of partition 1

// Two agents take turns by iterations, and a warp issues each of the MMAs. S, P and O have one copy each.
// ATTENTION100: placements of @attention
// ATTENTION100-NEXT: partition 0: #nv_tileas.partition<"load", warps = 1, registers = 24>
// ATTENTION100-NEXT: partition 1: #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by iterations>
// ATTENTION100-NEXT: partition 2: #nv_tileas.partition<"mma", warps = 1, registers = 24>
// ATTENTION100-NEXT: partition 3: #nv_tileas.partition<"mma", warps = 1, registers = 24>
// ATTENTION100-NEXT: loop at attention_f16.mlir:28:14
// ATTENTION100-NEXT: nv_tileas.async.tiled_tma_load attention_f16.mlir:29:19 {partition = [0], stage = 0, order = 0} copies = 2
// ATTENTION100-NEXT: nv_tileas.async.tiled_tma_load attention_f16.mlir:50:21 {partition = [0], stage = 0, order = 1} copies = 2
// ATTENTION100-NEXT: nv_tileas.copy attention_f16.mlir:30:12 {partition = [1], stage = 1, order = 0} copies = 1
// ATTENTION100-NEXT: nv_tileas.copy attention_f16.mlir:54:13 {partition = [1], stage = 1, order = 1} copies = 1, 9 times
// ATTENTION100-NEXT: nv_tileas.async.tmem_dot attention_f16.mlir:30:12 {partition = [2], stage = 1, order = 0} copies = 1
// ATTENTION100-NEXT: nv_tileas.async.tmem_dot attention_f16.mlir:54:13 {partition = [3], stage = 1, order = 0} copies = 1
// ATTENTION100-NEXT: live, {{[0-9]+}} cycles an iteration: {{[0-9]+}} events of partitions 0, 2, 1, 3

module {
}
