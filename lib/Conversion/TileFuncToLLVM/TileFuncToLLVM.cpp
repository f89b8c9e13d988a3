//===- TileFuncToLLVM.cpp - Functions and their launch metadata -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The boundary of a function is converted before its body, which reads the
// converted arguments. The old argument types remain as casts, which the body
// conversion removes.
//
//===----------------------------------------------------------------------===//

#include "TensorMapNote.h"

#include "tileiras/Conversion/LLVMTypes/RegionTypes.h"
#include "tileiras/Conversion/LLVMTypes/TileTypeConverter.h"
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"
#include "tileiras/Dialect/TileAS/IR/OccupancyRegisters.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTTILEFUNCTOLLVM
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using nv_tileaa::TileAADialect;

namespace {

/// The types of bodies, except those that bodies convert themselves: tiles, and
/// indices, whose width is an option of the body conversion.
class BoundaryTypeConverter : public tileiras::to_llvm::TileTypeConverter {
public:
  BoundaryTypeConverter(MLIRContext *context, const LowerToLLVMOptions &options)
      : TileTypeConverter(context, options) {
    addConversion([](RankedTensorType type) { return type; });
    addConversion([](IndexType type) { return type; });
  }
};

/// Returns the launch metadata of a kernel as nvvm attributes; none for a
/// function that lacks one of the three attributes that make it a kernel.
SmallVector<NamedAttribute> getKernelAttributes(nv_tileaa::FuncOp func,
                                                Builder &builder) {
  auto spec = func.getKernelSpec();
  auto capability = func->getAttrOfType<IntegerAttr>(
      TileAADialect::getComputeCapabilityAttrName());
  auto targetSpec =
      func->getAttrOfType<StringAttr>(TileAADialect::getTargetSpecAttrName());
  const tileiras::TargetInfo *target =
      capability ? tileiras::lookupTarget(capability.getInt()) : nullptr;
  if (!spec || !targetSpec || !target)
    return {};

  SmallVector<NamedAttribute> attributes;
  auto add = [&](StringRef name, Attribute value) {
    attributes.push_back(builder.getNamedAttr(name, value));
  };
  // Without agents, all warps are workers.
  nv_tileas::AgentSwitchOp agents = nv_tileas::getAgentSwitch(func);
  int32_t threads = 32 * (agents ? agents.getTotalWarps() : spec.getNumWarps());
  add(cute::CuteDialect::getKernelAttrName(), builder.getUnitAttr());
  add("nvvm.reqntid", builder.getDenseI32ArrayAttr({threads, 1, 1}));
  add("nvvm.minctasm", builder.getI32IntegerAttr(1));
  unsigned ctas =
      spec.getClusterDimX() * spec.getClusterDimY() * spec.getClusterDimZ();
  if (target->Clusters && ctas > 1) {
    add("nvvm.cluster_dim",
        builder.getDenseI32ArrayAttr({int32_t(spec.getClusterDimX()),
                                      int32_t(spec.getClusterDimY()),
                                      int32_t(spec.getClusterDimZ())}));
    add("nvvm.blocksareclusters", builder.getUnitAttr());
  }
  if (func->hasAttr(TileAADialect::getOccupancyAttrName())) {
    unsigned registers =
        tileiras::getRegistersOfOccupancy(func, threads, *target);
    add("nvvm.maxnreg", builder.getI32IntegerAttr(std::min<unsigned>(
                            registers, target->RegistersPerThread)));
  }
  return attributes;
}

/// A tensor map is passed by value and used where it is passed (PTX ISA,
/// "Tensor-map": a parameter of the kernel).
void setTensorMapAttributes(nv_tileaa::FuncOp from, func::FuncOp to,
                            Builder &builder) {
  constexpr int64_t kBytes = 128, kAlignment = 64;
  StringRef name = nv_tileas::TileASDialect::getTensorMapAttrName();
  for (unsigned index = 0; index < from.getNumArguments(); ++index) {
    if (!to.removeArgAttr(index, builder.getStringAttr(name)))
      continue;
    to.setArgAttr(
        index, LLVM::LLVMDialect::getByValAttrName(),
        TypeAttr::get(LLVM::LLVMArrayType::get(builder.getI8Type(), kBytes)));
    to.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                  builder.getI64IntegerAttr(kAlignment));
    to.setArgAttr(index,
                  cute_nvgpu::CuteNVGPUDialect::getGridConstantAttrName(),
                  builder.getUnitAttr());
  }
}

struct FuncOpConversion : OpConversionPattern<nv_tileaa::FuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::FuncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    SmallVector<Type> results;
    // The pass has checked that the converter has a type for every argument.
    [[maybe_unused]] bool converted =
        succeeded(getTypeConverter()->convertSignatureArgs(
            op.getArgumentTypes(), signature)) &&
        succeeded(
            getTypeConverter()->convertTypes(op.getResultTypes(), results));
    assert(converted && "a type without a conversion");

    auto type =
        rewriter.getFunctionType(signature.getConvertedTypes(), results);
    tileiras::func_to_llvm::createTensorMapNote(rewriter, op);
    auto func = func::FuncOp::create(rewriter, op.getLoc(), op.getName(), type);
    if (op.getArgAttrs())
      func.setArgAttrsAttr(*op.getArgAttrs());
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getNameDialect() != op->getDialect())
        func->setAttr(attribute.getName(), attribute.getValue());
    for (NamedAttribute attribute : getKernelAttributes(op, rewriter))
      func->setAttr(attribute.getName(), attribute.getValue());

    setTensorMapAttributes(op, func, rewriter);

    rewriter.inlineRegionBefore(op.getBody(), func.getBody(), func.end());
    converted = succeeded(rewriter.convertRegionTypes(
        &func.getBody(), *typeConverter, &signature));
    assert(converted && "a type without a conversion");
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReturnOpConversion : OpConversionPattern<nv_tileaa::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isKernel =
        op->getParentOp()->hasAttr(TileAADialect::getKernelSpecAttrName()) ||
        op->getParentOp()->hasAttr(cute::CuteDialect::getKernelAttrName());
    if (isKernel && op.getNumOperands() != 0)
      return op.emitError(
          "Kernel functions do not support return with operands");
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

/// Converts elements to the words of memory that hold their bits.
DenseElementsAttr getStoredElements(DenseElementsAttr value) {
  unsigned bits = nv_tileaa::getMemoryBits(value.getElementType());
  SmallVector<APInt> words;
  auto add = [&](const APInt &element) { words.push_back(element.zext(bits)); };
  if (isa<FloatType>(value.getElementType()))
    for (const APFloat &element : value.getValues<APFloat>())
      add(element.bitcastToAPInt());
  else
    for (const APInt &element : value.getValues<APInt>())
      add(element);
  Type word = IntegerType::get(value.getContext(), bits);
  return DenseElementsAttr::get(
      RankedTensorType::get(value.getType().getShape(), word), words);
}

struct GlobalOpConversion : OpConversionPattern<nv_tileaa::GlobalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DenseElementsAttr data =
        getStoredElements(cast<DenseElementsAttr>(op.getValue()));
    Type word = data.getElementType();
    auto type = LLVM::LLVMArrayType::get(word, data.getNumElements());
    uint64_t natural = word.getIntOrFloatBitWidth() / 8;
    auto linkage =
        op.isPrivate() ? LLVM::Linkage::Internal : LLVM::Linkage::External;
    LLVM::GlobalOp::create(rewriter, op.getLoc(), type, op.getConstant(),
                           linkage, op.getSymName(), data,
                           std::max<uint64_t>(op.getAlignment(), natural),
                           /*addrSpace=*/1);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertTileFuncToLLVMPass
    : tileiras::impl::ConvertTileFuncToLLVMBase<ConvertTileFuncToLLVMPass> {
  void runOnOperation() override {
    LowerToLLVMOptions options(&getContext());
    options.useBarePtrCallConv = true;
    BoundaryTypeConverter converter(&getContext(), options);
    // A function returns its arguments, or results of operations.
    for (auto func : getOperation().getOps<nv_tileaa::FuncOp>())
      if (failed(tileiras::to_llvm::checkRegionTypes(func, converter)))
        return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<FuncOpConversion, ReturnOpConversion, GlobalOpConversion>(
        converter, &getContext());
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<nv_tileaa::FuncOp, nv_tileaa::GlobalOp,
                        nv_tileaa::ReturnOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
