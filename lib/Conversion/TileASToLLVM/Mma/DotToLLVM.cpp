//===- DotToLLVM.cpp - Dots in the registers of a warp or thread ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of the atom names the instruction. `mma.sync`: one instruction for
// each atom of the result and each K slice, with m x n x k and types of the
// record. A transposed record has its operands swapped: the rows of B^T are
// those of the instruction.
//
// `fma`: no matrix unit multiplies these types. A thread holds whole rows of A
// and whole columns of B for its elements of C, and multiplies and adds one by
// one.
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "Patterns.h"
#include "Registers.h"
#include "ScaledDot.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Instructions of a warp
//===----------------------------------------------------------------------===//

Type elementOf(Value tile) { return getElementTypeOrSelf(tile.getType()); }

class WarpMma {
public:
  WarpMma(DotOp op, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()) {}

  SmallVector<Value> run(ArrayRef<Value> a, ArrayRef<Value> b,
                         SmallVector<Value> c) {
    AtomAttr attribute = op.getAtom();
    Fragments ofA(getLayout(op.getA().getType()), attribute, AtomOperand::A);
    Fragments ofB(getLayout(op.getB().getType()), attribute, AtomOperand::B);
    Fragments ofC(getLayout(op.getC().getType()), attribute, AtomOperand::C);
    unsigned rank = op.getType().getRank();
    int64_t kSlices = ofA.getExtent(rank - 1);
    for (unsigned index = 0; index < ofC.getCount(); ++index) {
      MutableArrayRef<Value> fragment =
          MutableArrayRef<Value>(c).slice(index * ofC.getSize(), ofC.getSize());
      SmallVector<Value> acc = ofC.pad(fragment);
      Coords atA = ofC.getCoords(index), atB = atA;
      for (int64_t kSlice = 0; kSlice < kSlices; ++kSlice) {
        atA[rank - 1] = kSlice;
        atB[rank - 2] = kSlice;
        multiply(ofA.pad(ofA.get(a, atA)), ofB.pad(ofB.get(b, atB)), acc);
      }
      llvm::copy(ofC.unpad(acc), fragment.begin());
    }
    return c;
  }

private:
  /// Packs elements into the 32-bit registers of the instruction: vector<2xf16>
  /// for f16, i32 for everything else. An f64 element fills a 64-bit register.
  SmallVector<Value> pack(ArrayRef<Value> elements) {
    Type element = elements[0].getType();
    if (element.isF64())
      return SmallVector<Value>(elements);
    unsigned perWord = 32 / element.getIntOrFloatBitWidth();
    Type i32 = rewriter.getI32Type();
    SmallVector<Value> words;
    for (size_t i = 0; i < elements.size(); i += perWord) {
      if (perWord == 1) {
        words.push_back(element == i32 ? elements[i]
                                       : LLVM::BitcastOp::create(
                                             rewriter, loc, i32, elements[i])
                                             .getResult());
        continue;
      }
      auto type = VectorType::get(perWord, element);
      Value vector = LLVM::PoisonOp::create(rewriter, loc, type);
      for (unsigned j = 0; j < perWord; ++j)
        vector = LLVM::InsertElementOp::create(rewriter, loc, vector,
                                               elements[i + j],
                                               i32Constant(rewriter, loc, j));
      if (!element.isF16())
        vector = LLVM::BitcastOp::create(rewriter, loc, i32, vector);
      words.push_back(vector);
    }
    return words;
  }

  void multiply(ArrayRef<Value> a, ArrayRef<Value> b,
                MutableArrayRef<Value> acc) {
    Type accElement = acc[0].getType();
    bool packed = accElement.isF16();
    SmallVector<Value> accWords =
        packed ? pack(acc) : SmallVector<Value>(acc.begin(), acc.end());
    auto resultType = LLVM::LLVMStructType::getLiteral(
        rewriter.getContext(),
        SmallVector<Type>(accWords.size(), accWords[0].getType()));
    Type elementA =
             getSignedElement(elementOf(op.getA()), op.getSignednessA()),
         elementB =
             getSignedElement(elementOf(op.getB()), op.getSignednessB());
    const AtomInfo &atom = *op.getAtom().getInfo();
    if (atom.isTransposed()) {
      std::swap(elementA, elementB);
      std::swap(a, b);
    }
    Value result = cute_nvgpu::MmaOp::create(
        rewriter, loc, resultType,
        AtomAttr::get(rewriter.getContext(), &atom.getInstruction()), elementA,
        elementB, pack(a), pack(b), accWords);
    for (size_t i = 0; i < acc.size(); ++i) {
      Value word = LLVM::ExtractValueOp::create(
          rewriter, loc, result, ArrayRef<int64_t>(packed ? i / 2 : i));
      acc[i] = packed
                   ? LLVM::ExtractElementOp::create(
                         rewriter, loc, word, i32Constant(rewriter, loc, i % 2))
                         .getResult()
                   : word;
    }
  }

  DotOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
};

//===----------------------------------------------------------------------===//
// fma
//===----------------------------------------------------------------------===//

class FmaDot {
public:
  FmaDot(DotOp op, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()) {}

  FailureOr<SmallVector<Value>> run(ArrayRef<Value> a, ArrayRef<Value> b,
                                    SmallVector<Value> c) {
    const LinearLayout &aLayout = getLayout(op.getA().getType());
    const LinearLayout &bLayout = getLayout(op.getB().getType());
    const LinearLayout &cLayout = getLayout(op.getC().getType());
    unsigned rank = cLayout.getRank();
    int64_t k = aLayout.getOutSize(rank - 1);
    if (failed(check(a[0].getType(), c.size() * k)))
      return failure();
    auto aRegisters = registersByCoordinate(aLayout);
    auto bRegisters = registersByCoordinate(bLayout);
    for (uint64_t reg = 0; reg < c.size(); ++reg) {
      Coords at = cLayout.apply(reg);
      Coords aAt = at, bAt = at;
      Value acc = extend(c[reg], getAccumulatorType(c[reg].getType()));
      for (int64_t depth = 0; depth < k; ++depth) {
        aAt[rank - 1] = depth;
        bAt[rank - 2] = depth;
        auto aReg = aRegisters.find(aLayout.flatten(aAt));
        auto bReg = bRegisters.find(bLayout.flatten(bAt));
        assert(aReg != aRegisters.end() && bReg != bRegisters.end() &&
               "a thread holds the rows and columns of its results");
        acc = multiplyAdd(a[aReg->second], b[bReg->second], acc);
      }
      c[reg] = round(acc, c[reg].getType());
    }
    return c;
  }

private:
  /// Loops are fully unrolled.
  static constexpr int64_t kMaxInstructions = 4096;

  LogicalResult check(Type operand, int64_t instructions) {
    Type element = getElementTypeOrSelf(op.getA().getType());
    if (isa<FloatType>(element) && operand.isInteger())
      return op.emitOpError("of ")
             << element << " without matrix units is not supported yet";
    if (instructions > kMaxInstructions)
      return op.emitOpError("of ")
             << element << " without matrix units needs " << instructions
             << " instructions in each thread, more than the "
             << kMaxInstructions << " that are supported yet";
    return success();
  }

  /// Accumulators in f16 and bf16 are rounded to that type once, at the end, as
  /// the matrix units do.
  Type getAccumulatorType(Type type) {
    return isa<Float16Type, BFloat16Type>(type) ? rewriter.getF32Type() : type;
  }

  Value round(Value acc, Type type) {
    if (acc.getType() == type)
      return acc;
    return LLVM::FPTruncOp::create(rewriter, loc, type, acc);
  }

  Value multiplyAdd(Value a, Value b, Value c) {
    Type type = c.getType();
    if (type.isInteger()) {
      Value term = LLVM::MulOp::create(rewriter, loc,
                                       widen(a, type, op.getSignednessA()),
                                       widen(b, type, op.getSignednessB()));
      return LLVM::AddOp::create(rewriter, loc, term, c);
    }
    return LLVM::FMAOp::create(rewriter, loc, extend(a, type), extend(b, type),
                               c);
  }

  Value extend(Value value, Type type) {
    if (value.getType() == type)
      return value;
    return LLVM::FPExtOp::create(rewriter, loc, type, value);
  }

  Value widen(Value value, Type type,
              std::optional<nv_tileaa::Signedness> signedness) {
    if (signedness == nv_tileaa::Signedness::SIGNED)
      return LLVM::SExtOp::create(rewriter, loc, type, value);
    return LLVM::ZExtOp::create(rewriter, loc, type, value);
  }

  DotOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
};

struct DotLowering : ConvertOpToLLVMPattern<DotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> a = unpackRegisters(rewriter, loc, adaptor.getA());
    SmallVector<Value> b = unpackRegisters(rewriter, loc, adaptor.getB());
    SmallVector<Value> c = unpackRegisters(rewriter, loc, adaptor.getC());
    FailureOr<SmallVector<Value>> result =
        op.isScaled() ? runScaled(op, adaptor, rewriter)
                      : run(op, rewriter, a, b, c);
    if (failed(result))
      return failure();
    rewriter.replaceOp(
        op, packRegisters(rewriter, loc, *result,
                          getTypeConverter()->convertType(op.getType())));
    return success();
  }

private:
  static SmallVector<Value> runScaled(DotOp op, OpAdaptor adaptor,
                                      ConversionPatternRewriter &rewriter) {
    auto unpack = [&](Value tile) {
      return unpackRegisters(rewriter, op.getLoc(), tile);
    };
    ScaledOperands operands = {
        unpack(adaptor.getA()), unpack(adaptor.getB()), unpack(adaptor.getC()),
        unpack(adaptor.getScales()[0]), unpack(adaptor.getScales()[1])};
    return multiplyScaled(rewriter, op, operands);
  }

  static FailureOr<SmallVector<Value>> run(DotOp op,
                                           ConversionPatternRewriter &rewriter,
                                           ArrayRef<Value> a, ArrayRef<Value> b,
                                           ArrayRef<Value> c) {
    switch (op.getAtom()->Lowering) {
    case atoms::Fma:
      return FmaDot(op, rewriter).run(a, b, SmallVector<Value>(c));
    case atoms::NvvmMma:
    case atoms::MmaIntrinsic:
      return WarpMma(op, rewriter).run(a, b, SmallVector<Value>(c));
    case atoms::WarpgroupMma:
      return op.emitOpError("with ")
             << op.getAtom() << " reads operands from buffers, which "
             << "tileas-lower-dot-to-async allocates";
    default:
      return op.emitOpError("with ") << op.getAtom() << " has no lowering yet";
    }
  }
};

} // namespace

void populateDotPatterns(const TileTypeConverter &converter,
                         RewritePatternSet &patterns) {
  patterns.add<DotLowering>(converter);
}

} // namespace tileiras::to_llvm
