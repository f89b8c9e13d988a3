// Accesses: LLVM's where it has them, text elsewhere.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {

// CHECK-LABEL: @plain
// PTX-LABEL: .entry plain
llvm.func @plain(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>) attributes {nvvm.kernel} {
  // CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<3> -> i8
  // PTX: ld.shared.b8
  %1 = cute_nvgpu.load %s <universal_copy, 8> : !llvm.ptr<3> -> i8
  // CHECK: llvm.load %{{.*}} invariant {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xi16>
  // PTX: ld.global.nc.v{{.*}}
  %0 = cute_nvgpu.load %g <universal_copy, 64> read_only : !llvm.ptr<1> -> vector<4xi16>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<4xi16>, !llvm.ptr<3>
  // PTX: st.shared.v{{.*}}
  cute_nvgpu.store %0 to %s <universal_copy, 64> : !llvm.ptr<3>, vector<4xi16>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 1 : i64} : i8, !llvm.ptr<1>
  // PTX: st.global.b8
  cute_nvgpu.store %1 to %g <universal_copy, 8> : !llvm.ptr<1>, i8
  llvm.return
}

// Where the predicate is false the results are the values that they were tied to.
// CHECK-LABEL: @text
// PTX-LABEL: .entry text
llvm.func @text(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %x: i32, %h: i16, %p: i1) attributes {nvvm.kernel} {
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att {{.*}}"@$3 ld.acquire.gpu.global.v2.b32 {$0, $1}, $2;", "=r,=r,*m,b,0,1" %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (!llvm.ptr<1>, i1, i32, i32) -> !llvm.struct<(i32, i32)>
  // PTX: @%p{{.*}} ld.acquire.gpu.global.v2.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}];
  %0 = cute_nvgpu.load %g <universal_copy, 64> order <acquire> scope <gpu> if %p else(%x, %x : i32, i32) : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  // CHECK: "@$2 ld.global.nc.b8 $0, $1;", "=h,*m,b,0"
  // PTX: @%p{{.*}} ld.global.nc.b8
  %1 = cute_nvgpu.load %g <universal_copy, 8> read_only if %p else(%h : i16) : !llvm.ptr<1> -> i16
  // CHECK: "@$2 st.shared.b8 $0, $1;", "*m,h,b"
  // PTX: @%p{{.*}} st.shared.b8
  cute_nvgpu.store %1 to %s <universal_copy, 8> if %p : !llvm.ptr<3>, i16
  // CHECK: "st.release.sys.global.v2.b32 $0, {$1, $2};", "*m,r,r"
  // PTX: st.release.sys.global.v2.b32
  cute_nvgpu.store %x, %x to %g <universal_copy, 64> order <release> scope <sys> : !llvm.ptr<1>, i32, i32
  // CHECK: "ld.relaxed.cta.shared.b32 $0, $1;", "=r,*m"
  // PTX: ld.relaxed.cta.shared.b32
  %2 = cute_nvgpu.load %s <universal_copy, 32> order <relaxed> scope <cta> : !llvm.ptr<3> -> vector<2xi16>
  llvm.return
}

// CHECK-LABEL: @updates
// PTX-LABEL: .entry updates
llvm.func @updates(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %x: i32, %y: i64, %h: i16, %p: i1) attributes {nvvm.kernel} {
  // CHECK: "@$3 atom.relaxed.gpu.global.add.f32 $0, $1, $2;", "=r,*m,r,b,0"
  // PTX: @%p{{.*}} atom.relaxed.gpu.global.add.f32
  %0 = cute_nvgpu.atom <add> f32 %g, %x order <relaxed> scope <gpu> if %p else(%x : i32) : !llvm.ptr<1>, i32
  // CHECK: "atom.acq_rel.sys.global.add.noftz.bf16 $0, $1, $2;", "=h,*m,h"
  // PTX: atom.acq_rel.sys.global.add.noftz.bf16
  %1 = cute_nvgpu.atom <add> bf16 %g, %h order <acq_rel> scope <sys> : !llvm.ptr<1>, i16
  // CHECK: "atom.release.cta.shared.max.s32 $0, $1, $2;", "=r,*m,r"
  // PTX: atom.release.cta.shared.max.s32
  %2 = cute_nvgpu.atom <max> si32 %s, %x order <release> scope <cta> : !llvm.ptr<3>, i32
  // CHECK: "atom.relaxed.gpu.global.min.u64 $0, $1, $2;", "=l,*m,l"
  // PTX: atom.relaxed.gpu.global.min.u64
  %3 = cute_nvgpu.atom <min> ui64 %g, %y order <relaxed> scope <gpu> : !llvm.ptr<1>, i64
  // CHECK: "atom.relaxed.gpu.global.add.u64
  // PTX: atom.relaxed.gpu.global.add.u64
  %4 = cute_nvgpu.atom <add> i64 %g, %y order <relaxed> scope <gpu> : !llvm.ptr<1>, i64
  // CHECK: "atom.relaxed.gpu.global.exch.b32
  // PTX: atom.relaxed.gpu.global.exch.b32
  %5 = cute_nvgpu.atom <exch> f32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  // CHECK: "atom.relaxed.gpu.global.xor.b32
  // PTX: atom.relaxed.gpu.global.xor.b32
  %6 = cute_nvgpu.atom <xor> i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  // CHECK: "@$4 atom.acquire.gpu.global.cas.b32 $0, $1, $2, $3;", "=r,*m,r,r,b,0"
  // PTX: @%p{{.*}} atom.acquire.gpu.global.cas.b32
  %7 = cute_nvgpu.atom.cas %g, %x, %x order <acquire> scope <gpu> if %p else(%x : i32) : !llvm.ptr<1>, i32
  llvm.return
}

// CHECK-LABEL: @sums
// PTX-LABEL: .entry sums
llvm.func @sums(%g: !llvm.ptr<1>, %x: i32, %p: i1) attributes {nvvm.kernel} {
  // CHECK: "@$5 red.relaxed.gpu.global.add.v4.f32 $0, {$1, $2, $3, $4};", "*m,r,r,r,r,b"
  // PTX: @%p{{.*}} red.relaxed.gpu.global.add.v4.f32
  cute_nvgpu.red.add f32 %g, %x, %x, %x, %x <red.vector, 128> order <relaxed> scope <gpu> if %p : !llvm.ptr<1>, i32, i32, i32, i32
  // CHECK: "red.release.sys.global.add.noftz.v2.bf16x2 $0, {$1, $2};", "*m,r,r"
  // PTX: red.release.sys.global.add.noftz.v2.bf16x2
  cute_nvgpu.red.add bf16 %g, %x, %x <red.vector, 64> order <release> scope <sys> : !llvm.ptr<1>, i32, i32
  // CHECK: "red.relaxed.gpu.global.add.noftz.f16x2 $0, $1;", "*m,r"
  // PTX: red.relaxed.gpu.global.add.noftz.f16x2
  cute_nvgpu.red.add f16 %g, %x <red.f16x2, 32> order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  llvm.return
}

// CHECK-LABEL: @replicas
// PTX-LABEL: .entry replicas
llvm.func @replicas(%g: !llvm.ptr<1>, %x: i32, %y: i64, %p: i1) attributes {nvvm.kernel} {
  // CHECK: "@$3 multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v2.f16x2 {$0, $1}, $2;", "=r,=r,*m,b,0,1"
  // PTX: @%p{{.*}} multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v2.f16x2
  %0 = cute_nvgpu.multimem.ld_reduce <add> f16 %g order <relaxed> scope <gpu> if %p else(%x, %x : i32, i32) : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  // CHECK: "multimem.ld_reduce.acquire.sys.global.max.bf16x2 $0, $1;", "=r,*m"
  %1 = cute_nvgpu.multimem.ld_reduce <max> bf16 %g order <acquire> scope <sys> : !llvm.ptr<1> -> i32
  // CHECK: "multimem.ld_reduce.relaxed.cta.global.min.s64 $0, $1;", "=l,*m"
  %2 = cute_nvgpu.multimem.ld_reduce <min> si64 %g order <relaxed> scope <cta> : !llvm.ptr<1> -> i64
  // CHECK: "multimem.ld_reduce.relaxed.cta.global.add.v4.f32 {$0, $1, $2, $3}, $4;"
  %3 = cute_nvgpu.multimem.ld_reduce <add> f32 %g order <relaxed> scope <cta> : !llvm.ptr<1> -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: "multimem.st.relaxed.gpu.global.b32 $0, $1;", "*m,r"
  cute_nvgpu.multimem.st i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  // CHECK: "@$3 multimem.st.release.sys.global.v2.f32 $0, {$1, $2};", "*m,r,r,b"
  // PTX: @%p{{.*}} multimem.st.release.sys.global.v2.f32
  cute_nvgpu.multimem.st f32 %g, %x, %x order <release> scope <sys> if %p : !llvm.ptr<1>, i32, i32
  // CHECK: "multimem.st.relaxed.gpu.global.b64 $0, $1;", "*m,l"
  cute_nvgpu.multimem.st i64 %g, %y order <relaxed> scope <gpu> : !llvm.ptr<1>, i64
  // CHECK: "multimem.red.relaxed.gpu.global.add.v2.bf16x2 $0, {$1, $2};", "*m,r,r"
  // PTX: multimem.red.relaxed.gpu.global.add.v2.bf16x2
  cute_nvgpu.multimem.red <add> bf16 %g, %x, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32, i32
  // CHECK: "multimem.red.release.gpu.global.add.u64 $0, $1;", "*m,l"
  cute_nvgpu.multimem.red <add> i64 %g, %y order <release> scope <gpu> : !llvm.ptr<1>, i64
  // CHECK: "multimem.red.relaxed.gpu.global.and.b32 $0, $1;"
  cute_nvgpu.multimem.red <and> i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  // CHECK: "multimem.red.relaxed.gpu.global.add.f64 $0, $1;"
  cute_nvgpu.multimem.red <add> f64 %g, %y order <relaxed> scope <gpu> : !llvm.ptr<1>, i64
  llvm.return
}
}
}
