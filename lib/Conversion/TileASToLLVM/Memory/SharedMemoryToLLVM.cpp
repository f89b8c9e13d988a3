//===- SharedMemoryToLLVM.cpp - Buffers as addresses ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryToLLVM.h"

#include "OwnerPredicate.h"
#include "Patterns.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyBuffers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// The symbols
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kSymbolName = "global_smem";
/// The bytes that one wavefront serves.
static constexpr uint64_t kWavefrontBytes = 128;

/// Returns the alignment of a function's symbol: the largest of its buffers.
static uint64_t getSymbolAlignment(func::FuncOp func) {
  uint64_t alignment = kWavefrontBytes;
  func.walk([&](AllocationOpInterface op) {
    if (op.getSpace() == nv_tileaa::MemSpace::SHARED)
      alignment = std::max(alignment, uint64_t(op.getAlignment()));
  });
  return alignment;
}

static std::string getSymbolName(func::FuncOp func) {
  auto functions = func->getParentRegion()->getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    return kSymbolName.str();
  return (kSymbolName + "_" + func.getSymName()).str();
}

/// Returns the size in bytes of an existing symbol, if it is an array of bytes
/// in shared memory; else 0.
static int64_t getSymbolBytes(Operation *symbol) {
  auto global = dyn_cast<LLVM::GlobalOp>(symbol);
  auto array = global && global.getAddrSpace() == 3
                   ? dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType())
                   : LLVM::LLVMArrayType();
  return array && array.getElementType().isInteger(8)
             ? int64_t(array.getNumElements())
             : 0;
}

static LogicalResult useSymbol(Operation *symbol, int64_t bytes,
                               uint64_t alignment) {
  if (getSymbolBytes(symbol) >= bytes) {
    auto global = cast<LLVM::GlobalOp>(symbol);
    global.setAlignment(
        std::max<uint64_t>(global.getAlignment().value_or(1), alignment));
    return success();
  }
  InFlightDiagnostic error = symbol->emitError("expected '")
                             << SymbolTable::getSymbolName(symbol).getValue()
                             << "' to be an array of at least " << bytes
                             << " x i8 in address space 3, got ";
  if (auto global = dyn_cast<LLVM::GlobalOp>(symbol))
    return error << global.getGlobalType() << " in address space "
                 << global.getAddrSpace();
  return error << "'" << symbol->getName() << "'";
}

/// Reports as an error that a dialect isn't loaded, where MLIR would abort.
template <typename OpTy> static LogicalResult checkIsKnown(Operation *where) {
  if (RegisteredOperationName::lookup(TypeID::get<OpTy>(), where->getContext()))
    return success();
  return where->emitError("Building op `")
         << OpTy::getOperationName()
         << "` but it isn't known in this MLIRContext: the dialect may not be "
            "loaded";
}

LogicalResult createSharedMemory(gpu::GPUModuleOp module,
                                 const TargetInfo &target) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto func : module.getOps<func::FuncOp>()) {
    if (failed(verifyBuffers(func, target)))
      return failure();
    auto bytes = func->getAttrOfType<IntegerAttr>(
        TileASDialect::getSharedMemoryAttrName());
    if (!bytes || bytes.getInt() == 0)
      continue;
    std::string name = getSymbolName(func);
    uint64_t alignment = getSymbolAlignment(func);
    if (Operation *existing = module.lookupSymbol(name)) {
      if (failed(useSymbol(existing, bytes.getInt(), alignment)))
        return failure();
      continue;
    }
    if (failed(checkIsKnown<LLVM::GlobalOp>(func)))
      return failure();
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.getInt());
    LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/false,
                           LLVM::Linkage::Internal, name,
                           /*value=*/Attribute(), alignment,
                           /*addrSpace=*/3);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {

Value addBytes(OpBuilder &builder, Location loc, Value address,
               LLVM::GEPArg bytes) {
  return LLVM::GEPOp::create(builder, loc, address.getType(),
                             builder.getI8Type(), address, ArrayRef(bytes));
}

/// Returns the address of this agent's buffer: each agent of a group has one.
Value offsetToAgent(OpBuilder &builder, Location loc, Operation *op,
                    Value address) {
  std::optional<AgentGroup> group = getEnclosingAgents(op);
  if (!group || group->numAgents == 1)
    return address;
  Value stride = i32Constant(builder, loc, group->bufferStride);
  Value bytes =
      LLVM::MulOp::create(builder, loc, group->getAgentIndex(), stride);
  return addBytes(builder, loc, address, bytes);
}

/// Returns the value of an object in shared memory that begins at `address`.
/// For a memref, it contains base pointers and offset; its sizes are the
/// type's, and it has no strides. For a barrier, it is the address alone.
Value createDescriptor(OpBuilder &builder, Location loc, Type type,
                       Value address) {
  Value descriptor = LLVM::PoisonOp::create(builder, loc, type);
  auto insert = [&](Value value, int64_t field) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, field);
  };
  insert(address, 0);
  if (isa<LLVM::LLVMPointerType>(
          cast<LLVM::LLVMStructType>(type).getBody()[1])) {
    insert(address, 1);
    insert(LLVM::ZeroOp::create(builder, loc, builder.getI64Type()), 2);
  }
  return descriptor;
}

template <typename AllocOp>
struct AllocLowering : ConvertOpToLLVMPattern<AllocOp> {
  using ConvertOpToLLVMPattern<AllocOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AllocOp op, typename AllocOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(op.getContext(), 3);
    Value address = LLVM::AddressOfOp::create(
        rewriter, loc, pointer,
        getSymbolName(op->template getParentOfType<func::FuncOp>()));
    if (*op.getOffset() != 0)
      address = addBytes(rewriter, loc, address, int32_t(*op.getOffset()));
    address = offsetToAgent(rewriter, loc, op, address);
    Type type = this->getTypeConverter()->convertType(op.getType());
    rewriter.replaceOp(op, createDescriptor(rewriter, loc, type, address));
    return success();
  }
};

/// Returns the bytes of one of the objects that a view selects from.
int64_t getStageBytes(Type type) {
  if (auto buffer = dyn_cast<nv_tileaa::StridedMemRefType>(type))
    return getBufferBytes(buffer);
  return AllocMBarrierOp::kObjectBytes;
}

struct BufferViewLowering : ConvertOpToLLVMPattern<BufferViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(BufferViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value address = getBufferStart(rewriter, loc, adaptor.getSource());
    if (Value stage = adaptor.getStage()) {
      Value bytes =
          i32Constant(rewriter, loc, getStageBytes(op.getSource().getType()));
      Value offset = LLVM::MulOp::create(rewriter, loc, stage, bytes);
      address = addBytes(rewriter, loc, address, offset);
    }
    Type type = getTypeConverter()->convertType(op.getResult().getType());
    rewriter.replaceOp(op, createDescriptor(rewriter, loc, type, address));
    return success();
  }
};

/// The first thread initialises; the token has no representation.
struct MBarrierInitLowering : ConvertOpToLLVMPattern<AsyncMBarrierInitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncMBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    cute_nvgpu::MbarrierInitOp::create(
        rewriter, loc, getBufferStart(rewriter, loc, adaptor.getMbarrier()),
        adaptor.getTicks(),
        createOwnerPredicate(rewriter, loc, rewriter.getI32Type()));
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

} // namespace

Value getBufferStart(OpBuilder &builder, Location loc, Value buffer) {
  return builder.createOrFold<LLVM::ExtractValueOp>(loc, buffer, 0);
}

void populateSharedMemoryPatterns(const TileTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<AllocLowering<AllocTensorOp>, AllocLowering<AllocMBarrierOp>,
               BufferViewLowering, MBarrierInitLowering>(converter);
}

} // namespace tileiras::to_llvm
