//===- TensorMapNote.cpp - Tensor maps that a launch makes ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorMapNote.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace tileiras::emu {

namespace {

constexpr StringLiteral kNamePrefix = "__tileiras_tensor_maps_";
constexpr uint64_t kVersion = 1;

/// Reads the words of a note one after another, and records the first wrong
/// one.
class Words {
public:
  Words(const Variable &note, const Function &kernel)
      : note(note), kernel(kernel) {}

  /// Reads a number below \p end.
  uint64_t takeBelow(uint64_t end, const Twine &what) {
    uint64_t word = take();
    if (broken.empty() && word >= end)
      broken =
          (what + " is " + Twine(word) + ", expected less than " + Twine(end))
              .str();
    return broken.empty() ? word : 0;
  }
  uint64_t take() {
    uint8_t bytes[8] = {};
    if (8 * next + 8 > note.size && broken.empty())
      broken = "it ends too early";
    // The bytes after an initialiser are zeros.
    for (uint64_t at = 8 * next; at < 8 * next + 8 && at < note.bytes.size();
         ++at)
      bytes[at - 8 * next] = note.bytes[at];
    ++next;
    return broken.empty() ? support::endian::read64le(bytes) : 0;
  }
  uint64_t takeParameter(uint64_t bytes, const Twine &what) {
    uint64_t number = takeBelow(kernel.params.size(), what);
    if (broken.empty() && kernel.params[number].size != bytes &&
        (bytes != 0 || kernel.params[number].size > 8))
      broken =
          ("parameter " + Twine(number) + " has " +
           Twine(kernel.params[number].size) + " bytes, which is no " + what)
              .str();
    return broken.empty() ? number : 0;
  }

  Error getError() const {
    if (broken.empty())
      return Error::success();
    return createStringError("'" + note.name + "' is no note about tensor " +
                             "maps: " + broken);
  }

private:
  const Variable &note;
  const Function &kernel;
  uint64_t next = 0;
  std::string broken;
};

} // namespace

Expected<TensorMapNote> TensorMapNote::read(const Program &program,
                                            const Function &kernel) {
  TensorMapNote result;
  result.kernel = &kernel;
  result.arguments = kernel.params.size();
  const Variable *variable =
      program.variableByName.lookup((kNamePrefix + kernel.name).str());
  if (!variable)
    return result;
  Words words(*variable, kernel);
  auto takeSource = [&](const Twine &what) {
    Source source;
    source.isParameter = words.takeBelow(2, "a kind") == 1;
    source.value =
        source.isParameter ? words.takeParameter(0, what) : words.take();
    return source;
  };
  words.takeBelow(kVersion + 1, "the version");
  uint64_t count = words.takeBelow(kernel.params.size() + 1, "the maps");
  for (; count != 0; --count) {
    Map &map = result.maps.emplace_back();
    map.parameter = words.takeParameter(kTensorMapBytes, "tensor map");
    map.base = words.takeParameter(8, "pointer");
    map.map.element = TensorElement(words.takeBelow(
        uint64_t(TensorElement::NumElements), "an element type"));
    map.map.swizzle = TensorSwizzle(words.takeBelow(
        uint64_t(TensorSwizzle::Bytes128Atom64) + 1, "a swizzle"));
    map.map.fill =
        TensorFill(words.takeBelow(uint64_t(TensorFill::NaN) + 1, "a fill"));
    map.map.rank = words.takeBelow(kMaxTensorRank + 1, "a rank");
    for (unsigned dim = 0; dim < map.map.rank; ++dim) {
      map.extents[dim] = takeSource("extent");
      map.strides[dim] = takeSource("stride");
      map.map.box[dim] = words.take();
    }
    result.arguments = std::min<size_t>(result.arguments, map.parameter);
  }
  if (Error error = words.getError())
    return std::move(error);
  return result;
}

uint64_t TensorMapNote::get(Source source, ArrayRef<uint8_t> parameters) const {
  if (!source.isParameter)
    return source.value;
  const Param &param = kernel->params[source.value];
  uint8_t bytes[8] = {};
  std::memcpy(bytes, &parameters[param.offset], param.size);
  return support::endian::read64le(bytes);
}

Expected<TensorMap> TensorMapNote::makeMap(const Map &made,
                                           ArrayRef<uint8_t> parameters) const {
  TensorMap map = made.map;
  map.address = get({true, made.base}, parameters);
  ElementUnit unit = unitOf(map.element);
  for (unsigned dim = 0; dim < map.rank; ++dim) {
    map.extents[dim] = get(made.extents[dim], parameters);
    // Coordinates are signed numbers of 32 bits.
    if (map.extents[dim] > uint64_t(1) << 31)
      return createStringError("parameter " + Twine(made.parameter) + " of '" +
                               kernel->name + "': an extent of " +
                               Twine(map.extents[dim]) +
                               " elements is more than coordinates reach");
    if (dim != 0)
      map.strides[dim - 1] =
          get(made.strides[dim], parameters) * unit.globalBytes / unit.elements;
  }
  if (Error error = map.verify())
    return createStringError("parameter " + Twine(made.parameter) + " of '" +
                             kernel->name + "': " + toString(std::move(error)));
  return map;
}

Error TensorMapNote::makeMaps(MutableArrayRef<uint8_t> parameters,
                              Encoder encode) const {
  for (const Map &made : maps) {
    Expected<TensorMap> map = makeMap(made, parameters);
    if (!map)
      return map.takeError();
    uint8_t bytes[kTensorMapBytes];
    if (Error error = encode(*map, bytes))
      return error;
    std::copy(std::begin(bytes), std::end(bytes),
              &parameters[kernel->params[made.parameter].offset]);
  }
  return Error::success();
}

} // namespace tileiras::emu
