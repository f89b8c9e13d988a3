//===- DescribedTypes.cpp - Types that a debugger shows -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribedTypes.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tileiras {

namespace {

/// A type, and the size of a value of it, in bits.
struct Part {
  LLVM::DITypeAttr type;
  uint64_t size, align;
};

/// The types of a view's pieces.
struct ViewParts {
  Type element;
  ArrayRef<int64_t> shape, strides;
};

constexpr uint64_t kPointerBits = 64;

std::string print(Type type) {
  // A layout distributes a tile to threads; the program knows none.
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    type = RankedTensorType::get(tensor.getShape(), tensor.getElementType());
  std::string text;
  llvm::raw_string_ostream(text) << type;
  StringRef name = text;
  name.consume_front("!cuda_tile.");
  name.consume_front("!nv_tileaa.");
  return name.str();
}

class Describer {
public:
  Describer(MLIRContext *context, StringRef layout,
            function_ref<InFlightDiagnostic()> emitError)
      : context(context), layout(layout), emitError(emitError) {}

  FailureOr<DescribedForm> describe(Type payload, Type held) {
    FailureOr<Part> whole = add(payload, held, /*position=*/{}, /*offset=*/0);
    if (failed(whole))
      return failure();
    return DescribedForm{whole->type, whole->size, std::move(leaves)};
  }

private:
  using Position = ArrayRef<int64_t>;

  FailureOr<Part> add(Type payload, Type held, Position position,
                      uint64_t offset) {
    if (auto tile = dyn_cast<cuda_tile::TileType>(payload))
      return tile.isScalar()
                 ? add(tile.getElementType(), held, position, offset)
                 : addElements(payload, tile.getElementType(), held, position,
                               offset);
    if (auto shaped = dyn_cast<ShapedType>(payload);
        shaped && isa<VectorType, RankedTensorType>(payload))
      return addElements(payload, shaped.getElementType(), held, position,
                         offset);
    if (std::optional<ViewParts> view = getViewParts(payload))
      return addView(payload, *view, held, position, offset);
    if (auto array = dyn_cast<LLVM::LLVMArrayType>(payload))
      return addArray(array, held, position, offset);
    if (isa<LLVM::LLVMStructType, TupleType>(payload))
      return addFields(payload, held, position, offset);
    return addLeaf(payload, held, position, offset);
  }

  //===--------------------------------------------------------------------===//
  // Leaves
  //===--------------------------------------------------------------------===//

  FailureOr<Part> addLeaf(Type payload, Type held, Position position,
                          uint64_t offset) {
    FailureOr<Part> part = getScalar(payload, held);
    if (failed(part))
      return failure();
    DescribedLeaf leaf;
    leaf.position = llvm::to_vector(position);
    leaf.type = held;
    leaf.offset = offset;
    leaf.size = part->size;
    leaves.push_back(std::move(leaf));
    return part;
  }

  FailureOr<Part> getScalar(Type payload, Type held) {
    if (isa<cuda_tile::PointerType, nv_tileaa::PtrType, LLVM::LLVMPointerType>(
            payload)) {
      if (!isa<LLVM::LLVMPointerType>(held))
        return refuseHeld(payload, held);
      return getPointer(payload);
    }
    unsigned bits = getBits(payload);
    if (bits == 0)
      return refuse(payload);
    if (held != getSurrogate(payload, held, bits))
      return refuseHeld(payload, held);
    // A bool occupies a byte.
    uint64_t size = std::max(bits, 8u);
    return Part{
        LLVM::DIBasicTypeAttr::get(context, llvm::dwarf::DW_TAG_base_type,
                                   print(payload), size, getEncoding(payload)),
        size, size};
  }

  /// Returns the size of a type that carries a number; 0 for one that no
  /// register of the target holds.
  static unsigned getBits(Type payload) {
    if (isa<IndexType>(payload))
      return 64;
    if (isa<FloatTF32Type>(payload))
      return 32;
    if (!payload.isIntOrFloat())
      return 0;
    unsigned bits = payload.getIntOrFloatBitWidth();
    bool isSupported =
        llvm::is_contained({8u, 16u, 32u, 64u}, bits) ||
        (isa<IntegerType>(payload) && (bits == 1 || bits == 128));
    return isSupported ? bits : 0;
  }

  /// Returns the type in which values are computed.
  Type getSurrogate(Type payload, Type held, unsigned bits) const {
    if (isa<IndexType>(payload))
      return held.isInteger(32) ? held : IntegerType::get(context, 64);
    if (isa<FloatTF32Type>(payload))
      return Float32Type::get(context);
    bool isNative =
        isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(payload);
    return isNative ? payload : IntegerType::get(context, bits);
  }

  static unsigned getEncoding(Type payload) {
    if (payload.isInteger(1))
      return llvm::dwarf::DW_ATE_boolean;
    // Debuggers know no floats of 8 bits; they show the bits.
    bool isBits =
        isa<FloatType>(payload) && payload.getIntOrFloatBitWidth() == 8;
    if (isBits || payload.isUnsignedInteger())
      return llvm::dwarf::DW_ATE_unsigned;
    return isa<FloatType>(payload) ? llvm::dwarf::DW_ATE_float
                                   : llvm::dwarf::DW_ATE_signed;
  }

  Part getPointer(Type payload) {
    Type pointee;
    if (auto pointer = dyn_cast<cuda_tile::PointerType>(payload))
      pointee = pointer.getPointeeType();
    else if (auto pointer = dyn_cast<nv_tileaa::PtrType>(payload))
      pointee = pointer.getPointee();
    LLVM::DITypeAttr base;
    if (unsigned bits = pointee ? getBits(pointee) : 0)
      base = LLVM::DIBasicTypeAttr::get(context, llvm::dwarf::DW_TAG_base_type,
                                        print(pointee), std::max(bits, 8u),
                                        getEncoding(pointee));
    return {derive(llvm::dwarf::DW_TAG_pointer_type, "", base, kPointerBits),
            kPointerBits, kPointerBits};
  }

  //===--------------------------------------------------------------------===//
  // Aggregates
  //===--------------------------------------------------------------------===//

  static SmallVector<Type> getFields(Type type) {
    if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
      return llvm::to_vector(structure.getBody());
    if (auto tuple = dyn_cast<TupleType>(type))
      return llvm::to_vector(tuple.getTypes());
    if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
      return SmallVector<Type>(array.getNumElements(), array.getElementType());
    if (auto vector = dyn_cast<VectorType>(type))
      return SmallVector<Type>(vector.getNumElements(),
                               vector.getElementType());
    return {};
  }

  /// Adds the elements that a thread holds of a vector or tile: an array under
  /// its name.
  FailureOr<Part> addElements(Type payload, Type element, Type held,
                              Position position, uint64_t offset) {
    uint64_t size = 0, count = 0;
    FailureOr<Part> part = failure();
    auto addEach = [&](auto &&self, Type held, Position position) -> bool {
      SmallVector<Type> fields = getFields(held);
      if (fields.empty()) {
        part = add(element, held, position, offset + size);
        if (failed(part))
          return false;
        size += part->size;
        ++count;
        return true;
      }
      for (auto [index, field] : llvm::enumerate(fields))
        if (!self(self, field, extend(position, index)))
          return false;
      return true;
    };
    if (getFields(held).empty())
      return refuseHeld(payload, held);
    if (!addEach(addEach, held, position))
      return failure();
    LLVM::DITypeAttr array = getArray(*part, count);
    if (!layout.empty())
      array = derive(llvm::dwarf::DW_TAG_typedef, layout, array);
    return Part{derive(llvm::dwarf::DW_TAG_typedef, print(payload), array),
                size, part->align};
  }

  FailureOr<Part> addArray(LLVM::LLVMArrayType payload, Type held,
                           Position position, uint64_t offset) {
    auto array = dyn_cast<LLVM::LLVMArrayType>(held);
    if (!array || array.getNumElements() != payload.getNumElements() ||
        array.getNumElements() == 0)
      return refuseHeld(payload, held);
    FailureOr<Part> part = failure();
    for (unsigned i = 0; i < array.getNumElements(); ++i) {
      part = add(payload.getElementType(), array.getElementType(),
                 extend(position, i), offset + (i == 0 ? 0 : i * part->size));
      if (failed(part))
        return failure();
    }
    return Part{getArray(*part, array.getNumElements()),
                part->size * array.getNumElements(), part->align};
  }

  FailureOr<Part> addFields(Type payload, Type held, Position position,
                            uint64_t offset) {
    SmallVector<Type> fields = getFields(payload), heldFields = getFields(held);
    if (!isa<LLVM::LLVMStructType>(held) || fields.empty() ||
        fields.size() != heldFields.size())
      return refuseHeld(payload, held);
    Structure structure;
    for (auto [index, field] : llvm::enumerate(fields)) {
      FailureOr<Part> part =
          addMember(structure, std::to_string(index), offset, [&](uint64_t at) {
            return add(field, heldFields[index], extend(position, index), at);
          });
      if (failed(part))
        return failure();
    }
    return finish(structure, print(payload));
  }

  //===--------------------------------------------------------------------===//
  // Views
  //===--------------------------------------------------------------------===//

  static std::optional<ViewParts> getViewParts(Type type) {
    if (auto tiled = dyn_cast<cuda_tile::TileView>(type))
      type = tiled.getTensorView();
    if (auto view = dyn_cast<cuda_tile::TensorViewType>(type))
      return ViewParts{view.getElementType(), view.getShape(),
                       view.getStrides()};
    if (auto tiled = dyn_cast<nv_tileaa::TiledViewType>(type))
      type = tiled.getSource();
    auto memref = dyn_cast<nv_tileaa::StridedMemRefType>(type);
    if (!memref || memref.isShared())
      return std::nullopt;
    return ViewParts{memref.getElementType(), memref.getShape(),
                     memref.getStrides()};
  }

  FailureOr<Part> addView(Type payload, const ViewParts &view, Type held,
                          Position position, uint64_t offset) {
    SmallVector<Type> fields = getFields(held);
    // Two numbers of 4 bits share a byte, and sizes in registers are halved.
    if (view.element.isIntOrFloat() && view.element.getIntOrFloatBitWidth() < 8)
      return refuse(payload);
    if (fields.size() != 3 || !isa<LLVM::LLVMPointerType>(fields[0]) ||
        !isa<LLVM::LLVMArrayType>(fields[1]) ||
        !isa<LLVM::LLVMArrayType>(fields[2]) ||
        getFields(fields[1]).size() != view.shape.size() ||
        getFields(fields[2]).size() != view.strides.size())
      return refuseHeld(payload, held);
    Structure structure;
    auto pointer = cuda_tile::PointerType::get(view.element);
    if (failed(addMember(structure, "base", offset, [&](uint64_t at) {
          return addLeaf(pointer, fields[0], extend(position, 0), at);
        })))
      return failure();
    auto addNumbers = [&](StringRef name, unsigned field,
                          ArrayRef<int64_t> known) {
      return addMember(structure, name, offset, [&](uint64_t at) {
        return addKnown(known, fields[field], extend(position, field), at);
      });
    };
    if (!view.shape.empty() && (failed(addNumbers("shape", 1, view.shape)) ||
                                failed(addNumbers("strides", 2, view.strides))))
      return failure();
    return finish(structure, print(payload));
  }

  /// Adds an array of sizes or strides, of which registers hold the dynamic
  /// ones.
  FailureOr<Part> addKnown(ArrayRef<int64_t> known, Type held,
                           Position position, uint64_t offset) {
    size_t first = leaves.size();
    FailureOr<Part> part =
        addArray(cast<LLVM::LLVMArrayType>(held), held, position, offset);
    for (auto [index, value] : llvm::enumerate(known))
      if (succeeded(part) && !ShapedType::isDynamic(value))
        leaves[first + index].known = value;
    return part;
  }

  //===--------------------------------------------------------------------===//
  // Types of debuggers
  //===--------------------------------------------------------------------===//

  struct Structure {
    SmallVector<LLVM::DINodeAttr> members;
    uint64_t size = 0, align = 8;
  };

  FailureOr<Part> addMember(Structure &structure, StringRef name,
                            uint64_t offset,
                            function_ref<FailureOr<Part>(uint64_t)> addAt) {
    // The offset depends on the alignment: the member is added once to find it
    // out, and once at its offset.
    size_t first = leaves.size();
    FailureOr<Part> part = addAt(0);
    if (failed(part))
      return failure();
    structure.size = llvm::alignTo(structure.size, part->align);
    for (DescribedLeaf &leaf : MutableArrayRef(leaves).drop_front(first))
      leaf.offset += offset + structure.size;
    structure.members.push_back(derive(llvm::dwarf::DW_TAG_member, name,
                                       part->type, part->size, structure.size));
    structure.size += part->size;
    structure.align = std::max(structure.align, part->align);
    return part;
  }

  Part finish(const Structure &structure, StringRef name) {
    uint64_t size = llvm::alignTo(structure.size, structure.align);
    return {composite(llvm::dwarf::DW_TAG_structure_type, name, {}, size,
                      structure.members),
            size, structure.align};
  }

  LLVM::DITypeAttr getArray(const Part &element, uint64_t count) {
    auto range = LLVM::DISubrangeAttr::get(
        context, IntegerAttr::get(IntegerType::get(context, 64), count), {}, {},
        {});
    return composite(llvm::dwarf::DW_TAG_array_type, "", element.type,
                     element.size * count, {range});
  }

  LLVM::DITypeAttr composite(unsigned tag, StringRef name,
                             LLVM::DITypeAttr base, uint64_t size,
                             ArrayRef<LLVM::DINodeAttr> elements) {
    return LLVM::DICompositeTypeAttr::get(
        context, tag, name.empty() ? StringAttr() : getString(name),
        /*file=*/{}, /*line=*/0, /*scope=*/{}, base, LLVM::DIFlags::Zero, size,
        /*alignInBits=*/0, /*dataLocation=*/{}, /*rank=*/{}, /*allocated=*/{},
        /*associated=*/{}, elements);
  }

  LLVM::DITypeAttr derive(unsigned tag, StringRef name, LLVM::DITypeAttr base,
                          uint64_t size = 0, uint64_t offset = 0) {
    return LLVM::DIDerivedTypeAttr::get(
        context, tag, name.empty() ? StringAttr() : getString(name), base, size,
        /*alignInBits=*/0, offset, /*dwarfAddressSpace=*/std::nullopt,
        /*extraData=*/{});
  }

  StringAttr getString(StringRef text) {
    return StringAttr::get(context, text);
  }

  static SmallVector<int64_t> extend(Position position, int64_t index) {
    SmallVector<int64_t> longer(position);
    longer.push_back(index);
    return longer;
  }

  //===--------------------------------------------------------------------===//
  // Diagnostics
  //===--------------------------------------------------------------------===//

  LogicalResult refuse(Type payload) {
    return emitError() << "debug information has no form for values of type "
                       << payload;
  }

  LogicalResult refuseHeld(Type payload, Type held) {
    return emitError() << "expected registers that hold a value of type "
                       << payload << ", got " << held;
  }

  MLIRContext *context;
  StringRef layout;
  function_ref<InFlightDiagnostic()> emitError;
  SmallVector<DescribedLeaf> leaves;
};

} // namespace

FailureOr<DescribedForm>
describeType(Type payload, Type held, StringRef layout,
             function_ref<InFlightDiagnostic()> emitError) {
  return Describer(payload.getContext(), layout, emitError)
      .describe(payload, held);
}

FailureOr<DescribedForm>
describeTypeInMemory(Type payload,
                     function_ref<InFlightDiagnostic()> emitError) {
  auto tile = dyn_cast<cuda_tile::TileType>(payload);
  Type held = tile && tile.isScalar() ? tile.getElementType() : payload;
  return describeType(payload, held, /*layout=*/"", emitError);
}

} // namespace tileiras
