//===- Parameters.cpp - Parameters that a launch passes to a kernel -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/Parameters.h"

#include "tileiras/Emulator/Machine/TensorMapNote.h"

#include <cstring>

using namespace llvm;

namespace tileiras::launch {

namespace {

/// Writes values into the parameters one after the other.
class ParameterWriter {
public:
  /// Writes the first \p count parameters of the kernel.
  ParameterWriter(const emu::Function &kernel, size_t count)
      : kernel(kernel), count(count), bytes(kernel.paramBytes) {}

  /// Adds an integer in the width of the parameter.
  Error add(uint64_t value, const Twine &what) {
    if (Error error = checkNext(what))
      return error;
    const emu::Param &param = kernel.params[next];
    if (param.size != 4 && param.size != 8)
      return createStringError("parameter " + Twine(next) + " ('" + param.name +
                               "') has " + Twine(param.size) +
                               " bytes and can't hold " + what);
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
  if (Error error =
          writer.add(argument.address, "the pointer of " + argument.name))
    return error;
  if (argument.pointerOnly)
    return Error::success();
  for (int64_t extent : argument.shape)
    if (Error error = writer.add(extent, "a size of " + argument.name))
      return error;
  for (size_t n = 0; n < argument.shape.size(); ++n) {
    int64_t stride = 1;
    for (int64_t inner : argument.shape.drop_front(n + 1))
      stride *= inner;
    if (Error error = writer.add(stride, "a stride of " + argument.name))
      return error;
  }
  return Error::success();
}

Error place(DeviceMemory &memory, Argument &argument, const Twine &name) {
  Expected<uint64_t> address =
      memory.allocate(argument.bytes.size(), name.str());
  if (!address)
    return address.takeError();
  argument.address = *address;
  return memory.copyIn(argument.address, argument.bytes);
}

} // namespace

Expected<std::vector<uint8_t>>
passArguments(DeviceMemory &memory, const emu::Module &module,
              const emu::Function &kernel,
              MutableArrayRef<Argument> arguments) {
  Expected<emu::TensorMapNote> note =
      emu::TensorMapNote::read(module.program(), kernel);
  if (!note)
    return note.takeError();
  ParameterWriter writer(kernel, note->countArguments());
  for (auto [index, argument] : enumerate(arguments)) {
    if (!argument.isArray) {
      if (Error error = writer.add(argument.bytes, argument.name))
        return std::move(error);
      continue;
    }
    if (Error error = place(memory, argument, "argument " + Twine(index)))
      return std::move(error);
    if (Error error = addArray(writer, argument))
      return std::move(error);
  }
  Expected<std::vector<uint8_t>> parameters = writer.finish();
  if (!parameters)
    return parameters;
  auto encode = [&](const emu::TensorMap &map,
                    uint8_t (&bytes)[emu::kTensorMapBytes]) {
    return memory.encode(map, bytes);
  };
  if (Error error = note->makeMaps(*parameters, encode))
    return std::move(error);
  return parameters;
}

} // namespace tileiras::launch
