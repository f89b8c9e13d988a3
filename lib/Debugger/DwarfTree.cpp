//===- DwarfTree.cpp - Entries of .debug_info -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own reader is not part of LLVM Support, the only part of LLVM that
// this program links.
//
//===----------------------------------------------------------------------===//

#include "DwarfTree.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace tileiras::dbg {

bool Entry::Value::isBlock() const {
  return form == DW_FORM_block || form == DW_FORM_block1 ||
         form == DW_FORM_block2 || form == DW_FORM_block4 ||
         form == DW_FORM_exprloc;
}

class DwarfTree::Reader {
public:
  Reader(const DebugSections &sections, DwarfTree &tree)
      : info(sections.get(".debug_info"), /*IsLittleEndian=*/true, 8),
        abbrev(sections.get(".debug_abbrev"), true, 8),
        strings(sections.get(".debug_str"), true, 8), tree(tree) {}

  Error read() {
    uint64_t offset = 0;
    while (offset < info.size())
      if (Error error = readUnit(offset))
        return error;
    return Error::success();
  }

private:
  struct Abbreviation {
    Tag tag;
    bool hasChildren;
    std::vector<std::pair<unsigned, Form>> attributes;
  };

  /// Each call stays separate, as in DebugSections.cpp.
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE Error fail(uint64_t offset,
                                                        const Twine &message) {
    return createStringError(formatv("offset {0} of .debug_info: ", offset) +
                             message);
  }

  Error readUnit(uint64_t &offset) {
    DataExtractor::Cursor at(offset);
    uint64_t length = info.getU32(at);
    uint64_t end = at.tell() + length;
    unsigned version = info.getU16(at);
    uint64_t table = info.getU32(at);
    unsigned addressBytes = info.getU8(at);
    if (!at)
      return at.takeError();
    if (version < 2 || version > 4 || addressBytes != 8)
      return fail(offset, "expected DWARF 2 to 4 with addresses of 8 bytes, "
                          "got version " +
                              Twine(version) + " and " + Twine(addressBytes) +
                              " bytes");
    readAbbreviations(table);
    Entry *parent = nullptr;
    while (at && at.tell() < end && at.tell() < info.size()) {
      uint64_t entryOffset = at.tell();
      uint64_t code = info.getULEB128(at);
      if (code == 0) { // the end of a list of children
        parent = parent ? const_cast<Entry *>(parent->parent) : nullptr;
        if (!parent)
          break;
        continue;
      }
      auto abbreviation = abbreviations.find(code);
      if (abbreviation == abbreviations.end())
        return joinErrors(
            at.takeError(),
            fail(entryOffset, "there is no abbreviation " + Twine(code)));
      Entry &entry = tree.entries.emplace_back();
      entry.offset = entryOffset;
      entry.tag = abbreviation->second.tag;
      entry.parent = parent;
      tree.byOffset[entryOffset] = &entry;
      if (parent)
        parent->children.push_back(&entry);
      for (auto [attribute, form] : abbreviation->second.attributes)
        if (Error error =
                readValue(at, offset, form, entry.attributes[attribute]))
          return joinErrors(at.takeError(), std::move(error));
      if (abbreviation->second.hasChildren)
        parent = &entry;
    }
    offset = end;
    return at.takeError();
  }

  void readAbbreviations(uint64_t offset) {
    abbreviations.clear();
    DataExtractor::Cursor at(offset);
    while (uint64_t code = abbrev.getULEB128(at)) {
      Abbreviation &each = abbreviations[code];
      each.tag = Tag(abbrev.getULEB128(at));
      each.hasChildren = abbrev.getU8(at);
      while (true) {
        uint64_t attribute = abbrev.getULEB128(at);
        auto form = Form(abbrev.getULEB128(at));
        if (!at || (attribute == 0 && form == 0))
          break;
        each.attributes.push_back({attribute, form});
      }
    }
    consumeError(at.takeError()); // a table that ends early has no more entries
  }

  Error readValue(DataExtractor::Cursor &at, uint64_t unit, Form form,
                  Entry::Value &value) {
    value.form = form;
    auto block = [&](uint64_t size) { value.text = info.getBytes(at, size); };
    switch (form) {
    case DW_FORM_addr:
    case DW_FORM_data8:
      value.number = info.getU64(at);
      break;
    case DW_FORM_data1:
    case DW_FORM_flag:
      value.number = info.getU8(at);
      break;
    case DW_FORM_data2:
      value.number = info.getU16(at);
      break;
    case DW_FORM_data4:
    case DW_FORM_sec_offset:
    case DW_FORM_ref_addr:
      value.number = info.getU32(at);
      break;
    case DW_FORM_ref4:
      value.number = unit + info.getU32(at);
      break;
    case DW_FORM_sdata:
      value.number = info.getSLEB128(at);
      break;
    case DW_FORM_udata:
      value.number = info.getULEB128(at);
      break;
    case DW_FORM_flag_present:
      value.number = 1;
      break;
    case DW_FORM_string:
      value.text = info.getCStrRef(at);
      break;
    case DW_FORM_strp: {
      uint64_t offset = info.getU32(at);
      value.text = strings.getCStrRef(&offset);
      break;
    }
    case DW_FORM_block:
    case DW_FORM_exprloc:
      block(info.getULEB128(at));
      break;
    case DW_FORM_block1:
      block(info.getU8(at));
      break;
    case DW_FORM_block2:
      block(info.getU16(at));
      break;
    case DW_FORM_block4:
      block(info.getU32(at));
      break;
    default:
      return fail(at.tell(),
                  formatv("form {0:x} is not known", unsigned(form)));
    }
    return Error::success();
  }

  DataExtractor info, abbrev, strings;
  DwarfTree &tree;
  std::map<uint64_t, Abbreviation> abbreviations;
};

Expected<DwarfTree> DwarfTree::read(const DebugSections &sections) {
  DwarfTree tree;
  if (Error error = Reader(sections, tree).read())
    return std::move(error);
  return tree;
}

} // namespace tileiras::dbg
