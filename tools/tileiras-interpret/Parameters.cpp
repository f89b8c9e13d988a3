//===- Parameters.cpp - Arguments as parameters of an entry point ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameters.h"

#include "tileiras/Interpreter/Numbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::cuda_tile;
using namespace tileiras::interpreter;

namespace tileiras::run {

namespace {

/// Returns the arguments of a kernel one after the other.
class ParameterList {
public:
  explicit ParameterList(EntryOp kernel)
      : name(kernel.getSymName()), types(kernel.getArgumentTypes()) {}

  Error addPointer(Pointer pointer, const Twine &what) {
    Expected<mlir::Type> type = takeNext(what);
    if (!type)
      return type.takeError();
    if (!isa<mlir::cuda_tile::PointerType>(*type))
      return createStringError(position() + " isn't a pointer and can't hold " +
                               what);
    parameters.push_back(pointer);
    return Error::success();
  }

  /// Adds a size or stride, which may have 32 or 64 bits.
  Error addExtent(uint64_t extent, const Twine &what) {
    Expected<mlir::Type> type = takeNext(what);
    if (!type)
      return type.takeError();
    if (!type->isInteger(64) && !(type->isInteger(32) && isInt<32>(extent)))
      return createStringError(position() + " can't hold " + what + ", " +
                               Twine(extent));
    parameters.push_back({extent, 0});
    return Error::success();
  }

  Error addScalar(ArrayRef<uint8_t> bytes, const Twine &what) {
    Expected<mlir::Type> type = takeNext(what);
    if (!type)
      return type.takeError();
    unsigned size = divideCeil(getStorageBits(*type), 8);
    if (size != bytes.size())
      return createStringError(position() + " has " + Twine(size) + " bytes, " +
                               what + " has " + Twine(bytes.size()));
    uint64_t bits = 0;
    for (unsigned byte = 0; byte < size; ++byte)
      bits |= uint64_t(bytes[byte]) << (8 * byte);
    parameters.push_back({bits, 0});
    return Error::success();
  }

  Expected<std::vector<Parameter>> finish() {
    if (parameters.size() == types.size())
      return std::move(parameters);
    return createStringError(
        "kernel '" + name + "' has " + Twine(types.size()) +
        " parameters, the arguments fill " + Twine(parameters.size()));
  }

private:
  std::string position() const {
    return "parameter " + std::to_string(parameters.size());
  }

  /// Returns the element type of the next parameter.
  Expected<mlir::Type> takeNext(const Twine &what) {
    if (parameters.size() < types.size())
      return cast<TileType>(types[parameters.size()]).getElementType();
    return createStringError("kernel '" + name + "' has " +
                             Twine(types.size()) + " parameters; " + what +
                             " is one too many");
  }

  StringRef name;
  ArrayRef<mlir::Type> types;
  std::vector<Parameter> parameters;
};

Error addExtents(ParameterList &list, const Argument &argument) {
  ArrayRef<int64_t> shape = argument.array->shape();
  for (int64_t extent : shape)
    if (Error error = list.addExtent(extent, "a size of " + argument.spec))
      return error;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t stride = 1;
    for (int64_t inner : shape.drop_front(dim + 1))
      stride *= inner;
    if (Error error = list.addExtent(stride, "a stride of " + argument.spec))
      return error;
  }
  return Error::success();
}

/// The memory of `empty:` arrays was never written.
Pointer placeArray(Memory &memory, const Argument &argument, std::string name) {
  ArrayRef<uint8_t> bytes = argument.array->bytes();
  StringRef spec(argument.spec);
  spec.consume_front("ptr:");
  return spec.starts_with("empty:") ? memory.allocate(bytes.size(), name)
                                    : memory.allocate(bytes, name);
}

} // namespace

Expected<PassedArguments> passArguments(Memory &memory, EntryOp kernel,
                                        ArgumentList &arguments) {
  ParameterList list(kernel);
  std::vector<Origin> arrays(arguments.size(), 0);
  for (auto [index, argument] : enumerate(arguments)) {
    if (!argument.array) {
      if (Error error = list.addScalar(argument.scalar, argument.spec))
        return std::move(error);
      continue;
    }
    Pointer pointer =
        placeArray(memory, argument, "argument " + std::to_string(index));
    arrays[index] = pointer.origin;
    if (Error error =
            list.addPointer(pointer, "the pointer of " + argument.spec))
      return std::move(error);
    if (!argument.pointerOnly)
      if (Error error = addExtents(list, argument))
        return std::move(error);
  }
  Expected<std::vector<Parameter>> parameters = list.finish();
  if (!parameters)
    return parameters.takeError();
  return PassedArguments{std::move(*parameters), std::move(arrays)};
}

Error fetchArrays(Memory &memory, ArrayRef<Origin> arrays,
                  ArgumentList &arguments,
                  std::optional<mlir::Location> &where) {
  for (auto [argument, array] : zip_equal(arguments, arrays)) {
    if (!argument.array)
      continue;
    const Allocation &allocation = memory.getAllocation(array);
    auto open = find(allocation.contents, Content::Unspecified);
    if (open != allocation.contents.end()) {
      where = allocation.firstUnspecified;
      return createStringError("the kernel leaves an unspecified value at "
                               "offset " +
                               Twine(open - allocation.contents.begin()) +
                               " of " + allocation.name +
                               "; it stored the first one here");
    }
    // Bytes that were never written keep the pattern of `empty:`.
    for (auto [byte, content, result] : zip_equal(
             allocation.bytes, allocation.contents, argument.array->bytes()))
      if (content == Content::Written)
        result = byte;
  }
  return Error::success();
}

} // namespace tileiras::run
