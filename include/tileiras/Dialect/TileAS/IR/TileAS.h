//===- TileAS.h - The nv_tileas dialect -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares everything that a user of nv_tileas needs. See
// docs/Rationale/TileAS.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEAS_H
#define TILEIRAS_DIALECT_TILEAS_IR_TILEAS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAS/IR/Agents.h"
#include "tileiras/Layout/ConversionPlan.h"
#include "tileiras/Layout/HardwareLayouts.h"
#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "tileiras/Dialect/TileAS/IR/TileASDialect.h.inc"

#include "tileiras/Dialect/TileAS/IR/TileASEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASTypes.h.inc"

namespace mlir::nv_tileas {

using cute_nvgpu::AtomAttr;
using cute_nvgpu::getAtomElements;

/// The resources of side effects of copies to and from buffers (MLIR, "side
/// effects").
struct SharedMemory : SideEffects::Resource::Base<SharedMemory> {
  StringRef getName() final { return "SharedMemory"; }
};
struct TensorMemory : SideEffects::Resource::Base<TensorMemory> {
  StringRef getName() final { return "TensorMemory"; }
};

/// Returns log2 of the elements that are in a buffer at a time: those of one
/// part.
unsigned getBufferBits(nv_tileaa::StridedMemRefType buffer);

/// Returns the bytes of a buffer in shared memory: of one of its parts, or
/// stages.
int64_t getBufferBytes(nv_tileaa::StridedMemRefType buffer);

/// Checks an allocation in shared memory: its alignment is a power of two, and
/// its offset a multiple of it.
LogicalResult verifyAllocation(Operation *op, int64_t alignment,
                               std::optional<int64_t> offset);

} // namespace mlir::nv_tileas

#include "tileiras/Dialect/TileAS/IR/TileASInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASOps.h.inc"

namespace mlir::nv_tileas {

/// Returns the layout of a tensor; null when it has none yet, or `type` is no
/// tensor.
LayoutAttr getLayoutAttr(Type type);

/// Returns the layout of a tensor that has one.
const ::tileiras::LinearLayout &getLayout(Type type);

/// Returns the tensor type with this layout in place of its own.
RankedTensorType withLayout(RankedTensorType type,
                            const ::tileiras::LinearLayout &layout);

using nv_tileaa::getMemoryBits;

/// Returns the placement of a buffer in shared memory: Offset → coordinate.
const ::tileiras::LinearLayout &
getBufferLayout(nv_tileaa::StridedMemRefType buffer);

/// Returns whether it is the layout of a buffer: one offset for every element.
bool isPlacement(Attribute layout);

/// Returns whether it is the layout of a buffer in tensor memory: all 128
/// lanes, and one cell for every element. A column has as many cells as
/// elements fit into its 32 bits.
bool isTmemPlacement(Attribute layout);

/// Returns whether a buffer in tensor memory has A as the atom reads it: its
/// row in each lane.
bool holdsOperandA(AtomAttr atom, nv_tileaa::StridedMemRefType buffer);

/// A plan for threads to move a tile in registers to or from tensor memory.
struct TmemMovePlan {
  /// One instruction of a warp: the first of its columns, and the registers
  /// that it moves, by cell.
  struct Access {
    int64_t column;
    SmallVector<unsigned> registers;
  };
  SmallVector<Access> accesses;
  /// Columns between warps whose indices differ in bit 2, 3, …
  SmallVector<int64_t> warpColumns;
};

/// Returns none where the atom does not fit the layouts: a warp reaches the 32
/// lanes of its index modulo four.
std::optional<TmemMovePlan> planTmemMove(nv_tileaa::StridedMemRefType buffer,
                                         Type tile, AtomAttr atom);

/// Returns whether the operation starts an MMA that reads its operands from
/// buffers.
inline bool isAsyncMma(Operation *op) { return isa<AsyncDotOp, TmemDotOp>(op); }

/// Returns the layout of an accumulator in tensor memory: its rows are in
/// lanes, in one block of columns for each 128 rows.
::tileiras::LinearLayout getTmemAccumulatorLayout(ArrayRef<int64_t> shape);

/// The operands of an MMA that may have block scales, in their order. It has a
/// name for loops: an ArrayRef of a list that is written there would outlive
/// it.
inline constexpr ::tileiras::AtomOperand kScaledOperands[] = {
    ::tileiras::AtomOperand::A, ::tileiras::AtomOperand::B};

/// Returns the layout of the scales of A, M x S, or of B, S x N, in tensor
/// memory, for MMAs of 128 rows: 32 rows of A, or columns of B, in the lanes of
/// each quarter, which all have the same; four scales of a row in a column (PTX
/// ISA, "Scale Factor A Layout"). S is a multiple of four, M of 128 and N of
/// 32.
::tileiras::LinearLayout getTmemScaleLayout(::tileiras::AtomOperand operand,
                                            ArrayRef<int64_t> shape);

/// Returns the layout of the same scales in shared memory from which one thread
/// copies them, in blocks of 128 rows by four scales (PTX ISA,
/// "tcgen05.cp.32x128b.warpx4"); none where the shape is no multiple of a
/// block.
std::optional<::tileiras::LinearLayout>
getSharedScales(::tileiras::AtomOperand operand, ArrayRef<int64_t> shape);

/// Returns the layout in which the threads of `numWarps` warps, a multiple of
/// four, hold scales that they store to tensor memory: four of a row are
/// contiguous, and each warp has its lanes. None where the shape is no such
/// multiple, or further warpgroups would have the same columns.
std::optional<::tileiras::LinearLayout>
getScalesOfThreads(::tileiras::AtomOperand operand, ArrayRef<int64_t> shape,
                   int64_t numWarps);

/// Returns the operation that allocated the value's bytes, through views; null
/// for bytes from elsewhere.
AllocationOpInterface getAllocation(Value buffer);

/// Plans how the threads copy between a tile with a layout, or a slice, and a
/// buffer; none where the atom does not fit.
std::optional<::tileiras::SharedAccess>
planCopy(nv_tileaa::StridedMemRefType buffer, Type tile, AtomAttr atom);
std::optional<::tileiras::SharedAccess> planCopy(CopyOp copy);

/// Returns the slot of the buffer at which the tile of a copy begins.
uint64_t getFirstSlot(CopyOp copy);

/// Returns whether an access to a buffer may begin at `origin`, the coordinates
/// of one of its elements: not where a swizzle within vectors, or rows of
/// matrices, puts another element first.
bool mayBeginAt(ArrayRef<int64_t> origin, nv_tileaa::StridedMemRefType buffer,
                const ::tileiras::SharedAccess &access);

/// Plans how threads that hold a tile as `threads` says would write it to
/// `buffer` from global memory, in vectors of `bytes`; none where that does not
/// fit the layouts, or the facts of the access.
std::optional<::tileiras::SharedAccess>
planAsyncCopy(nv_tileaa::AccessOpInterface access,
              const ::tileiras::LinearLayout &threads,
              nv_tileaa::StridedMemRefType buffer, unsigned bytes);
std::optional<::tileiras::SharedAccess> planAsyncCopy(AsyncCopyOp copy);

/// Returns the part of an operand of these sizes (three: with a batch) that one
/// instruction of the atom holds, without registers that repeat others since
/// the operand has fewer rows or columns; none where every layout will do.
std::optional<::tileiras::LinearLayout>
getFragment(AtomAttr atom, ::tileiras::AtomOperand operand,
            ArrayRef<int64_t> sizes);

/// Returns the layout in registers of an operand of a dot with the accumulator
/// `acc`, K of which is `k`; none where `acc` is no accumulator of the atom.
std::optional<::tileiras::LinearLayout>
getOperandLayout(AtomAttr atom, ::tileiras::AtomOperand operand,
                 const ::tileiras::LinearLayout &acc, int64_t k);

/// Returns from how many lanes an instruction with scales may select, of those
/// that hold different scales in the same register ("thread-id" of PTX): a
/// power of two.
unsigned getScaleSelectors(::tileiras::AtomOperand operand);

/// Returns the layout of the scales of A or B in a dot with the accumulator
/// `acc`, `count` of a row; none where `acc` is no accumulator of the atom. A
/// lane has all scales of its rows, so that four adjacent ones are bytes of one
/// register; lanes that the instruction leaves to the selector have those of
/// the next fragments of the operand, of other rows.
std::optional<::tileiras::LinearLayout>
getScaleLayout(AtomAttr atom, ::tileiras::AtomOperand operand,
               const ::tileiras::LinearLayout &acc, int64_t count);

/// Returns the fragments of an operand of a dot with the accumulator `acc`, by
/// the register and warp that holds them, without K: coordinates count atoms.
std::optional<::tileiras::LinearLayout>
getFragmentsOfOperand(AtomAttr atom, ::tileiras::AtomOperand operand,
                      const ::tileiras::LinearLayout &acc);

/// Returns how descriptors describe an operand of an MMA, A or B, to the matrix
/// unit; none where they can't, or its elements have to be contiguous along K.
std::optional<::tileiras::MatrixDescriptorLayout>
matchOperandBuffer(AtomAttr atom, ::tileiras::AtomOperand operand,
                   nv_tileaa::StridedMemRefType buffer);

/// Reports at `op`, an MMA, element types that the atom does not multiply.
LogicalResult verifyElementsOfAtom(Operation *op, AtomAttr atom, ShapedType a,
                                   ShapedType b, ShapedType accumulator);

/// Reports at `op`, an MMA, what is wrong with an operand in a buffer.
LogicalResult verifyOperandBuffer(Operation *op, AtomAttr atom,
                                  ::tileiras::AtomOperand operand,
                                  Value buffer);

/// Returns the alignment of a buffer that descriptors describe: the size of its
/// swizzle's pattern.
int64_t getPatternBytes(const ::tileiras::MatrixDescriptorLayout &layout);

/// Return the layouts that `view`, `permute` and `broadcast` require: that of
/// the result of a view or permute, from the source's; that of the source of a
/// broadcast, from the result's.
::tileiras::LinearLayout viewLayout(const ::tileiras::LinearLayout &source,
                                    ArrayRef<int64_t> resultShape);
::tileiras::LinearLayout permuteLayout(const ::tileiras::LinearLayout &source,
                                       ArrayRef<int32_t> permutation);
::tileiras::LinearLayout
broadcastSourceLayout(const ::tileiras::LinearLayout &result,
                      ArrayRef<int64_t> sourceShape);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEAS_H
