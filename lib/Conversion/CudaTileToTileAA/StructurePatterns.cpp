//===- StructurePatterns.cpp - Kernels, grid and facts --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry becomes an nv_tileaa.func with attributes for its number of threads
// and its target: later stages treat a function with all three attributes as a
// kernel.
//
//===----------------------------------------------------------------------===//

#include "ChooseWarps.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

class ConvertEntry : public OpConversionPattern<cuda_tile::EntryOp> {
public:
  ConvertEntry(const TypeConverter &converter, MLIRContext *context,
               const TargetInfo &target, unsigned defaultWarps)
      : OpConversionPattern(converter, context), target(target),
        defaultWarps(defaultWarps) {}

  LogicalResult
  matchAndRewrite(cuda_tile::EntryOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> inputs;
    if (failed(getTypeConverter()->convertTypes(op.getArgumentTypes(), inputs)))
      return failure();
    auto func =
        nv_tileaa::FuncOp::create(rewriter, op.getLoc(), op.getSymName(),
                                  rewriter.getFunctionType(inputs, {}));
    setKernelAttributes(func, op, rewriter);
    Region &body = func.getBody();
    rewriter.inlineRegionBefore(op.getBody(), body, body.end());
    if (failed(rewriter.convertRegionTypes(&body, *getTypeConverter())))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

private:
  void setKernelAttributes(nv_tileaa::FuncOp func, cuda_tile::EntryOp entry,
                           Builder &builder) const {
    using Dialect = nv_tileaa::TileAADialect;
    func->setAttr(Dialect::getKernelSpecAttrName(), kernelSpec(entry));
    func->setAttr(Dialect::getComputeCapabilityAttrName(),
                  builder.getI32IntegerAttr(target.ComputeCapability));
    func->setAttr(Dialect::getTargetSpecAttrName(),
                  builder.getStringAttr(target.Name));
    if (int64_t ctas = hint(entry, "occupancy").value_or(0); ctas > 0)
      func->setAttr(
          Dialect::getOccupancyAttrName(),
          builder.getI32IntegerAttr(std::min<int64_t>(ctas, target.CTAsPerSM)));
    // tileaa-partition-cta-cluster follows it or not.
    if (int64_t ctas = hint(entry, "num_cta_in_cga").value_or(1); ctas > 1)
      func->setAttr(
          Dialect::getClusterHintAttrName(),
          builder.getI32IntegerAttr(std::min<int64_t>(ctas, INT32_MAX)));
  }

  nv_tileaa::KernelSpecAttr kernelSpec(cuda_tile::EntryOp entry) const {
    return nv_tileaa::KernelSpecAttr::get(entry.getContext(), findWarps(entry),
                                          /*clusterDimX=*/1,
                                          /*clusterDimY=*/1,
                                          /*clusterDimZ=*/1);
  }

  unsigned findWarps(cuda_tile::EntryOp entry) const {
    unsigned chosen = chooseNumWarps(entry, defaultWarps, target),
             hinted = powerOfTwoHint(entry, "num_worker_warps_per_cta",
                                     /*most=*/32, chosen),
             warps = admitNumWarps(entry, hinted, chosen, target);
    if (warps != hinted)
      remark::missed(entry.getLoc(),
                     remark::RemarkOpts::name("WarpHintNotFollowed")
                         .category("launch")
                         .function(entry.getSymName()))
          << remark::reason("num_worker_warps_per_cta = {0} is not followed: "
                            "accumulators need the registers of {1} warps",
                            hinted, warps);
    return warps;
  }

  /// A hint is advice: an invalid value, or one that is not a number, is
  /// ignored.
  unsigned powerOfTwoHint(cuda_tile::EntryOp entry, StringRef name,
                          int64_t most, unsigned otherwise) const {
    std::optional<int64_t> value = hint(entry, name);
    if (!value || *value < 1 || *value > most || !llvm::isPowerOf2_64(*value))
      return otherwise;
    return *value;
  }

  std::optional<int64_t> hint(cuda_tile::EntryOp entry, StringRef name) const {
    return cuda_tile::getIntHint(entry, target.Name, name);
  }

  const TargetInfo &target;
  unsigned defaultWarps;
};

class ConvertReturn : public OpConversionPattern<cuda_tile::ReturnOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::ReturnOp>(op, ValueRange());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

/// Converts an operation with three results, one per axis, to three operations.
template <typename Source, typename Target>
class PerAxis : public OpConversionPattern<Source> {
public:
  using OpConversionPattern<Source>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> results;
    for (auto axis :
         {nv_tileaa::Axis::X, nv_tileaa::Axis::Y, nv_tileaa::Axis::Z})
      results.push_back(
          Target::create(rewriter, op.getLoc(), rewriter.getI32Type(), axis));
    rewriter.replaceOp(op, results);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

class ConvertAssume : public OpConversionPattern<cuda_tile::AssumeOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AssumeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Attribute predicate = convertPredicate(op.getPredicate());
    if (!predicate)
      return rewriter.notifyMatchFailure(op, "unknown predicate");
    Value value = adaptor.getValue();
    rewriter.replaceOpWithNewOp<nv_tileaa::AssumeOp>(op, value.getType(),
                                                     predicate, value);
    return success();
  }

private:
  Attribute convertPredicate(Attribute predicate) const {
    return llvm::TypeSwitch<Attribute, Attribute>(predicate)
        .Case([&](cuda_tile::DivByAttr fact) {
          return nv_tileaa::DivByAttr::get(getContext(), fact.getDivisor(),
                                           fact.getEvery(), fact.getAlong());
        })
        .Case([&](cuda_tile::BoundedAttr fact) {
          return nv_tileaa::BoundedAttr::get(getContext(), fact.getLb(),
                                             fact.getUb());
        })
        .Case([&](cuda_tile::SameElementsAttr fact) {
          return nv_tileaa::SameElementsAttr::get(getContext(),
                                                  fact.getValues());
        })
        .Default(Attribute());
  }
};

//===----------------------------------------------------------------------===//
// Casts left by the structuring of control flow
//===----------------------------------------------------------------------===//

class ConvertPoison : public OpConversionPattern<ub::PoisonOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(
        op, getTypeConverter()->convertType(op.getType()), op.getValue());
    return success();
  }
};

/// Removes casts between a rank-0 tile and the scalar that it becomes.
class ConvertCast : public OpConversionPattern<UnrealizedConversionCastOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(UnrealizedConversionCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)) ||
        TypeRange(adaptor.getOperands()) != TypeRange(types))
      return rewriter.notifyMatchFailure(op, "not between tile and scalar");
    rewriter.replaceOp(op, adaptor.getOperands());
    return success();
  }
};

} // namespace

void to_tileaa::populateStructurePatterns(const TileTypeConverter &converter,
                                          RewritePatternSet &patterns,
                                          const TargetInfo &target,
                                          unsigned defaultWarps) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ConvertEntry>(converter, context, target, defaultWarps);
  patterns
      .add<ConvertReturn,
           PerAxis<cuda_tile::GetTileBlockIdOp, nv_tileaa::GetProgramIdOp>,
           PerAxis<cuda_tile::GetNumTileBlocksOp, nv_tileaa::GetNumProgramsOp>,
           ConvertAssume, ConvertPoison, ConvertCast>(converter, context);
}
