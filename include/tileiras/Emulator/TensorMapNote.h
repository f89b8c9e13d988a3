//===- TensorMapNote.h - Tensor maps that a launch makes --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may take tensor maps as parameters behind those that its callers
// know of. What they are made of is said by a variable of the module,
// `__tileiras_tensor_maps_<kernel>` in global memory, an array of 64-bit words:
//
//   1                   the version of this form
//   maps                how many there are; then for each of them
//     parameter         the number of the parameter that is the map
//     base              that of the parameter that points to the array
//     element           CUtensorMapDataType
//     swizzle           CUtensorMapSwizzle
//     fill              CUtensorMapFloatOOBfill
//     rank              dimensions; then for each of them, the innermost first
//       extent kind, extent     in elements
//       stride kind, stride     in elements; 1 for the innermost
//       box extent              in elements
//
// Of kind 0 is a number itself, of kind 1 the number of a parameter that holds
// it, an unsigned integer. Element strides are 1, and nothing is interleaved.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_TENSORMAPNOTE_H
#define TILEIRAS_EMULATOR_TENSORMAPNOTE_H

#include "tileiras/Emulator/Program.h"
#include "tileiras/Emulator/TensorMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tileiras::emu {

class TensorMapNote {
public:
  /// The note about \p kernel; one without maps where there is none.
  static llvm::Expected<TensorMapNote> read(const Program &program,
                                            const Function &kernel);

  /// How many parameters a caller passes: those before the maps.
  size_t countArguments() const { return arguments; }

  /// Writes a map in the form that the device reads.
  using Encoder = llvm::function_ref<llvm::Error(
      const TensorMap &map, uint8_t (&bytes)[TensorMapBytes])>;

  /// Makes the maps from the other parameters, in \p parameters.
  llvm::Error makeMaps(llvm::MutableArrayRef<uint8_t> parameters,
                       Encoder encode) const;

private:
  /// A number, or the parameter that holds it.
  struct Source {
    bool isParameter = false;
    uint64_t value = 0;
  };
  struct Map {
    uint64_t parameter = 0, base = 0;
    /// All but what the parameters say.
    TensorMap map;
    std::array<Source, MaxTensorRank> extents, strides;
  };

  llvm::Expected<TensorMap> makeMap(const Map &map,
                                    llvm::ArrayRef<uint8_t> parameters) const;
  uint64_t get(Source source, llvm::ArrayRef<uint8_t> parameters) const;

  const Function *kernel = nullptr;
  size_t arguments = 0;
  std::vector<Map> maps;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_TENSORMAPNOTE_H
