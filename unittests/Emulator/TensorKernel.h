//===- TensorKernel.h - A kernel around tcgen05 instructions ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread t of four warps owns lane t of the tensor memory. Its inputs are
// stored to columns 0 and up with .32x32b, then `work` runs in thread 0 (of the
// even CTA), all threads wait for its completion, and columns 0 and up are
// loaded as outputs.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_TENSORKERNEL_H
#define TILEIRAS_UNITTESTS_EMULATOR_TENSORKERNEL_H

#include "WarpHarness.h"

namespace tileiras::emu::test {

struct TensorKernel {
  std::string work; // instructions of one thread
  /// The contents of `smem` of each CTA at its start.
  std::vector<std::vector<uint8_t>> shared;
  std::string group = "1"; // .cta_group
  Schedule schedule = {};

  /// smem: the image, then the address of the allocation and the mbarrier.
  WarpProgram program(unsigned inputs, unsigned outputs) const;
};

inline std::string moveColumns(const char *op, char letter, unsigned count) {
  std::string text;
  for (unsigned n = 0; n < count; n += 8) {
    std::string list = registerList(letter, n, 8);
    std::string address = "[%r20+" + std::to_string(n) + "]";
    text += std::string("tcgen05.") + op + ".sync.aligned.32x32b.x8.b32 " +
            (letter == 'o' ? list + ", " + address : address + ", " + list) +
            ";\n";
  }
  return text;
}

inline WarpProgram TensorKernel::program(unsigned inputs,
                                         unsigned outputs) const {
  WarpProgram program;
  program.target = "sm_100a";
  program.config.schedule = schedule;
  program.ctas = shared.size();
  unsigned end = 0;
  for (const std::vector<uint8_t> &image : shared)
    end = std::max<unsigned>(end, (image.size() + 15) / 16 * 16);
  program.shared.clear();
  for (std::vector<uint8_t> image : shared) {
    image.resize(end + 32);
    program.shared.insert(program.shared.end(), image.begin(), image.end());
  }
  std::string address = "smem+" + std::to_string(end);
  std::string barrier = "smem+" + std::to_string(end + 8);
  std::string cg = ".cta_group::" + group;
  bool pair = group == "2";
  if (pair)
    program.config.cluster = Dim3{2, 1, 1};
  std::string sync = pair ? "barrier.cluster.arrive.aligned;\n"
                            "barrier.cluster.wait.aligned;\n"
                          : "bar.sync 0;\n";
  std::string text = R"(
setp.lt.u32 %p1, %t, 32;
setp.eq.u32 %p2, %t, 0;
@%p1 tcgen05.alloc)" +
                     cg + ".sync.aligned.shared::cta.b32 [" + address +
                     "], 512;\n@%p2 mbarrier.init.shared.b64 [" + barrier +
                     "], 1;\n" + sync + "ld.shared.b32 %r20, [" + address +
                     R"(];
and.b32 %r21, %t, 96;
shl.b32 %r21, %r21, 16;
add.u32 %r20, %r20, %r21;
)" + moveColumns("st", 'i', inputs) +
                     R"(tcgen05.wait::st.sync.aligned;
tcgen05.fence::before_thread_sync;
)" + sync + "tcgen05.fence::after_thread_sync;\nmov.pred %p3, %p2;\n";
  if (pair)
    text += "mov.u32 %r22, %cluster_ctarank;\n"
            "setp.eq.and.u32 %p3, %r22, 0, %p2;\n";
  text += "@!%p3 bra DONE;\n" + work + "tcgen05.commit" + cg +
          ".mbarrier::arrive::one.shared::cluster" +
          (pair ? ".multicast::cluster.b64 [" : ".b64 [") + barrier +
          (pair ? "], 3;\n" : "];\n") + R"(DONE:
mbarrier.try_wait.parity.shared.b64 %p4, [)" +
          barrier + R"(], 0;
@!%p4 bra DONE;
tcgen05.fence::after_thread_sync;
)" + moveColumns("ld", 'o', outputs) +
          "tcgen05.wait::ld.sync.aligned;\n"
          "tcgen05.fence::before_thread_sync;\n" +
          sync + "@%p1 tcgen05.relinquish_alloc_permit" + cg +
          ".sync.aligned;\nsub.u32 %r20, %r20, %r21;\n@%p1 tcgen05.dealloc" +
          cg + ".sync.aligned.b32 %r20, 512;\n";
  program.body = text;
  return program;
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_TENSORKERNEL_H
