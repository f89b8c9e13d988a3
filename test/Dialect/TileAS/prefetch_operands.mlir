// Where registers allow no second CTA on the SM, threads synchronise before the last dot of an iteration, and prefetch
// there the first operands of the next one: from a stage that is filled even if there is no next one.
// RUN: sed 's/64x64/128x256/g; s/64x32/128x64/g; s/32x64/64x256/g' %S/../../tools/tileiras-opt/Inputs/matmul.mlir | tileiras-opt --tileiras="compute-capability=80 to=tileas extended-smem=true" | FileCheck %s

// CHECK: nv_tileas.async.wait
// CHECK-NEXT: nv_tileas.barrier
// CHECK: %[[A0:.*]] = scf.if
// CHECK-NEXT: nv_tileas.copy %{{.*}} atom <ldsm, 4> slice [0, 0]
// CHECK: } else {
// CHECK-NEXT: dense<0.000000e+00>
// CHECK: %[[B0:.*]] = scf.if
// CHECK: scf.for {{.*}} iter_args(%[[SUM:[^ ]*]] = {{.*}} %[[A:[^ ]*]] = %[[A0]], %[[B:[^ ]*]] = %[[B0]]
// CHECK-NOT: nv_tileas.barrier
// CHECK: nv_tileas.dot %[[A]], %[[B]], %[[SUM]]
// CHECK: nv_tileas.async.commit
// CHECK: slice [0, 48]
// CHECK: nv_tileas.dot
// CHECK-NEXT: nv_tileas.async.wait
// CHECK-NEXT: nv_tileas.barrier
// CHECK: %[[STAGE:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
// CHECK-NEXT: %[[NEXT:.*]] = nv_tileas.buffer_view %{{.*}}[%[[STAGE]]]
// CHECK-NEXT: nv_tileas.copy %[[NEXT]] atom <ldsm, 4> slice [0, 0]
// CHECK: nv_tileas.dot
// CHECK-NEXT: scf.yield

// Where two CTAs fit, an iteration begins with its barrier.
// RUN: tileiras-opt %S/../../tools/tileiras-opt/Inputs/matmul.mlir --tileiras="compute-capability=80 to=tileas extended-smem=true" | FileCheck %s --check-prefix=TWO
// TWO: scf.for
// TWO: nv_tileas.barrier
// TWO-NOT: nv_tileas.barrier
// TWO: scf.yield
