// The schedule of a matmul's loop, as text and as a trace for Perfetto.
// RUN: tileiras-opt %S/../tools/tileiras-opt/Inputs/matmul.mlir --tileiras="compute-capability=80 to=tileas print-schedule=true schedule-trace-file=%t.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: %python -c "import json; [print(e['name'], e['ts'], e['dur'], e['args']['stage']) for e in json.load(open('%t.json'))['traceEvents'] if e['ph'] == 'X']" | FileCheck %s --check-prefix=TRACE

// 64 x 64 x 32 multiply-adds are 128 cycles at 1,024 a cycle; the copies of 8 KiB take as long.
// CHECK: schedule of @matmul, loop at matmul.mlir:27:12: copies run 5 iterations ahead, 128 cycles an iteration, {{.*}}copies 128, tensor 128
// CHECK-NEXT: stage cycle length resource operation
// CHECK: 5 {{.*}} nv_tileas.async.wait
// CHECK: 5 {{.*}} nv_tileas.barrier
// The first dot is in flight before threads compute the addresses of the copies.
// CHECK: 5 {{[0-9]+}} 16 shared memory nv_tileas.copy
// CHECK: 5 {{[0-9]+}} 64 tensor nv_tileas.dot matmul.mlir:30:15
// CHECK: 0 {{[0-9]+}} 64 copies nv_tileas.async.copy matmul.mlir:28:18
// CHECK: 0 {{[0-9]+}} 64 copies nv_tileas.async.copy matmul.mlir:29:18
// CHECK: 5 {{[0-9]+}} 64 tensor nv_tileas.dot matmul.mlir:30:15
// TRACE: nv_tileas.dot {{[0-9]+}} 64 5
// TRACE: nv_tileas.async.copy {{[0-9]+}} 64 0
module {
}
