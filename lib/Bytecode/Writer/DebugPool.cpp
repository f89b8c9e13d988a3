//===- DebugPool.cpp - The debug section ----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugPool.h"

#include "Limits.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Head of the section
//===----------------------------------------------------------------------===//

uint64_t DebugPool::addFunction(ArrayRef<uint64_t> list) {
  if (llvm::all_of(list, [](uint64_t index) { return index == 0; }))
    return 0;
  starts.push_back(indices.size());
  llvm::append_range(indices, list);
  return starts.size();
}

void DebugPool::write(ByteBuffer &section) const {
  section.writeVarint(starts.size());
  section.align(4);
  for (uint64_t start : starts)
    section.writeFixed(start, 4);
  section.writeVarint(indices.size());
  section.align(8);
  for (uint64_t index : indices)
    section.writeFixed(index, 8);
  table.write(section, 4);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

LogicalResult DebugPool::addLocation(Operation *op, LocationIndices &list) {
  auto [known, inserted] = locations.try_emplace(op->getLoc(), 0);
  if (!inserted) {
    list.push_back(known->second);
    return success();
  }
  if (LocationAttr location = findDebugLoc(op->getLoc())) {
    FailureOr<Entry> entry = add(location);
    if (failed(entry))
      return op->emitOpError("has a location of too many scopes and calls: ")
             << kMaxDebugDepth << " in each other, " << kMaxDebugNodes
             << " in all at most";
    known->second = entry->index;
  }
  list.push_back(known->second);
  return success();
}

FailureOr<DebugPool::Entry> DebugPool::add(Attribute attribute) {
  if (auto known = entries.find(attribute); known != entries.end())
    return known->second;
  if (level == kMaxDebugDepth)
    return failure();
  ++level;
  Entry outer = std::exchange(tree, Entry{0, 1, 1});
  llvm::scope_exit leave([&] {
    --level;
    tree = outer;
  });
  ByteBuffer bytes;
  if (failed(encode(attribute, bytes)) || tree.depth > kMaxDebugDepth ||
      tree.numNodes > kMaxDebugNodes)
    return failure();
  tree.index = table.add(bytes.bytes()) + 1;
  entries.try_emplace(attribute, tree);
  return tree;
}

LogicalResult DebugPool::writeReference(Attribute attribute,
                                        ByteBuffer &entry) {
  FailureOr<Entry> other = add(attribute);
  if (failed(other))
    return failure();
  tree.depth = std::max(tree.depth, other->depth + 1);
  tree.numNodes += other->numNodes;
  entry.writeVarint(other->index);
  return success();
}

void DebugPool::writeString(StringAttr text, ByteBuffer &entry) {
  entry.writeVarint(strings.add(text));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void writeTag(DebugTag tag, ByteBuffer &entry) {
  entry.writeVarint(static_cast<uint64_t>(tag));
}

LogicalResult DebugPool::encode(Attribute attribute, ByteBuffer &entry) {
  return TypeSwitch<Attribute, LogicalResult>(attribute)
      .Case([&](DIFileAttr file) {
        encodeFile(file, entry);
        return success();
      })
      .Case([&](DICompileUnitAttr unit) {
        return encodeCompileUnit(unit, entry);
      })
      .Case([&](DISubprogramAttr subprogram) {
        return encodeSubprogram(subprogram, entry);
      })
      .Case([&](DILexicalBlockAttr block) {
        return encodeLexicalBlock(block, entry);
      })
      .Case([&](DILocAttr location) { return encodeLocation(location, entry); })
      .Case([&](CallSiteLoc site) { return encodeCallSite(site, entry); });
}

void DebugPool::encodeFile(DIFileAttr file, ByteBuffer &entry) {
  writeTag(DebugTag::File, entry);
  writeString(file.getName(), entry);
  writeString(file.getDirectory(), entry);
}

LogicalResult DebugPool::encodeCompileUnit(DICompileUnitAttr unit,
                                           ByteBuffer &entry) {
  writeTag(DebugTag::CompileUnit, entry);
  return writeReference(unit.getFile(), entry);
}

LogicalResult DebugPool::encodeSubprogram(DISubprogramAttr subprogram,
                                          ByteBuffer &entry) {
  writeTag(DebugTag::Subprogram, entry);
  if (failed(writeReference(subprogram.getFile(), entry)))
    return failure();
  entry.writeVarint(subprogram.getLine());
  writeString(subprogram.getName(), entry);
  writeString(subprogram.getLinkageName(), entry);
  if (failed(writeReference(subprogram.getCompileUnit(), entry)))
    return failure();
  entry.writeVarint(subprogram.getScopeLine());
  if (version >= kSubprogramFlagsSince)
    entry.writeVarint(0);
  return success();
}

LogicalResult DebugPool::encodeLexicalBlock(DILexicalBlockAttr block,
                                            ByteBuffer &entry) {
  writeTag(DebugTag::LexicalBlock, entry);
  if (failed(writeReference(block.getScope(), entry)) ||
      failed(writeReference(block.getFile(), entry)))
    return failure();
  entry.writeVarint(block.getLine());
  entry.writeVarint(block.getColumn());
  return success();
}

LogicalResult DebugPool::encodeLocation(DILocAttr location, ByteBuffer &entry) {
  writeTag(DebugTag::Location, entry);
  if (failed(writeReference(location.getScope(), entry)))
    return failure();
  FileLineColLoc source = location.getSourceLoc();
  writeString(source.getFilename(), entry);
  entry.writeVarint(source.getLine());
  entry.writeVarint(source.getColumn());
  return success();
}

LogicalResult DebugPool::encodeCallSite(CallSiteLoc site, ByteBuffer &entry) {
  writeTag(DebugTag::CallSite, entry);
  if (failed(writeReference(LocationAttr(site.getCallee()), entry)))
    return failure();
  return writeReference(LocationAttr(site.getCaller()), entry);
}
