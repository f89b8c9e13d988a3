//===- TensorMemory.cpp - MMAs in tensor memory -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of accumulators, scales and operand A in tensor memory, the plan of
// tcgen05.ld and tcgen05.st for a tile in registers (planTmemMove), and the
// verifiers of operations on tensor memory. Sources: PTX ISA, "Tensor Memory
// Addressing", "Data Movement Shape", "Data path layouts", "Scale Factor A
// Layout".
//
//===----------------------------------------------------------------------===//

#include "PartLayouts.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "tileiras/Dialect/TileAA/IR/TileVerification.h"
#include "tileiras/Layout/HardwareLayouts.h"
#include "tileiras/Target/MachineModel.h"

#include <map>

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using tileiras::AtomOperand;
using tileiras::InDim;
using tileiras::LinearLayout;
using tileiras::MatrixDescriptorLayout;
namespace atoms = tileiras::atoms;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// PTX ISA, "Tensor Memory Addressing".
static constexpr int64_t kLanes = 128;
/// "Data path layouts": MMAs of 64 rows use the first 16 lanes of quarters.
static constexpr int64_t kRowsOfHalf = 64, kLanesOfHalf = 16;
static constexpr unsigned kHalfBit = 4;

bool nv_tileas::isTmemPlacement(Attribute layout) {
  auto attribute = dyn_cast<LayoutAttr>(layout);
  if (!attribute)
    return false;
  const LinearLayout &map = attribute.getLayout();
  unsigned bits =
      map.getInBits(InDim::TensorLane) + map.getInBits(InDim::TensorColumn);
  if (map.getInSize(InDim::TensorLane) != kLanes ||
      map.getTotalInBits() != bits || !map.isSurjective())
    return false;
  bool isHalf = map.applyFlat(InDim::TensorLane, uint64_t(1) << kHalfBit) == 0;
  return bits - isHalf == map.getOutBits();
}

LinearLayout nv_tileas::getTmemAccumulatorLayout(ArrayRef<int64_t> shape) {
  constexpr unsigned kRow = 0, kColumn = 1, kRank = 2;
  auto repeat = [](int64_t count, InDim in, unsigned dim) {
    return LinearLayout::identity1D(count, in, dim, kRank);
  };
  LinearLayout columns = repeat(shape[1], InDim::TensorColumn, kColumn);
  if (shape[0] == kRowsOfHalf)
    return repeat(kLanesOfHalf, InDim::TensorLane, kRow) *
           LinearLayout::zeros(2, InDim::TensorLane, kRank) *
           repeat(kRowsOfHalf / kLanesOfHalf, InDim::TensorLane, kRow) *
           columns;
  return repeat(kLanes, InDim::TensorLane, kRow) * columns *
         repeat(shape[0] / kLanes, InDim::TensorColumn, kRow);
}

/// Scales of a row in a column, and rows of a quarter's lanes.
static constexpr int64_t kScalesOfColumn = 4, kLanesOfQuarter = 32;

/// Rows of A, and columns of B, are divided into blocks of this size, whose
/// columns are contiguous.
static int64_t getRowsOfBlock(AtomOperand operand, int64_t rows) {
  return operand == AtomOperand::A ? kLanes : rows;
}

LinearLayout nv_tileas::getTmemScaleLayout(AtomOperand operand,
                                           ArrayRef<int64_t> shape) {
  unsigned row = operand == AtomOperand::A ? 0 : 1, scale = 1 - row;
  auto repeat = [](int64_t count, InDim in, unsigned dim) {
    return LinearLayout::identity1D(count, in, dim, /*rank=*/2);
  };
  int64_t block = getRowsOfBlock(operand, shape[row]);
  return repeat(kLanesOfQuarter, InDim::TensorLane, row) *
         LinearLayout::zeros(kLanes / kLanesOfQuarter, InDim::TensorLane, 2) *
         repeat(kScalesOfColumn, InDim::TensorColumn, scale) *
         repeat(block / kLanesOfQuarter, InDim::TensorColumn, row) *
         repeat(shape[scale] / kScalesOfColumn, InDim::TensorColumn, scale) *
         repeat(shape[row] / block, InDim::TensorColumn, row);
}

static bool isOfWholeCells(AtomOperand operand, ArrayRef<int64_t> shape) {
  unsigned row = operand == AtomOperand::A ? 0 : 1;
  return shape.size() == 2 && shape[1 - row] % kScalesOfColumn == 0 &&
         shape[row] % getRowsOfBlock(operand, kLanesOfQuarter) == 0;
}

/// Returns whether a buffer has the scales of an operand as matrix units read
/// them.
static bool hasTmemScaleLayout(AtomOperand operand, StridedMemRefType buffer) {
  return isOfWholeCells(operand, buffer.getShape()) &&
         getBufferLayout(buffer) ==
             getTmemScaleLayout(operand, buffer.getShape());
}

std::optional<LinearLayout>
nv_tileas::getSharedScales(AtomOperand operand, ArrayRef<int64_t> shape) {
  unsigned row = operand == AtomOperand::A ? 0 : 1, scale = 1 - row;
  if (shape.size() != 2 || shape[row] % kLanes != 0 ||
      shape[scale] % kScalesOfColumn != 0)
    return std::nullopt;
  return tileiras::getScaleFactors(shape[row], shape[scale])
      .permuteOuts({row, scale});
}

std::optional<LinearLayout>
nv_tileas::getScalesOfThreads(AtomOperand operand, ArrayRef<int64_t> shape,
                              int64_t numWarps) {
  constexpr unsigned kLaneBits = 5, kWarpBits = 2;
  if (!isOfWholeCells(operand, shape) || numWarps % (1 << kWarpBits) != 0)
    return std::nullopt;
  LinearLayout memory = getTmemScaleLayout(operand, shape);
  LinearLayout::DimBases registers{InDim::Register, {}}, lanes{InDim::Lane, {}},
      warps{InDim::Warp, {}};
  for (unsigned bit = 0; bit < kLaneBits + kWarpBits; ++bit)
    (bit < kLaneBits ? lanes : warps)
        .bases.push_back(memory.getBasis(InDim::TensorLane, bit));
  unsigned bits = memory.getInBits(InDim::TensorColumn),
           groupBits = llvm::Log2_64(numWarps) - kWarpBits;
  if (bits < groupBits + llvm::Log2_64(kScalesOfColumn))
    return std::nullopt;
  for (unsigned bit = 0; bit < bits; ++bit)
    (bit < bits - groupBits ? registers : warps)
        .bases.push_back(memory.getBasis(InDim::TensorColumn, bit));
  return LinearLayout::fromBases({registers, lanes, warps}, shape);
}

/// The bits of a cell: one lane of one column.
static constexpr unsigned kCellBits = 32;

namespace {
struct Cell {
  int64_t lane, column;
};
} // namespace

/// Returns the cell of an element, by its flat coordinate. `inverse` is the
/// inverse of the buffer's layout, where lanes are the lower bits.
static Cell getCell(const LinearLayout &inverse, uint64_t element) {
  auto cell = int64_t(inverse.applyPacked(element));
  return {cell % kLanes, cell / kLanes};
}

/// The shape of one repetition of an instruction: lanes of tensor memory and
/// columns of a thread's words, which are consecutive in its registers, and the
/// positions of the bits of a thread's lane.
namespace {
struct MoveShape {
  SmallVector<Cell> words, lanes;
  int64_t columns;
};
} // namespace

/// PTX ISA, "Data Movement Shape"; none where there is no lowering.
static std::optional<MoveShape> getMoveShape(atoms::Fragment fragment) {
  if (fragment == atoms::Lanes32Bits32)
    return MoveShape{{{0, 0}}, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}, 1};
  if (fragment == atoms::Lanes16Bits256)
    return MoveShape{{{0, 0}, {0, 1}, {8, 0}, {8, 1}},
                     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
                     8};
  return std::nullopt;
}

namespace {

/// Matches an instruction with the layouts of threads and memory.
class TmemMovePlanner {
public:
  TmemMovePlanner(StridedMemRefType buffer, Type tile, AtomAttr atom,
                  const MoveShape &shape)
      : memory(getBufferLayout(buffer)),
        threads(within(getLayout(tile), memory.getOutSizes())),
        inverse(memory.pseudoInvert()), shape(shape), size(atom.getSize()),
        cellsOfColumn(kCellBits / getMemoryBits(buffer.getElementType())) {}

  std::optional<TmemMovePlan> plan() {
    if (threads.getInBits(InDim::Lane) != shape.lanes.size() ||
        threads.getInBits(InDim::Warp) < kWarpBits || !matchLanes() ||
        !matchWarps() || !collectRegisters())
      return std::nullopt;
    for (auto it = byCell.begin(); it != byCell.end();)
      if (!takeAccess(it))
        return std::nullopt;
    return std::move(move);
  }

private:
  static constexpr unsigned kWarpBits = 2, kQuarterBits = 5;
  using Cells = std::map<std::pair<int64_t, int64_t>, unsigned>;

  Cell at(InDim in, unsigned bit) const {
    return getCell(inverse, threads.applyFlat(in, uint64_t(1) << bit));
  }

  /// Returns whether all lanes have the same.
  bool isSame(int64_t lane) const {
    return memory.applyFlat(InDim::TensorLane, uint64_t(lane)) == 0;
  }

  bool matchLanes() const {
    for (auto [bit, expected] : llvm::enumerate(shape.lanes)) {
      Cell cell = at(InDim::Lane, bit);
      int64_t lane =
          expected.lane != 0 && isSame(expected.lane) ? 0 : expected.lane;
      if (cell.lane != lane || cell.column != expected.column * cellsOfColumn)
        return false;
    }
    return true;
  }

  bool matchWarps() {
    for (unsigned bit = 0; bit < threads.getInBits(InDim::Warp); ++bit) {
      Cell cell = at(InDim::Warp, bit);
      if (bit >= kWarpBits) {
        if (cell.lane != 0 || cell.column % cellsOfColumn != 0)
          return false;
        move.warpColumns.push_back(cell.column / cellsOfColumn);
        continue;
      }
      int64_t lane = int64_t(1) << (bit + kQuarterBits);
      if (cell.lane != (isSame(lane) ? 0 : lane) || cell.column != 0)
        return false;
    }
    return true;
  }

  bool collectRegisters() {
    for (unsigned reg = 0; reg < threads.getNumRegisters(); ++reg) {
      Cell cell = getCell(inverse, threads.applyFlat(InDim::Register, reg));
      if (!byCell.try_emplace({cell.column, cell.lane}, reg).second)
        return false;
    }
    return true;
  }

  /// Matches the access that begins at the first remaining cell, with its other
  /// cells.
  bool takeAccess(Cells::iterator &it) {
    int64_t first = it->first.first;
    if (it->first.second != 0 || first % cellsOfColumn != 0)
      return false;
    TmemMovePlan::Access access{first / cellsOfColumn, {}};
    for (int64_t repetition = 0; repetition < size; ++repetition)
      for (const Cell &word : shape.words)
        for (int64_t cell = 0; cell < cellsOfColumn; ++cell) {
          int64_t column = repetition * shape.columns + word.column;
          auto found =
              byCell.find({first + column * cellsOfColumn + cell, word.lane});
          if (found == byCell.end() || found->second == kTaken)
            return false;
          access.registers.push_back(found->second);
          found->second = kTaken;
        }
    move.accesses.push_back(std::move(access));
    while (it != byCell.end() && it->second == kTaken)
      ++it;
    return true;
  }

  static constexpr unsigned kTaken = ~0u;

  const LinearLayout &memory;
  LinearLayout threads, inverse;
  const MoveShape &shape;
  int64_t size, cellsOfColumn;
  Cells byCell;
  TmemMovePlan move;
};

} // namespace

std::optional<TmemMovePlan> nv_tileas::planTmemMove(StridedMemRefType buffer,
                                                    Type tile, AtomAttr atom) {
  bool isStore = atom->copies(atoms::Register, atoms::Tensor);
  std::optional<MoveShape> shape =
      getMoveShape(isStore ? atom->FragmentA : atom->FragmentC);
  if (!shape)
    return std::nullopt;
  return TmemMovePlanner(buffer, tile, atom, *shape).plan();
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

nv_tileaa::MemSpace AllocTmemOp::getSpace() {
  return nv_tileaa::MemSpace::TENSOR;
}

int64_t AllocTmemOp::getNumColumns() {
  return getBufferLayout(getType()).getInSize(InDim::TensorColumn) *
         getMemoryBits(getType().getElementType()) / kCellBits;
}

int64_t AllocTmemOp::getBytes() { return getNumColumns() * kColumnBytes; }

uint64_t AllocTmemOp::getAlignment() {
  return tileiras::kMinTensorColumns * kColumnBytes;
}

/// Returns whether it may hold scales of A or B.
static bool isOfScales(StridedMemRefType type) {
  return getMemoryBits(type.getElementType()) == 8 &&
         llvm::any_of(kScaledOperands, [&](AtomOperand operand) {
           return hasTmemScaleLayout(operand, type);
         });
}

LogicalResult AllocTmemOp::verify() {
  StridedMemRefType type = getType();
  unsigned bits = getMemoryBits(type.getElementType());
  if (isOfScales(type) || (isTmemPlacement(type.getLayout()) &&
                           (bits == kCellBits || bits == kCellBits / 2)))
    return success();
  return emitOpError("expected elements of ")
         << kCellBits / 2 << " or " << kCellBits
         << " bits and a layout with one cell of " << kLanes
         << " lanes for every element, or scales of 8 bits in a layout that "
            "matrix units read, got "
         << type;
}

template <typename OpTy> static LogicalResult verifyColumns(OpTy op) {
  StridedMemRefType slot = op.getSlot().getType();
  if (!slot.getElementType().isInteger(32) ||
      ShapedType::getNumElements(slot.getShape()) != 1)
    return op.emitOpError("expected room for one i32, got ") << slot;
  if (tileiras::isTensorAllocation(op.getColumns()))
    return success();
  return op.emitOpError("expected a power of two from ")
         << tileiras::kMinTensorColumns << " to " << tileiras::kMaxTensorColumns
         << " columns, got " << op.getColumns();
}

LogicalResult AcquireTmemOp::verify() { return verifyColumns(*this); }
LogicalResult ReleaseTmemOp::verify() { return verifyColumns(*this); }

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

void TmemDotOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  SideEffects::Resource *memoryOfA = SharedMemory::get();
  if (getA().getType().isInTensorMemory())
    memoryOfA = TensorMemory::get();
  effects.emplace_back(MemoryEffects::Read::get(), &getAMutable(), memoryOfA);
  effects.emplace_back(MemoryEffects::Read::get(), &getBMutable(),
                       SharedMemory::get());
  for (OpOperand &source : getSourcesMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &source,
                         SharedMemory::get());
  for (OpOperand &scales : getScalesMutable()) {
    if (!getSources().empty())
      effects.emplace_back(MemoryEffects::Write::get(), &scales,
                           TensorMemory::get());
    effects.emplace_back(MemoryEffects::Read::get(), &scales,
                         TensorMemory::get());
  }
  effects.emplace_back(MemoryEffects::Read::get(), &getCMutable(),
                       TensorMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getCMutable(),
                       TensorMemory::get());
}

/// Returns the tile that is stored.
static RankedTensorType getTile(StridedMemRefType buffer) {
  return RankedTensorType::get(buffer.getShape(), buffer.getElementType());
}

/// Checks that the atom has scales, and that they are where it reads them.
static LogicalResult verifyScales(TmemDotOp op, RankedTensorType a,
                                  RankedTensorType b) {
  const tileiras::AtomInfo &atom = *op.getAtom().getInfo();
  SmallVector<Type> scales =
      llvm::map_to_vector(op.getScales(), [](Value buffer) -> Type {
        return getTile(cast<StridedMemRefType>(buffer.getType()));
      });
  if (atom.isScaled() != !scales.empty())
    return op.emitOpError("expected scales with an atom that takes some, got ")
           << scales.size() << " with " << op.getAtom();
  if (scales.empty())
    return success();
  if (failed(nv_tileaa::verifyScales(op, a, b, scales)))
    return failure();
  auto ofA = cast<RankedTensorType>(scales.front());
  if (!(atom.ElementsOfScales &
        cute_nvgpu::getAtomScales(ofA.getElementType())) ||
      a.getShape().back() != int64_t(atom.ScaleBlock) * ofA.getShape().back())
    return op.emitOpError("expected scales of ")
           << op.getAtom() << " for blocks of " << unsigned(atom.ScaleBlock)
           << ", got " << ofA << " for " << a;
  for (auto [operand, buffer] :
       llvm::zip_equal(kScaledOperands, op.getScales()))
    if (auto type = cast<StridedMemRefType>(buffer.getType());
        !hasTmemScaleLayout(operand, type))
      return op.emitOpError(
                 "expected scales in the lanes of all quarters, got ")
             << type;
  return success();
}

/// Checks that they are scales of the MMA, in the layout from which the
/// instruction copies.
static LogicalResult verifySources(TmemDotOp op) {
  if (op.getSources().empty())
    return success();
  if (op.getSources().size() != op.getScales().size())
    return op.emitOpError("expected sources of all scales or of none, got ")
           << op.getSources().size() << " of " << op.getScales().size();
  for (auto [operand, source, scales] :
       llvm::zip_equal(kScaledOperands, op.getSources(), op.getScales())) {
    auto from = cast<StridedMemRefType>(source.getType()),
         to = cast<StridedMemRefType>(scales.getType());
    if (getTile(from) != getTile(to))
      return op.emitOpError("expected a source of ")
             << getTile(to) << ", got " << getTile(from);
    if (!isPlacement(from.getLayout()) ||
        getBufferLayout(from) != getSharedScales(operand, from.getShape()))
      return op.emitOpError("expected scales in blocks of 128 rows by four, "
                            "got ")
             << from;
  }
  return success();
}

bool nv_tileas::holdsOperandA(AtomAttr atom, StridedMemRefType buffer) {
  ArrayRef<int64_t> shape = buffer.getShape();
  unsigned bits = getMemoryBits(buffer.getElementType());
  return atom->M == kLanes && shape.size() == 2 && shape[0] % kLanes == 0 &&
         bits == atom->OperandBits && bits >= kCellBits / 2 &&
         getBufferLayout(buffer) == getTmemAccumulatorLayout(shape);
}

static LogicalResult verifyOperandA(TmemDotOp op) {
  StridedMemRefType a = op.getA().getType();
  if (!a.isInTensorMemory())
    return verifyOperandBuffer(op, op.getAtom(), AtomOperand::A, op.getA());
  if (holdsOperandA(op.getAtom(), a) && !op.getPacked())
    return success();
  return op.emitOpError("expected A in tensor memory with a row of ")
         << op.getAtom() << " in each lane, got " << a;
}

LogicalResult TmemDotOp::verify() {
  const tileiras::AtomInfo &atom = *getAtom().getInfo();
  RankedTensorType tileA = getTile(getA().getType()),
                   tileB = getTile(getB().getType()),
                   accumulator = getTile(getC().getType());
  if (atom.Completion != atoms::TensorCommit || atom.Kind != atoms::Matrix)
    return emitOpError("expected an atom of tcgen05.mma, got ") << getAtom();
  if (failed(nv_tileaa::verifyPacked(*this, tileA, tileB, getPacked())))
    return failure();
  RankedTensorType a = nv_tileaa::getNumbers(tileA, getPacked(), 1),
                   b = nv_tileaa::getNumbers(tileB, getPacked(), 0);
  if (failed(verifyElementsOfAtom(*this, getAtom(), a, b, accumulator)) ||
      failed(nv_tileaa::verifyDot(*this, a, b, accumulator, getSignednessA(),
                                  getSignednessB())))
    return failure();
  ArrayRef<int64_t> shape = accumulator.getShape();
  if (shape.size() != 2 || shape[0] % atom.M != 0 ||
      shape[1] % getAtom().getSize() != 0 ||
      a.getShape().back() % atom.K != 0 ||
      getBufferLayout(getC().getType()) != getTmemAccumulatorLayout(shape))
    return emitOpError("expected accumulators of whole ")
           << getAtom() << " with rows in lanes, and K a multiple of " << atom.K
           << ", got " << getC().getType() << " with K of "
           << a.getShape().back();
  return success(
      succeeded(verifyScales(*this, a, b)) && succeeded(verifySources(*this)) &&
      succeeded(verifyOperandA(*this)) &&
      succeeded(verifyOperandBuffer(*this, getAtom(), AtomOperand::B, getB())));
}

LogicalResult TmemWaitOp::verify() {
  if (getMbarrier().getType().getCount() == 1)
    return success();
  return emitOpError("expected one barrier, got ") << getMbarrier().getType();
}
