//===- EmulatorBench.cpp - How fast the emulator runs -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures warp instructions per second, on one core, of kernels with typical
// inner loops: elementwise arithmetic, shared memory, mma. The argument says
// whether the launch checks. Run with --benchmark_filter=…; not a test.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Emulator.h"

#include <benchmark/benchmark.h>

using namespace tileiras::emu;

namespace {

/// A kernel of 128 threads whose \p body runs 256 times; %in and %out point to
/// the thread's 16 bytes of two arrays.
std::string kernel(llvm::StringRef body) {
  return R"(.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
.reg .b64 %in, %out, %x<10>;
.reg .b32 %t, %i, %r<20>;
.reg .f32 %f<20>;
.reg .pred %p<4>;
.shared .align 16 .b8 smem[8192];
ld.param.u64 %in, [in];
ld.param.u64 %out, [out];
mov.u32 %t, %tid.x;
mad.wide.u32 %in, %t, 16, %in;
mad.wide.u32 %out, %t, 16, %out;
mov.u32 %i, 0;
mov.u32 %r0, 0; mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r3, 0;
mov.f32 %f10, 0f00000000; mov.f32 %f11, 0f00000000;
mov.f32 %f12, 0f00000000; mov.f32 %f13, 0f00000000;
mad.lo.u32 %r9, %t, 16, 0;
st.shared.v4.u32 [%r9], {%r0, %r1, %r2, %r3};
bar.sync 0;
loop:
)" + body.str() +
         R"(
add.u32 %i, %i, 1;
setp.lt.u32 %p0, %i, 256;
@%p0 bra loop;
ret;
}
)";
}

const char *Elementwise = R"(
ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%in];
fma.rn.f32 %f4, %f0, %f1, %f2;
add.f32 %f5, %f4, %f3;
mul.f32 %f6, %f5, %f0;
max.f32 %f7, %f6, %f1;
sub.f32 %f8, %f7, %f2;
mad.lo.u32 %r4, %i, 4, %t;
and.b32 %r5, %r4, 1023;
shl.b32 %r6, %r5, 2;
st.global.v4.f32 [%out], {%f5, %f6, %f7, %f8};
)";

const char *Shared = R"(
mad.lo.u32 %r4, %t, 16, 0;
xor.b32 %r5, %r4, 64;
ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r5];
add.u32 %r10, %r10, %r11;
st.shared.v4.u32 [%r4], {%r10, %r11, %r12, %r13};
ld.shared.u32 %r6, [%r4];
bar.warp.sync -1;
)";

const char *Matrix = R"(
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r9];
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f10, %f11, %f12, %f13},
  {%r10, %r11, %r12, %r13}, {%r10, %r11}, {%f10, %f11, %f12, %f13};
)";

void run(benchmark::State &state, const char *body) {
  auto module = llvm::cantFail(Module::parse(kernel(body), "bench.ptx"));
  Machine machine;
  uint64_t parameters[] = {machine.allocate(2048, "in"),
                           machine.allocate(2048, "out")};
  LaunchConfig config;
  config.grid.x = 16;
  config.block.x = 128;
  config.threads = 1;
  if (!state.range(0))
    config.checks = CheckSet::none();
  Counters counters;
  for (auto _ : state)
    llvm::cantFail(
        machine.launch(*module, "k", config,
                       llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters),
                                      sizeof(parameters)),
                       &counters));
  state.SetItemsProcessed(int64_t(counters.warpInstructions));
}

void elementwise(benchmark::State &state) { run(state, Elementwise); }
void shared(benchmark::State &state) { run(state, Shared); }
void matrix(benchmark::State &state) { run(state, Matrix); }
BENCHMARK(elementwise)->ArgName("checks")->Arg(0)->Arg(1);
BENCHMARK(shared)->ArgName("checks")->Arg(0)->Arg(1);
BENCHMARK(matrix)->ArgName("checks")->Arg(0)->Arg(1);

} // namespace

BENCHMARK_MAIN();
