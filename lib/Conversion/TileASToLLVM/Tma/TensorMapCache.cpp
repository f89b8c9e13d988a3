//===- TensorMapCache.cpp - Where kernels keep their tensor maps ----------===//
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

/// How many places a search looks at.
static constexpr int64_t kMaxProbes = 4;
/// No GPU has more SMs.
static constexpr int64_t kMaxSMs = 256;

static std::string getSymbolName(FindTmaDescOp op) {
  auto func = op->getParentOfType<FunctionOpInterface>();
  return ("__tileiras_tensor_map_cache_" + func.getName() + "_" +
          Twine(op.getCache()))
      .str();
}

/// CTAs of the kernel that an SM has room for, a power of two at least.
static int64_t getCtasPerSM(func::FuncOp func, const TargetInfo &target) {
  int64_t ctas = target.CTAsPerSM;
  if (auto bytes = func->getAttrOfType<IntegerAttr>(
          TileASDialect::getSharedMemoryAttrName()))
    ctas = std::min(ctas, target.SharedMemoryPerSM /
                              (bytes.getInt() + target.SharedMemoryReserved));
  return llvm::PowerOf2Ceil(std::max<int64_t>(ctas, 1));
}

/// Their number is a power of two.
static int64_t getNumPrivate(LLVM::GlobalOp cache, FindTmaDescOp op) {
  auto type = cast<LLVM::LLVMArrayType>(cache.getGlobalType());
  return int64_t(type.getNumElements()) / kPlaceBytes - op.getEntries();
}

void createTensorMapCaches(gpu::GPUModuleOp module, const TargetInfo &target) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto func : module.getOps<func::FuncOp>())
    func.walk([&](FindTmaDescOp op) {
      std::string name = getSymbolName(op);
      if (module.lookupSymbol(name))
        return;
      int64_t places = op.getEntries() + kMaxSMs * getCtasPerSM(func, target);
      auto type =
          LLVM::LLVMArrayType::get(builder.getI8Type(), places * kPlaceBytes);
      auto cache = LLVM::GlobalOp::create(
          builder, op.getLoc(), type, /*isConstant=*/false,
          LLVM::Linkage::Internal, name, /*value=*/Attribute(),
          /*alignment=*/kPlaceBytes, /*addrSpace=*/1);
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

/// A place, whether it has the map or is to get it, and whether one of both is
/// so (i1).
struct Found {
  Value place, isTaken, isFound;
};

/// The first place of a search, as it was when all were looked at together.
struct Glance {
  Value place, tag;
  SmallVector<Value> key;
};

class Search {
public:
  Search(OpBuilder &builder, Location loc, FindTmaDescOp op,
         LLVM::GlobalOp cache, SmallVector<Value> words)
      : entries(op.getEntries()), numPrivate(getNumPrivate(cache, op)),
        key(std::move(words)) {
    PlaceCode code(builder, loc);
    first = LLVM::AddressOfOp::create(builder, loc, cache);
    Value hash = code.hash(key);
    Value upper =
        LLVM::AndOp::create(builder, loc, hash, code.i32(~kPlaceStates));
    building = LLVM::OrOp::create(builder, loc, upper, code.i32(Building));
    ready = LLVM::OrOp::create(builder, loc, upper, code.i32(Ready));
    start = LLVM::LShrOp::create(builder, loc, hash, code.i32(8));
  }

  Value getReady() const { return ready; }
  ArrayRef<Value> getKey() const { return key; }

  Glance glance(OpBuilder &builder, Location loc) {
    PlaceCode code(builder, loc);
    Value place = getPlace(builder, loc, 0);
    return {place, code.readTag(place), code.readKey(place, key)};
  }

  /// Whether that place has the map (i1).
  Value isThere(OpBuilder &builder, Location loc, const Glance &glance) {
    PlaceCode code(builder, loc);
    return code.both(code.isEqual(glance.tag, ready),
                     code.areEqual(glance.key, key));
  }

  /// Among the places of maps that stay. One place behind the other, since
  /// behind a loop that threads leave one by one ptxas takes no value for the
  /// same in the whole warp.
  Found find(OpBuilder &builder, Location loc) {
    Found found = probe(builder, loc, 0);
    for (int64_t number = 1; number < std::min(kMaxProbes, entries); ++number) {
      auto again = [&](OpBuilder &b, Location l) {
        Found next = probe(b, l, number);
        scf::YieldOp::create(
            b, l, ValueRange{next.place, next.isTaken, next.isFound});
      };
      auto keep = [&](OpBuilder &b, Location l) {
        scf::YieldOp::create(
            b, l, ValueRange{found.place, found.isTaken, found.isFound});
      };
      PlaceCode code(builder, loc);
      auto branch = scf::IfOp::create(builder, loc, code.negate(found.isFound),
                                      again, keep);
      found = {branch.getResult(0), branch.getResult(1), branch.getResult(2)};
    }
    return found;
  }

  /// A private place, which is taken.
  Value takePrivate(OpBuilder &inside, Location at) {
    PlaceCode code(inside, at);
    Value places = code.getPlace(first, code.i32(entries));
    Value sm = NVVM::SmIdOp::create(inside, at, inside.getI32Type());
    Value begin =
        LLVM::MulOp::create(inside, at, sm, code.i32(numPrivate / kMaxSMs));
    Type types[] = {inside.getI32Type(), places.getType()};
    auto loop = scf::WhileOp::create(
        inside, at, types, ValueRange{begin},
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          PlaceCode c(b, l);
          Value index = LLVM::AndOp::create(b, l, arguments.front(),
                                            c.i32(numPrivate - 1));
          Value place = c.getPlace(places, index);
          Value before = c.takePlace(place, c.i32(Private));
          scf::ConditionOp::create(b, l,
                                   c.negate(c.isEqual(before, c.i32(Free))),
                                   ValueRange{index, place});
        },
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          Value next = LLVM::AddOp::create(b, l, arguments.front(),
                                           PlaceCode(b, l).i32(1));
          scf::YieldOp::create(b, l, next);
        });
    return loop.getResult(1);
  }

private:
  /// Place `number` of the search.
  Value getPlace(OpBuilder &inside, Location at, int64_t number) {
    PlaceCode code(inside, at);
    Value sum = LLVM::AddOp::create(inside, at, start, code.i32(number));
    Value index = LLVM::AndOp::create(inside, at, sum, code.i32(entries - 1));
    return code.getPlace(first, index);
  }

  Found probe(OpBuilder &inside, Location at, int64_t number) {
    Value place = getPlace(inside, at, number);
    auto [tag, isTaken] = takeIfFree(inside, at, place);
    tag = waitWhileBuilding(inside, at, place, tag);
    return {place, isTaken, compareKey(inside, at, place, tag, isTaken)};
  }

  /// The tag that another has written, and whether the place is this thread's
  /// now.
  std::pair<Value, Value> takeIfFree(OpBuilder &inside, Location at,
                                     Value place) {
    PlaceCode code(inside, at);
    Value tag = code.acquireTag(place);
    Value isFree = code.isEqual(tag, code.i32(Free));
    auto take = [&](OpBuilder &b, Location l) {
      PlaceCode c(b, l);
      Value before = c.takePlace(place, building);
      scf::YieldOp::create(b, l,
                           ValueRange{before, c.isEqual(before, c.i32(Free))});
    };
    auto leave = [&](OpBuilder &b, Location l) {
      scf::YieldOp::create(b, l,
                           ValueRange{tag, PlaceCode(b, l).constant(false)});
    };
    auto branch = scf::IfOp::create(inside, at, isFree, take, leave);
    return {branch.getResult(0), branch.getResult(1)};
  }

  /// Until who builds a map with this hash is done.
  Value waitWhileBuilding(OpBuilder &inside, Location at, Value place,
                          Value tag) {
    return scf::WhileOp::create(
               inside, at, TypeRange(tag.getType()), ValueRange{tag},
               [&](OpBuilder &b, Location l, ValueRange arguments) {
                 scf::ConditionOp::create(
                     b, l, PlaceCode(b, l).isEqual(arguments[0], building),
                     arguments);
               },
               [&](OpBuilder &b, Location l, ValueRange) {
                 Value now = PlaceCode(b, l).acquireTag(place);
                 scf::YieldOp::create(b, l, now);
               })
        .getResult(0);
  }

  Value compareKey(OpBuilder &inside, Location at, Value place, Value tag,
                   Value isTaken) {
    auto compare = [&](OpBuilder &b, Location l) {
      PlaceCode code(b, l);
      scf::YieldOp::create(b, l, code.areEqual(code.readKey(place, key), key));
    };
    auto skip = [&](OpBuilder &b, Location l) {
      scf::YieldOp::create(b, l, isTaken);
    };
    return scf::IfOp::create(inside, at,
                             PlaceCode(inside, at).isEqual(tag, ready), compare,
                             skip)
        .getResult(0);
  }

  int64_t entries, numPrivate;
  SmallVector<Value> key;
  /// The first place; tags of this key; where the search begins.
  Value first, building, ready, start;
};

} // namespace

/// What tells maps of one type apart, each word one more than it is: none is 0,
/// as all are in a place before its key is written.
static SmallVector<Value> getKey(OpBuilder &builder, Location loc,
                                 StridedMemRefType type,
                                 const ArrayInMemory &array) {
  SmallVector<Value> key = {array.base};
  auto addDynamic = [&](ArrayRef<int64_t> known, ArrayRef<Value> values) {
    for (auto [number, value] : llvm::zip_equal(known, values))
      if (ShapedType::isDynamic(number))
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

/// Searches on, and makes the map if it is nowhere.
static FoundTensorMap findOrMake(OpBuilder &builder, Location loc,
                                 FindTmaDescOp op, const ArrayInMemory &array,
                                 Search &search) {
  Found found = search.find(builder, loc);
  PlaceCode code(builder, loc);
  Value isPrivate = code.negate(found.isFound);
  Value place = scf::IfOp::create(
                    builder, loc, isPrivate,
                    [&](OpBuilder &b, Location l) {
                      scf::YieldOp::create(b, l, search.takePrivate(b, l));
                    },
                    [&](OpBuilder &b, Location l) {
                      scf::YieldOp::create(b, l, found.place);
                    })
                    .getResult(0);
  Value isTaken = LLVM::OrOp::create(builder, loc, found.isTaken, isPrivate);
  scf::IfOp::create(builder, loc, isTaken, [&](OpBuilder &b, Location l) {
    PlaceCode c(b, l);
    writeTensorMap(b, l, op.getDesc().getType(), op.getOobMode(), array, place,
                   c.getZeros(place));
    c.writeKey(place, search.getKey());
    cute_nvgpu::FenceTensormapReleaseOp::create(b, l, MemoryScope::GPU);
    c.releaseTag(place, c.select(isPrivate, c.i32(Private), search.getReady()));
    scf::YieldOp::create(b, l);
  });
  return {place, isPrivate};
}

SmallVector<FoundTensorMap> findTensorMaps(OpBuilder &builder, Location loc,
                                           ArrayRef<FindTmaDescOp> ops,
                                           ValueRange memrefs) {
  SmallVector<ArrayInMemory> arrays;
  SmallVector<Search> searches;
  SmallVector<Glance> glances;
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
    glances.push_back(search.glance(builder, loc));

  SmallVector<FoundTensorMap> maps;
  for (size_t i = 0; i < ops.size(); ++i) {
    auto branch = scf::IfOp::create(
        builder, loc, searches[i].isThere(builder, loc, glances[i]),
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(
              b, l,
              ValueRange{glances[i].place, PlaceCode(b, l).constant(false)});
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
    PlaceCode code(b, l);
    // Stores may have read their buffers only.
    cute_nvgpu::BulkWaitGroupOp::create(b, l, /*pending=*/0, /*read=*/false);
    Value place = LLVM::AddrSpaceCastOp::create(
        b, l, LLVM::LLVMPointerType::get(b.getContext(), 1), map.address);
    code.releaseTag(place, code.i32(Free));
    scf::YieldOp::create(b, l);
  });
}

} // namespace tileiras::to_llvm
