//===- TensorCopyHarness.h - Runs tensor copies for a test ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A harness for kernels that copy boxes of a tensor by a tensor map.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UNITTESTS_EMULATOR_TENSORCOPYHARNESS_H
#define TILEIRAS_UNITTESTS_EMULATOR_TENSORCOPYHARNESS_H

#include "Coverage.h"
#include "KernelHarness.h"

#include "tileiras/Emulator/Machine/TensorMap.h"

namespace tileiras::emu::test {

constexpr unsigned kSharedBox = 4096;

/// A kernel of 32 threads per CTA with a tensor map. Its body finds
///   %map    the map's generic address (a parameter), %gmap one in .global
///   %data   the tensor's memory
///   box     4096 bytes of .shared, zeros, aligned to 1024
///   full    an mbarrier for one arrival; %p0 in thread 0
/// and what it leaves in `box` of CTA %ctaid is returned.
class TensorCopy {
public:
  TensorCopy(uint64_t tensorBytes) : tensor(tensorBytes) {
    map.address = data = machine->allocate(tensorBytes, "tensor");
    for (uint64_t at = 0; at < tensorBytes; ++at)
      tensor[at] = uint8_t(at * 7 + at / 256);
  }

  static std::string text(llvm::StringRef body) {
    return R"(.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 data,
                  .param .u64 gmap, .param .u64 out)
{
.reg .b64 %map, %gmap, %data, %out, %x<10>;
.reg .b32 %t, %rank, %r<10>;
.reg .pred %p<10>;
.shared .align 1024 .b8 box[4096];
.shared .align 8 .b64 full;
mov.b64 %map, map;
cvta.param.u64 %map, %map;
ld.param.u64 %data, [data];
ld.param.u64 %gmap, [gmap];
ld.param.u64 %out, [out];
mov.u32 %t, %tid.x;
mov.u32 %rank, %cluster_ctarank;
setp.eq.u32 %p0, %t, 0;
mov.u32 %r0, box;
@%p0 st.bulk.shared::cta [%r0], 4096, 0;
@%p0 mbarrier.init.shared.b64 [full], 1;
fence.mbarrier_init.release.cluster;
fence.proxy.async;
barrier.cluster.arrive; barrier.cluster.wait;
)" + body.str() +
           R"(
bar.sync 0;
barrier.cluster.arrive; barrier.cluster.wait;
mov.u32 %r1, %ctaid.x;
mad.wide.u32 %out, %r1, 4096, %out;
mov.u32 %r2, box;
mad.lo.u32 %r2, %t, 128, %r2;
mad.wide.u32 %out, %t, 128, %out;
mov.u32 %r3, 0;
again:
ld.shared.u32 %r4, [%r2];
st.global.u32 [%out], %r4;
add.u32 %r2, %r2, 4;
add.u64 %out, %out, 4;
add.u32 %r3, %r3, 4;
setp.lt.u32 %p1, %r3, 128;
@%p1 bra again;
ret;
}
)";
  }

  /// All CTAs' boxes one after the other, or the message.
  llvm::Expected<std::vector<uint8_t>> tryRun(llvm::StringRef body,
                                              LaunchConfig config = {}) {
    auto parsed = Module::parse(text(body), "test.ptx");
    if (!parsed)
      return parsed.takeError();
    const Module &module = *modules.emplace_back(std::move(*parsed));
    std::vector<uint8_t> results(kSharedBox * config.grid.count());
    uint64_t out = machine->allocate(results.size(), "out");
    std::vector<uint8_t> parameters(128 + 24);
    uint8_t bytes[kTensorMapBytes];
    map.write(bytes);
    std::copy(bytes, bytes + kTensorMapBytes, parameters.begin());
    uint64_t pointers[] = {data, machine->allocate(128, "gmap"), out};
    std::memcpy(&parameters[128], pointers, sizeof(pointers));
    if (auto error = machine->copyIn(data, tensor))
      return std::move(error);
    config.block.x = 32;
    if (auto error = launchCovered(*machine, module, config, parameters))
      return std::move(error);
    if (auto error = machine->copyOut(out, results))
      return std::move(error);
    if (auto error = machine->copyOut(data, tensor))
      return std::move(error);
    return results;
  }

  std::vector<uint8_t> run(llvm::StringRef body, LaunchConfig config = {}) {
    auto results = tryRun(body, config);
    if (results)
      return *results;
    ADD_FAILURE() << body.str() << ": " << llvm::toString(results.takeError());
    return std::vector<uint8_t>(kSharedBox * config.grid.count());
  }

  std::string failure(llvm::StringRef body, LaunchConfig config = {}) {
    auto results = tryRun(body, config);
    return results ? "" : llvm::toString(results.takeError());
  }

  std::unique_ptr<Machine> machine = std::make_unique<Machine>();
  std::vector<std::unique_ptr<Module>> modules; // the machine knows them
  TensorMap map;
  std::vector<uint8_t> tensor;
  uint64_t data;
};

/// The copy by thread 0, after which all threads wait for \p bytes.
inline std::string loading(llvm::StringRef copy, unsigned bytes) {
  return "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [full], " +
         std::to_string(bytes) + ";\n@%p0 " + copy.str() +
         "\nwait: mbarrier.try_wait.parity.shared.b64 %p1, [full], 0;\n"
         "@!%p1 bra wait;";
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_TENSORCOPYHARNESS_H
