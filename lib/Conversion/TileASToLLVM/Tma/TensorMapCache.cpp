//===- TensorMapCache.cpp - Cache of tensor maps --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapCache.h"

#include "TensorMapAddress.h"
#include "TensorMapFields.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using cute_nvgpu::MemoryScope;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// The caches
//===----------------------------------------------------------------------===//

/// The index of entries that a search probes.
static constexpr int64_t kMaxProbes = 4;
/// No GPU has more SMs.
static constexpr int64_t kMaxSMs = 256;

static std::string getSymbolName(FindTmaDescOp op) {
  auto func = op->getParentOfType<FunctionOpInterface>();
  return ("__tileiras_tensor_map_cache_" + func.getName() + "_" +
          Twine(op.getCache()))
      .str();
}

/// Returns the index of CTAs of the kernel that are resident on an SM, rounded
/// up to a power of two.
static int64_t getCtasPerSM(func::FuncOp func, const TargetInfo &target) {
  int64_t ctas = target.CTAsPerSM;
  if (auto bytes = func->getAttrOfType<IntegerAttr>(
          TileASDialect::getSharedMemoryAttrName()))
    ctas = std::min(ctas, target.SharedMemoryPerSM /
                              (bytes.getInt() + target.SharedMemoryReserved));
  return llvm::PowerOf2Ceil(std::max<int64_t>(ctas, 1));
}

/// Returns the index of private entries, a power of two.
static int64_t getNumPrivate(LLVM::GlobalOp cache, FindTmaDescOp op) {
  auto type = cast<LLVM::LLVMArrayType>(cache.getGlobalType());
  return int64_t(type.getNumElements()) / kEntryBytes - op.getEntries();
}

void createTensorMapCaches(gpu::GPUModuleOp module, const TargetInfo &target) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto func : module.getOps<func::FuncOp>())
    func.walk([&](FindTmaDescOp op) {
      std::string name = getSymbolName(op);
      if (module.lookupSymbol(name))
        return;
      int64_t numEntries =
          op.getEntries() + kMaxSMs * getCtasPerSM(func, target);
      auto type = LLVM::LLVMArrayType::get(builder.getI8Type(),
                                           numEntries * kEntryBytes);
      auto cache = LLVM::GlobalOp::create(
          builder, op.getLoc(), type, /*isConstant=*/false,
          LLVM::Linkage::Internal, name, /*value=*/Attribute(),
          /*alignment=*/kEntryBytes, /*addrSpace=*/1);
      OpBuilder inside =
          OpBuilder::atBlockBegin(&cache.getInitializerRegion().emplaceBlock());
      Value zero = LLVM::ZeroOp::create(inside, op.getLoc(), type);
      LLVM::ReturnOp::create(inside, op.getLoc(), zero);
    });
}

namespace {

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// An entry, whether this thread has claimed it to write the map, and whether
/// it has the map or is claimed (i1).
struct Found {
  Value entry, isClaimed, isFound;
};

/// The first entry of a search, as it was when those of all searches were read
/// together.
struct EntrySnapshot {
  Value entry, tag;
  SmallVector<Value> key;
};

class Search {
public:
  Search(OpBuilder &builder, Location loc, FindTmaDescOp op,
         LLVM::GlobalOp cache, SmallVector<Value> words)
      : entries(op.getEntries()), numPrivate(getNumPrivate(cache, op)),
        key(std::move(words)) {
    EntryBuilder code(builder, loc);
    first = LLVM::AddressOfOp::create(builder, loc, cache);
    Value hash = code.hash(key);
    Value upper =
        LLVM::AndOp::create(builder, loc, hash, code.i32(~kEntryStateMask));
    building = LLVM::OrOp::create(builder, loc, upper, code.i32(Building));
    ready = LLVM::OrOp::create(builder, loc, upper, code.i32(Ready));
    start = LLVM::LShrOp::create(builder, loc, hash, code.i32(8));
  }

  Value getReady() const { return ready; }
  ArrayRef<Value> getKey() const { return key; }

  EntrySnapshot readFirst(OpBuilder &builder, Location loc) {
    EntryBuilder code(builder, loc);
    Value entry = getEntry(builder, loc, 0);
    return {entry, code.readTag(entry), code.readKey(entry, key)};
  }

  /// Returns whether that entry has the map (i1).
  Value isHit(OpBuilder &builder, Location loc, const EntrySnapshot &snapshot) {
    EntryBuilder code(builder, loc);
    return code.both(code.isEqual(snapshot.tag, ready),
                     code.areEqual(snapshot.key, key));
  }

  /// Searches the shared entries. The probes are unrolled: after a loop that
  /// threads leave one by one, ptxas takes no value as uniform in the warp.
  Found find(OpBuilder &builder, Location loc) {
    Found found = probe(builder, loc, 0);
    for (int64_t index = 1; index < std::min(kMaxProbes, entries); ++index) {
      auto again = [&](OpBuilder &b, Location l) {
        Found next = probe(b, l, index);
        scf::YieldOp::create(
            b, l, ValueRange{next.entry, next.isClaimed, next.isFound});
      };
      auto keep = [&](OpBuilder &b, Location l) {
        scf::YieldOp::create(
            b, l, ValueRange{found.entry, found.isClaimed, found.isFound});
      };
      EntryBuilder code(builder, loc);
      auto branch = scf::IfOp::create(builder, loc, code.negate(found.isFound),
                                      again, keep);
      found = {branch.getResult(0), branch.getResult(1), branch.getResult(2)};
    }
    return found;
  }

  /// Returns a private entry that this thread has claimed.
  Value claimPrivate(OpBuilder &inside, Location at) {
    EntryBuilder code(inside, at);
    Value privateEntries = code.getEntry(first, code.i32(entries));
    Value sm = NVVM::SmIdOp::create(inside, at, inside.getI32Type());
    Value begin =
        LLVM::MulOp::create(inside, at, sm, code.i32(numPrivate / kMaxSMs));
    Type types[] = {inside.getI32Type(), privateEntries.getType()};
    auto loop = scf::WhileOp::create(
        inside, at, types, ValueRange{begin},
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          EntryBuilder c(b, l);
          Value index = LLVM::AndOp::create(b, l, arguments.front(),
                                            c.i32(numPrivate - 1));
          Value entry = c.getEntry(privateEntries, index);
          Value before = c.claimEntry(entry, c.i32(Private));
          scf::ConditionOp::create(b, l,
                                   c.negate(c.isEqual(before, c.i32(Free))),
                                   ValueRange{index, entry});
        },
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          Value next = LLVM::AddOp::create(b, l, arguments.front(),
                                           EntryBuilder(b, l).i32(1));
          scf::YieldOp::create(b, l, next);
        });
    return loop.getResult(1);
  }

private:
  /// Returns the entry of the probe with index `probe`.
  Value getEntry(OpBuilder &inside, Location at, int64_t probe) {
    EntryBuilder code(inside, at);
    Value sum = LLVM::AddOp::create(inside, at, start, code.i32(probe));
    Value index = LLVM::AndOp::create(inside, at, sum, code.i32(entries - 1));
    return code.getEntry(first, index);
  }

  Found probe(OpBuilder &inside, Location at, int64_t index) {
    Value entry = getEntry(inside, at, index);
    auto [tag, isClaimed] = claimIfFree(inside, at, entry);
    tag = waitWhileBuilding(inside, at, entry, tag);
    return {entry, isClaimed, compareKey(inside, at, entry, tag, isClaimed)};
  }

  /// Returns the tag that another thread has written, and whether this thread
  /// has claimed the entry.
  std::pair<Value, Value> claimIfFree(OpBuilder &inside, Location at,
                                      Value entry) {
    EntryBuilder code(inside, at);
    Value tag = code.acquireTag(entry);
    Value isFree = code.isEqual(tag, code.i32(Free));
    auto claim = [&](OpBuilder &b, Location l) {
      EntryBuilder c(b, l);
      Value before = c.claimEntry(entry, building);
      scf::YieldOp::create(b, l,
                           ValueRange{before, c.isEqual(before, c.i32(Free))});
    };
    auto leave = [&](OpBuilder &b, Location l) {
      scf::YieldOp::create(b, l,
                           ValueRange{tag, EntryBuilder(b, l).constant(false)});
    };
    auto branch = scf::IfOp::create(inside, at, isFree, claim, leave);
    return {branch.getResult(0), branch.getResult(1)};
  }

  /// Waits until the thread that builds a map with this hash has finished;
  /// returns the new tag.
  Value waitWhileBuilding(OpBuilder &inside, Location at, Value entry,
                          Value tag) {
    return scf::WhileOp::create(
               inside, at, TypeRange(tag.getType()), ValueRange{tag},
               [&](OpBuilder &b, Location l, ValueRange arguments) {
                 scf::ConditionOp::create(
                     b, l, EntryBuilder(b, l).isEqual(arguments[0], building),
                     arguments);
               },
               [&](OpBuilder &b, Location l, ValueRange) {
                 Value now = EntryBuilder(b, l).acquireTag(entry);
                 scf::YieldOp::create(b, l, now);
               })
        .getResult(0);
  }

  Value compareKey(OpBuilder &inside, Location at, Value entry, Value tag,
                   Value isClaimed) {
    auto compare = [&](OpBuilder &b, Location l) {
      EntryBuilder code(b, l);
      scf::YieldOp::create(b, l, code.areEqual(code.readKey(entry, key), key));
    };
    auto skip = [&](OpBuilder &b, Location l) {
      scf::YieldOp::create(b, l, isClaimed);
    };
    return scf::IfOp::create(inside, at,
                             EntryBuilder(inside, at).isEqual(tag, ready),
                             compare, skip)
        .getResult(0);
  }

  int64_t entries, numPrivate;
  SmallVector<Value> key;
  /// The first entry; the tags of this key; the index where the search begins.
  Value first, building, ready, start;
};

} // namespace

/// Returns the values that distinguish maps of one type, incremented by one. No
/// word is 0, as all words of an entry are before its key is written.
static SmallVector<Value> getKey(OpBuilder &builder, Location loc,
                                 StridedMemRefType type,
                                 const ArrayInMemory &array) {
  SmallVector<Value> key = {array.base};
  auto addDynamic = [&](ArrayRef<int64_t> known, ArrayRef<Value> values) {
    for (auto [extent, value] : llvm::zip_equal(known, values))
      if (ShapedType::isDynamic(extent))
        key.push_back(value);
  };
  addDynamic(type.getShape(), array.sizes);
  addDynamic(type.getStrides(), array.strides);
  Value one =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  for (Value &word : key)
    word = LLVM::AddOp::create(builder, loc, word, one);
  return key;
}

static Value toGeneric(OpBuilder &builder, Location loc, Value address) {
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

/// Continues the search, and builds the map if no entry has it.
static FoundTensorMap findOrMake(OpBuilder &builder, Location loc,
                                 FindTmaDescOp op, const ArrayInMemory &array,
                                 Search &search) {
  Found found = search.find(builder, loc);
  EntryBuilder code(builder, loc);
  Value isPrivate = code.negate(found.isFound);
  Value entry = scf::IfOp::create(
                    builder, loc, isPrivate,
                    [&](OpBuilder &b, Location l) {
                      scf::YieldOp::create(b, l, search.claimPrivate(b, l));
                    },
                    [&](OpBuilder &b, Location l) {
                      scf::YieldOp::create(b, l, found.entry);
                    })
                    .getResult(0);
  Value isClaimed =
      LLVM::OrOp::create(builder, loc, found.isClaimed, isPrivate);
  scf::IfOp::create(builder, loc, isClaimed, [&](OpBuilder &b, Location l) {
    EntryBuilder c(b, l);
    writeTensorMap(b, l, op.getDesc().getType(), op.getOobMode(), array, entry,
                   c.getZeros(entry));
    c.writeKey(entry, search.getKey());
    cute_nvgpu::FenceTensormapReleaseOp::create(b, l, MemoryScope::GPU);
    c.releaseTag(entry, c.select(isPrivate, c.i32(Private), search.getReady()));
    scf::YieldOp::create(b, l);
  });
  return {entry, isPrivate};
}

SmallVector<FoundTensorMap> findTensorMaps(OpBuilder &builder, Location loc,
                                           ArrayRef<FindTmaDescOp> ops,
                                           ValueRange memrefs) {
  SmallVector<ArrayInMemory> arrays;
  SmallVector<Search> searches;
  SmallVector<EntrySnapshot> snapshots;
  for (auto [op, memref] : llvm::zip_equal(ops, memrefs)) {
    StridedMemRefType type = FindTmaDescOp(op).getArray().getType();
    auto module = op->template getParentOfType<gpu::GPUModuleOp>();
    auto cache =
        module.template lookupSymbol<LLVM::GlobalOp>(getSymbolName(op));
    arrays.push_back(getArrayInMemory(builder, loc, type, memref));
    searches.emplace_back(builder, loc, op, cache,
                          getKey(builder, loc, type, arrays.back()));
  }
  for (Search &search : searches)
    snapshots.push_back(search.readFirst(builder, loc));

  SmallVector<FoundTensorMap> maps;
  for (size_t i = 0; i < ops.size(); ++i) {
    auto branch = scf::IfOp::create(
        builder, loc, searches[i].isHit(builder, loc, snapshots[i]),
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(b, l,
                               ValueRange{snapshots[i].entry,
                                          EntryBuilder(b, l).constant(false)});
        },
        [&](OpBuilder &b, Location l) {
          FoundTensorMap map = findOrMake(b, l, ops[i], arrays[i], searches[i]);
          scf::YieldOp::create(b, l, ValueRange{map.address, map.isPrivate});
        });
    maps.push_back({branch.getResult(0), branch.getResult(1)});
  }
  for (FoundTensorMap &map : maps) {
    map.address = toGeneric(builder, loc, map.address);
    cute_nvgpu::FenceTensormapAcquireOp::create(builder, loc, map.address,
                                                MemoryScope::GPU);
  }
  return maps;
}

void returnTensorMap(OpBuilder &builder, Location loc, FoundTensorMap map) {
  scf::IfOp::create(builder, loc, map.isPrivate, [&](OpBuilder &b, Location l) {
    EntryBuilder code(b, l);
    // Copies that stored may only have read their buffers.
    cute_nvgpu::BulkWaitGroupOp::create(b, l, /*pending=*/0, /*read=*/false);
    Value entry = LLVM::AddrSpaceCastOp::create(
        b, l, LLVM::LLVMPointerType::get(b.getContext(), 1), map.address);
    code.releaseTag(entry, code.i32(Free));
    scf::YieldOp::create(b, l);
  });
}

} // namespace tileiras::to_llvm
