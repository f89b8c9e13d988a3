//===- WarpHarness.h - One instruction of a warp ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A harness for instructions whose operands are distributed over lanes and
// registers. Thread t has word w of its inputs in register %i<w> and leaves its
// outputs in %o<w>.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_WARPHARNESS_H
#define TILEIRAS_UNITTESTS_EMULATOR_WARPHARNESS_H

#include "Coverage.h"

#include "tileiras/Emulator/Emulator.h"

#include "gtest/gtest.h"

namespace tileiras::emu::test {

/// Words of every thread: (thread, register).
class WordTable {
public:
  WordTable(unsigned threads, unsigned registers)
      : registers(registers), words(size_t(threads) * registers) {}
  uint32_t &at(unsigned thread, unsigned reg) {
    return words[size_t(thread) * registers + reg];
  }
  unsigned threads() const { return registers ? words.size() / registers : 32; }

  unsigned registers;
  std::vector<uint32_t> words;
};

/// "{%i4, %i5, %i6}"
inline std::string registerList(char letter, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned n = 0; n < count; ++n)
    text +=
        (n ? ", %" : "%") + std::string(1, letter) + std::to_string(first + n);
  return text + "}";
}

struct WarpProgram {
  std::string body;
  std::string target = "sm_120a";
  /// The contents of .shared `smem` at the start; at least 128 bytes, aligned
  /// to 1024.
  std::vector<uint8_t> shared = std::vector<uint8_t>(128);
  std::string declarations = {}; // at module scope
  LaunchConfig config = {};
  /// The number of CTAs; inputs, outputs and `shared` have one section for
  /// each.
  unsigned ctas = 1;
};

inline std::string warpText(const WarpProgram &program, unsigned inputs,
                            unsigned outputs) {
  size_t bytes = program.shared.size() / program.ctas;
  std::string text = ".version 8.8\n.target " + program.target +
                     "\n.address_size 64\n" + program.declarations +
                     ".shared .align 1024 .b8 smem[" + std::to_string(bytes) +
                     R"(];
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 image)
{
.reg .b64 %out, %in, %image, %x<20>;
.reg .b32 %t, %n, %s, %r<40>;
.reg .b16 %h<10>;
.reg .pred %p<10>;
)";
  text += ".reg .b32 %i<" + std::to_string(inputs + 1) + ">, %o<" +
          std::to_string(outputs + 1) + ">;\n";
  text += R"(
ld.param.u64 %out, [out];
ld.param.u64 %in, [in];
ld.param.u64 %image, [image];
mov.u32 %t, %tid.x;
mov.u32 %n, %ntid.x;
mov.u32 %r0, %ctaid.x;
)";
  text += "mul.wide.u32 %x0, %r0, " + std::to_string(bytes) +
          ";\nadd.u64 %image, %image, %x0;\nmad.lo.u32 %r0, %r0, %n, %t;\n";
  text += "mad.wide.u32 %in, %r0, " + std::to_string(4 * inputs) + ", %in;\n";
  text +=
      "mad.wide.u32 %out, %r0, " + std::to_string(4 * outputs) + ", %out;\n";
  for (unsigned w = 0; w < inputs; ++w)
    text += "ld.global.b32 %i" + std::to_string(w) + ", [%in+" +
            std::to_string(4 * w) + "];\n";
  for (unsigned w = 0; w < outputs; ++w)
    text += "mov.b32 %o" + std::to_string(w) + ", 0;\n";
  // Each thread copies every ntid-th word of the image.
  text += R"(
shl.b32 %r0, %t, 2;
FILL:
setp.ge.u32 %p0, %r0, )" +
          std::to_string(bytes) + R"(;
@%p0 bra FILLED;
cvt.u64.u32 %x0, %r0;
add.u64 %x0, %image, %x0;
ld.global.b32 %r1, [%x0];
mov.u32 %s, smem;
add.u32 %s, %s, %r0;
st.shared.b32 [%s], %r1;
mad.lo.u32 %r0, %n, 4, %r0;
bra FILL;
FILLED:
fence.proxy.async;
bar.sync 0;
mov.u32 %s, smem;
)" + program.body +
          "\n";
  for (unsigned w = 0; w < outputs; ++w)
    text += "st.global.b32 [%out+" + std::to_string(4 * w) + "], %o" +
            std::to_string(w) + ";\n";
  return text + "ret;\n}\n";
}

inline llvm::Error tryRunWarp(const WarpProgram &program, WordTable &inputs,
                              WordTable &outputs) {
  auto module = Module::parse(
      warpText(program, inputs.registers, outputs.registers), "test.ptx");
  if (!module)
    return module.takeError();
  Machine machine;
  auto bytes = [](auto &values) {
    return llvm::MutableArrayRef(reinterpret_cast<uint8_t *>(values.data()),
                                 values.size() * sizeof(values[0]));
  };
  auto allocate = [&](auto &values, llvm::StringRef name) {
    return machine.allocate(std::max<size_t>(4, bytes(values).size()), name);
  };
  std::vector<uint8_t> image = program.shared;
  uint64_t in = allocate(inputs.words, "in"), at = allocate(image, "image");
  uint64_t out = allocate(outputs.words, "out");
  if (auto error = machine.copyIn(in, bytes(inputs.words)))
    return error;
  if (auto error = machine.copyIn(at, bytes(image)))
    return error;
  std::array<uint64_t, 3> parameters = {out, in, at};
  LaunchConfig config = program.config;
  config.block.x = inputs.threads() / program.ctas;
  config.grid.x = program.ctas;
  if (auto error = launchCovered(machine, **module, config, bytes(parameters)))
    return error;
  return machine.copyOut(out, bytes(outputs.words));
}

inline void runWarp(const WarpProgram &program, WordTable &inputs,
                    WordTable &outputs) {
  if (auto error = tryRunWarp(program, inputs, outputs))
    ADD_FAILURE() << program.body << ": " << llvm::toString(std::move(error));
}

/// The message with which the program is refused or fails.
inline std::string warpFailure(const WarpProgram &program,
                               unsigned threads = 32) {
  WordTable inputs(threads, 1), outputs(threads, 1);
  return llvm::toString(tryRunWarp(program, inputs, outputs));
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_WARPHARNESS_H
