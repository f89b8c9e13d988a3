//===- KernelHarness.h - Runs a few PTX instructions for a test -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A harness for single instructions and short kernels: a body runs in each
// thread with its inputs in registers of several widths and leaves one result.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UNITTESTS_EMULATOR_KERNELHARNESS_H
#define TILEIRAS_UNITTESTS_EMULATOR_KERNELHARNESS_H

#include "Coverage.h"

#include "tileiras/Emulator/Emulator.h"

#include "gtest/gtest.h"

#include <bit>

namespace tileiras::emu::test {

/// Runs \p body with as many threads as there are inputs. Each thread has its
/// input in %a, %b, %c, %d (64 bits), also as %ra… (32 bits) and %ha… (16
/// bits); its index in %t; .shared `smem` of 1024 bytes. It leaves its result
/// in %o, %ro or %ho, or in predicate %po; the others are zero, and the result
/// is their sum. The CTAs of a grid share the inputs evenly.
struct Inputs {
  uint64_t a = 0, b = 0, c = 0, d = 0;
};

inline std::string kernelText(llvm::StringRef body) {
  return R"(.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in) .maxnreg 168
{
.reg .b64 %a, %b, %c, %d, %o, %out, %in, %x<10>;
.reg .b32 %ra, %rb, %rc, %rd, %ro, %t, %index, %r<10>;
.reg .b16 %ha, %hb, %hc, %hd, %ho, %h<10>;
.reg .pred %po, %p<10>;
.shared .align 16 .b8 smem[1024];
ld.param.u64 %out, [out];
ld.param.u64 %in, [in];
mov.u32 %t, %tid.x; mad.lo.u32 %index, %ctaid.x, %ntid.x, %t;
mad.wide.u32 %in, %index, 32, %in;
mad.wide.u32 %out, %index, 8, %out;
ld.global.v2.b64 {%a, %b}, [%in];
ld.global.v2.b64 {%c, %d}, [%in+16];
cvt.u32.u64 %ra, %a;
cvt.u32.u64 %rb, %b;
cvt.u32.u64 %rc, %c;
cvt.u32.u64 %rd, %d;
cvt.u16.u64 %ha, %a;
cvt.u16.u64 %hb, %b;
cvt.u16.u64 %hc, %c;
cvt.u16.u64 %hd, %d;
mov.b64 %o, 0;
mov.b32 %ro, 0;
mov.b16 %ho, 0;
mov.pred %po, 0;
)" + body.str() +
         R"(
cvt.u64.u32 %x1, %ro;
cvt.u64.u16 %x2, %ho;
selp.b64 %x3, 1, 0, %po;
add.u64 %o, %o, %x1;
add.u64 %o, %o, %x2;
add.u64 %o, %o, %x3;
st.global.u64 [%out], %o;
ret;
}
)";
}

inline llvm::Expected<std::vector<uint64_t>>
tryRun(llvm::StringRef body, llvm::ArrayRef<Inputs> inputs,
       LaunchConfig config = {}) {
  auto module = Module::parse(kernelText(body), "test.ptx");
  if (!module)
    return module.takeError();
  Machine machine;
  std::vector<uint64_t> results(inputs.size());
  uint64_t in = machine.allocate(inputs.size() * sizeof(Inputs), "in");
  uint64_t out = machine.allocate(inputs.size() * 8, "out");
  auto bytes = [](const auto &values) {
    return llvm::ArrayRef(reinterpret_cast<const uint8_t *>(values.data()),
                          values.size() * sizeof(values[0]));
  };
  if (auto error = machine.copyIn(in, bytes(inputs)))
    return std::move(error);
  std::array<uint64_t, 2> parameters = {out, in};
  config.block.x = uint32_t(inputs.size() / config.grid.count());
  if (auto error = launchCovered(machine, **module, config, bytes(parameters)))
    return std::move(error);
  llvm::MutableArrayRef<uint8_t> to(reinterpret_cast<uint8_t *>(results.data()),
                                    results.size() * 8);
  if (auto error = machine.copyOut(out, to))
    return std::move(error);
  return results;
}

inline std::vector<uint64_t> run(llvm::StringRef body,
                                 llvm::ArrayRef<Inputs> inputs,
                                 LaunchConfig config = {}) {
  auto results = tryRun(body, inputs, config);
  if (results)
    return *results;
  ADD_FAILURE() << body.str() << ": " << llvm::toString(results.takeError());
  return std::vector<uint64_t>(inputs.size());
}

/// One thread's result.
inline uint64_t eval(llvm::StringRef body, uint64_t a = 0, uint64_t b = 0,
                     uint64_t c = 0, uint64_t d = 0) {
  return run(body, Inputs{a, b, c, d})[0];
}

/// The message with which \p body is refused or fails.
inline std::string failure(llvm::StringRef body,
                           llvm::ArrayRef<Inputs> inputs = Inputs{},
                           LaunchConfig config = {}) {
  auto results = tryRun(body, inputs, config);
  return results ? "" : llvm::toString(results.takeError());
}

/// Threads whose %a is their index.
inline std::vector<Inputs> numbered(unsigned count) {
  std::vector<Inputs> inputs;
  for (unsigned n = 0; n < count; ++n)
    inputs.push_back({n});
  return inputs;
}
inline bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

inline LaunchConfig under(const char *schedule) {
  LaunchConfig config;
  config.schedule = llvm::cantFail(Schedule::parse(schedule));
  return config;
}
/// A launch without checks, to show the effect of a mistake rather than its
/// report.
inline LaunchConfig unchecked(const char *schedule) {
  LaunchConfig config = under(schedule);
  config.checks = CheckSet::none();
  return config;
}
/// One cluster of \p ctas.
inline LaunchConfig clustered(uint32_t ctas, const char *schedule = "inorder") {
  LaunchConfig config = under(schedule);
  config.grid.x = ctas;
  config.cluster = Dim3{ctas};
  return config;
}

inline uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
inline uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
inline uint64_t u32(int32_t value) { return uint32_t(value); }

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_KERNELHARNESS_H
