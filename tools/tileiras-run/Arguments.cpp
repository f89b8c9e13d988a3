//===- Arguments.cpp - Kernel arguments from the command line ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "tileiras/Emulator/TensorMapNote.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::run {

namespace {

Expected<Array> makeArray(StringRef text, uint8_t fill) {
  auto [type, extents] = text.split(':');
  std::string descr = descrOf(type);
  if (descr.empty())
    return createStringError("unknown element type '" + type + "'");
  std::vector<int64_t> shape;
  SmallVector<StringRef> parts;
  extents.split(parts, 'x', -1, false);
  for (StringRef part : parts) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return createStringError("'" + extents + "' is no shape such as 2x3");
    shape.push_back(extent);
  }
  Expected<Array> array = Array::make(descr, std::move(shape));
  if (array)
    llvm::fill(array->bytes(), fill);
  return array;
}

Expected<Array> parseArray(StringRef text) {
  if (text.consume_front("zeros:"))
    return makeArray(text, 0);
  if (text.consume_front("empty:"))
    return makeArray(text, 0xa5);
  return readNpy(text);
}

Expected<std::vector<uint8_t>> parseHex(StringRef text) {
  std::string bytes;
  if (!tryGetFromHex(text, bytes))
    return createStringError("'" + text + "' is not hexadecimal");
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

Expected<std::vector<uint8_t>> parseScalar(StringRef spec) {
  auto [type, text] = spec.split(':');
  if (type == "hex")
    return parseHex(text);
  std::string descr = descrOf(type);
  if (descr.empty() || (descr[1] == 'V' && type != "bf16"))
    return createStringError("'" + spec +
                             "' is no argument: expected array:, "
                             "ptr:, zeros:, empty: or a scalar such as i32:5");
  unsigned size = Array::itemSizeOf(descr);
  uint64_t bits;
  if (type.starts_with("f") || type == "bf16") {
    double value;
    if (text.getAsDouble(value))
      return createStringError("'" + text + "' is no number");
    using namespace emu;
    bits = size == 8 ? std::bit_cast<uint64_t>(value)
                     : encode(type == "f32"    ? FormatF32
                              : type == "bf16" ? FormatBF16
                                               : FormatF16,
                              value, Rounding::RN);
  } else {
    int64_t value;
    if (text.getAsInteger(0, value) && text.getAsInteger(0, bits))
      return createStringError("'" + text + "' is no integer");
    if (!text.getAsInteger(0, value))
      bits = uint64_t(value);
    if (!isUIntN(8 * size, bits) && !isIntN(8 * size, int64_t(bits)))
      return createStringError("'" + text + "' does not fit in " + type);
  }
  std::vector<uint8_t> bytes(size);
  std::memcpy(bytes.data(), &bits, size);
  return bytes;
}

/// Writes values into the parameters one after the other.
class ParameterWriter {
public:
  /// The first \p count parameters of the kernel.
  ParameterWriter(const emu::Function &kernel, size_t count)
      : kernel(kernel), count(count), bytes(kernel.paramBytes) {}

  /// An integer takes the width of the parameter.
  Error add(uint64_t value, const Twine &what) {
    if (Error error = checkNext(what))
      return error;
    const emu::Param &param = kernel.params[next];
    if (param.size != 4 && param.size != 8)
      return createStringError("parameter " + Twine(next) + " ('" + param.name +
                               "') has " + Twine(param.size) +
                               " bytes and can't take " + what);
    std::memcpy(&bytes[param.offset], &value, param.size);
    ++next;
    return Error::success();
  }

  Error add(ArrayRef<uint8_t> value, const Twine &what) {
    if (Error error = checkNext(what))
      return error;
    const emu::Param &param = kernel.params[next];
    if (param.size != value.size())
      return createStringError("parameter " + Twine(next) + " ('" + param.name +
                               "') has " + Twine(param.size) + " bytes, " +
                               what + " has " + Twine(value.size()));
    std::copy(value.begin(), value.end(), &bytes[param.offset]);
    ++next;
    return Error::success();
  }

  Expected<std::vector<uint8_t>> finish() {
    if (next == count)
      return std::move(bytes);
    return createStringError("kernel '" + kernel.name + "' has " +
                             Twine(count) + " parameters, the arguments fill " +
                             Twine(next));
  }

private:
  Error checkNext(const Twine &what) {
    if (next < count)
      return Error::success();
    return createStringError("kernel '" + kernel.name + "' has " +
                             Twine(count) + " parameters; " + what +
                             " is one too many");
  }

  const emu::Function &kernel;
  size_t count;
  std::vector<uint8_t> bytes;
  unsigned next = 0;
};

Error addArray(ParameterWriter &writer, const Argument &argument) {
  ArrayRef<int64_t> shape = argument.array->shape();
  if (Error error =
          writer.add(argument.address, "the pointer of " + argument.spec))
    return error;
  if (argument.pointerOnly)
    return Error::success();
  for (int64_t extent : shape)
    if (Error error = writer.add(extent, "a size of " + argument.spec))
      return error;
  for (size_t n = 0; n < shape.size(); ++n) {
    int64_t stride = 1;
    for (size_t inner = n + 1; inner < shape.size(); ++inner)
      stride *= shape[inner];
    if (Error error = writer.add(stride, "a stride of " + argument.spec))
      return error;
  }
  return Error::success();
}

} // namespace

Expected<Argument> parseArgument(StringRef spec) {
  Argument argument;
  argument.spec = spec.str();
  argument.pointerOnly = spec.consume_front("ptr:");
  bool isArray = spec.consume_front("array:") || argument.pointerOnly ||
                 spec.starts_with("zeros:") || spec.starts_with("empty:");
  if (isArray) {
    Expected<Array> array = parseArray(spec);
    if (!array)
      return array.takeError();
    argument.array = std::move(*array);
    return argument;
  }
  Expected<std::vector<uint8_t>> scalar = parseScalar(spec);
  if (!scalar)
    return scalar.takeError();
  argument.scalar = std::move(*scalar);
  return argument;
}

Expected<std::vector<uint8_t>> passArguments(emu::Machine &machine,
                                             const emu::Module &module,
                                             const emu::Function &kernel,
                                             std::vector<Argument> &arguments) {
  Expected<emu::TensorMapNote> note =
      emu::TensorMapNote::read(module.program(), kernel);
  if (!note)
    return note.takeError();
  ParameterWriter writer(kernel, note->countArguments());
  for (auto [index, argument] : enumerate(arguments)) {
    if (!argument.array) {
      if (Error error = writer.add(argument.scalar, argument.spec))
        return std::move(error);
      continue;
    }
    ArrayRef<uint8_t> bytes = argument.array->bytes();
    std::string name = "argument " + std::to_string(index);
    argument.address = machine.allocate(bytes.size(), name);
    if (!argument.address)
      return createStringError("out of host memory: " + name + " has " +
                               Twine(bytes.size()) + " bytes");
    if (Error error = machine.copyIn(argument.address, bytes))
      return std::move(error);
    if (Error error = addArray(writer, argument))
      return std::move(error);
  }
  Expected<std::vector<uint8_t>> parameters = writer.finish();
  if (parameters)
    if (Error error = note->makeMaps(*parameters))
      return std::move(error);
  return parameters;
}

} // namespace tileiras::run
