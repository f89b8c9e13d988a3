//===- MemoryToNVVM.cpp - Loads, stores and inline assembly ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is the only file that creates inline assembly. LLVM has no predicated
// access, its atomic loads and stores are scalar (PTX ISA, "ld" and "st"), and
// the back end drops order and scope of atomicrmw (PTX ISA, "atom").
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

namespace tileiras::to_nvvm {

namespace {

//===----------------------------------------------------------------------===//
// LLVM's loads and stores
//===----------------------------------------------------------------------===//

struct LoadLowering : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isText())
      return rewriter.notifyMatchFailure(op, "has an order or a predicate");
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, op.getType(), op.getAddress(), op.getAtom().getSize() / 8,
        /*isVolatile=*/false, /*isNonTemporal=*/false,
        /*isInvariant=*/op.getReadOnly());
    return success();
  }
};

struct StoreLowering : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isText())
      return rewriter.notifyMatchFailure(op, "has an order or a predicate");
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, op.getValues().front(),
                                               op.getAddress(),
                                               op.getAtom().getSize() / 8);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// Returns the letter of a register in the constraints of LLVM's inline
/// assembly for NVPTX. Shared pointers have 32 bits, others 64.
StringRef getConstraint(Type type) {
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return pointer.getAddressSpace() == 3 ? "r" : "l";
  if (isa<VectorType>(type))
    return "r";
  if (type.isF32())
    return "f";
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return "b";
  case 16:
    return "h";
  case 32:
    return "r";
  default:
    return "l";
  }
}

/// Checks whether the only memory operand in `text` is the address in operand
/// `index`, without an offset. If so, the text uses a memory constraint: LLVM
/// then writes the operand, with a constant that was added to the address as
/// offset.
bool useMemoryConstraint(std::string &text, size_t index) {
  std::string name = "$" + std::to_string(index), address = "[" + name + "]";
  size_t at = text.find(address);
  if (at == std::string::npos)
    return false;
  text.replace(at, address.size(), name);
  return true;
}

/// Attributes of the first operands: LLVM requires an element type for a memory
/// operand, and doesn't use it.
ArrayAttr getAttributes(Builder &builder, ArrayRef<bool> isMemory,
                        bool hasResult) {
  if (!llvm::is_contained(isMemory, true))
    return ArrayAttr();
  NamedAttribute type(LLVM::InlineAsmOp::getElementTypeAttrName(),
                      TypeAttr::get(builder.getI8Type()));
  Attribute memory = builder.getDictionaryAttr(type),
            other = builder.getDictionaryAttr({});
  // For a call without a result, MLIR 22 takes the first attribute for the
  // result's.
  SmallVector<Attribute> attributes(hasResult ? 0 : 1, other);
  for (bool is : isMemory)
    attributes.push_back(is ? memory : other);
  return builder.getArrayAttr(attributes);
}

/// Emits the instruction as text, under its predicate, if any. A result that
/// the instruction reads, or does not write where the predicate is false,
/// starts as inputs tied to it.
struct AssemblyLowering : OpInterfaceRewritePattern<PtxOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(PtxOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!op.isText())
      return rewriter.notifyMatchFailure(op, "LLVM has it in this form");
    SmallVector<Type> results = op.getResultRegisters();
    SmallVector<Value> operands(op.getInputs());
    SmallVector<std::string> constraints;
    SmallVector<bool> isMemory;
    std::string text = op.getPtx() + ";";
    for (Type type : results)
      constraints.push_back("=" + getConstraint(type).str());
    for (Value input : operands) {
      isMemory.push_back(isa<LLVM::LLVMPointerType>(input.getType()) &&
                         useMemoryConstraint(text, constraints.size()));
      constraints.push_back(
          isMemory.back() ? "*m" : getConstraint(input.getType()).str());
    }
    if (Value predicate = op.getPredicate()) {
      text = "@$" + std::to_string(constraints.size()) + " " + text;
      operands.push_back(predicate);
      constraints.push_back("b");
    }
    llvm::append_range(operands, op.getOtherwise());
    for (size_t i = 0; i < op.getOtherwise().size(); ++i)
      constraints.push_back(std::to_string(i));
    rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
        op, op->getResultTypes(), operands, text, llvm::join(constraints, ","),
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None,
        LLVM::AsmDialectAttr::get(getContext(), LLVM::AsmDialect::AD_ATT),
        getAttributes(rewriter, isMemory, !results.empty()));
    return success();
  }
};

} // namespace

void populateMemoryPatterns(RewritePatternSet &patterns) {
  patterns.add<LoadLowering, StoreLowering, AssemblyLowering>(
      patterns.getContext());
}

} // namespace tileiras::to_nvvm
