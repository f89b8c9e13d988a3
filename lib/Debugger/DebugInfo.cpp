//===- DebugInfo.cpp - Variables of a PTX module ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/DebugInfo.h"

#include "DwarfTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace tileiras::dbg {

uint64_t Type::countElements() const {
  uint64_t elements = 1;
  for (uint64_t extent : shape)
    elements *= extent;
  return elements;
}

const Variable::Location *Variable::findLocation(const emu::Function &function,
                                                 uint32_t pc) const {
  // If two entries match, the last one wins.
  const Location *found = nullptr;
  for (const Location &location : locations)
    if (location.code.contains(function, pc) &&
        (!found || location.code.begin >= found->code.begin))
      found = &location;
  return found;
}

/// Makes variables and types from entries.
class DwarfReader {
public:
  DwarfReader(const DebugSections &sections, const DwarfTree &tree,
              const CodeAddresses &addresses, DebugInfo &info)
      : locations(sections.get(".debug_loc"), /*IsLittleEndian=*/true, 8),
        tree(tree), addresses(addresses), info(info) {}

  void read() {
    for (const Entry &entry : tree.getEntries())
      if (entry.tag == DW_TAG_variable || entry.tag == DW_TAG_formal_parameter)
        addVariable(entry);
  }

private:
  //===-- Types -----------------------------------------------------------===//

  const Type *getType(const Entry *entry) {
    static const Type unknown;
    if (!entry)
      return &unknown;
    auto [known, isNew] = types.try_emplace(entry, &unknown);
    if (!isNew)
      return known->second; // unknown while it is being read
    info.types.push_back(std::make_unique<Type>(makeType(*entry)));
    return types[entry] = info.types.back().get();
  }

  const Entry *getTypeEntry(const Entry &entry) const {
    const Entry::Value *type = entry.find(DW_AT_type);
    return type ? tree.at(type->number) : nullptr;
  }

  Type makeType(const Entry &entry) {
    Type type;
    type.name = entry.getText(DW_AT_name).str();
    type.bytes = entry.getNumber(DW_AT_byte_size);
    switch (entry.tag) {
    case DW_TAG_base_type:
      type.kind = Type::Number;
      type.encoding = entry.getNumber(DW_AT_encoding);
      break;
    case DW_TAG_pointer_type:
      type.kind = Type::Pointer;
      type.bytes = 8;
      if (const Entry *pointee = getTypeEntry(entry))
        type.element = getType(pointee);
      break;
    case DW_TAG_array_type:
      makeArray(entry, type);
      break;
    case DW_TAG_structure_type:
      type.kind = Type::Structure;
      for (const Entry *member : entry.children)
        if (member->tag == DW_TAG_member)
          type.members.push_back({member->getText(DW_AT_name).str(),
                                  getType(getTypeEntry(*member)),
                                  getOffset(*member)});
      break;
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
      makeNamed(entry, type);
      break;
    default:
      break;
    }
    return type;
  }

  void makeArray(const Entry &entry, Type &type) {
    type.kind = Type::Array;
    type.element = getType(getTypeEntry(entry));
    for (const Entry *range : entry.children)
      if (range->find(DW_AT_count))
        type.shape.push_back(range->getNumber(DW_AT_count));
      else if (range->find(DW_AT_upper_bound))
        type.shape.push_back(range->getNumber(DW_AT_upper_bound) + 1);
    type.count = type.countElements();
    type.bytes = type.count * type.element->bytes;
  }

  /// A typedef is its type under its name. If its name is a layout, it belongs
  /// to the tile that the enclosing typedef names.
  void makeNamed(const Entry &entry, Type &type) {
    std::string name = std::move(type.name);
    type = *getType(getTypeEntry(entry));
    if (type.kind != Type::Array || !name.starts_with('{')) {
      if (!name.empty())
        type.name = std::move(name);
      if (type.layout)
        type.shape = getShape(type.name);
      return;
    }
    type.layout = TileLayout::parse(name);
  }

  /// Returns 64 and 32 for "tile<64x32xf32>".
  static SmallVector<uint64_t, 4> getShape(StringRef name) {
    SmallVector<uint64_t, 4> shape;
    StringRef rest = name.split('<').second;
    uint64_t extent;
    while (!rest.consumeInteger(10, extent) && rest.consume_front("x"))
      shape.push_back(extent);
    return shape;
  }

  static uint64_t getOffset(const Entry &member) {
    const Entry::Value *value = member.find(DW_AT_data_member_location);
    if (!value)
      return 0;
    if (!value->isBlock())
      return value->number;
    // In DWARF 2, this is the expression DW_OP_plus_uconst N.
    DataExtractor data(value->text, true, 8);
    DataExtractor::Cursor at(0);
    uint64_t offset =
        data.getU8(at) == DW_OP_plus_uconst ? data.getULEB128(at) : 0;
    consumeError(at.takeError());
    return offset;
  }

  //===-- Variables -------------------------------------------------------===//

  /// Returns the entry that has the attribute: this one or, for inlined code,
  /// the abstract one.
  const Entry &findWith(const Entry &entry, Attribute attribute) const {
    const Entry::Value *origin = entry.find(DW_AT_abstract_origin);
    const Entry *abstract = origin ? tree.at(origin->number) : nullptr;
    return entry.find(attribute) || !abstract ? entry : *abstract;
  }

  void addVariable(const Entry &entry) {
    Variable variable;
    variable.name = findWith(entry, DW_AT_name).getText(DW_AT_name).str();
    variable.isParameter = entry.tag == DW_TAG_formal_parameter;
    variable.line = findWith(entry, DW_AT_decl_line).getNumber(DW_AT_decl_line);
    if (variable.name.empty() || !findScope(entry, variable))
      return;
    variable.type = getType(getTypeEntry(findWith(entry, DW_AT_type)));
    if (const Entry::Value *location = entry.find(DW_AT_location)) {
      if (location->isBlock())
        variable.locations.push_back(
            {variable.scope, variable.type,
             decode(location->text, variable.type->bytes,
                    variable.scope.function->registers)});
      else
        readLocations(location->number, variable);
    }
    auto same = find_if(info.variables, [&](const Variable &other) {
      return other.name == variable.name && other.line == variable.line &&
             other.scope == variable.scope && other.depth == variable.depth;
    });
    if (same == info.variables.end())
      info.variables.push_back(std::move(variable));
    else
      append_range(same->locations, std::move(variable.locations));
  }

  /// Finds the innermost code range around the entry; counts the enclosing
  /// entries that have one.
  bool findScope(const Entry &entry, Variable &variable) const {
    for (const Entry *scope = entry.parent; scope; scope = scope->parent) {
      const Entry::Value *low = scope->find(DW_AT_low_pc);
      const Entry::Value *high = scope->find(DW_AT_high_pc);
      if (!low || !high)
        continue;
      // DWARF 4 may give the length instead.
      uint64_t end = high->form == DW_FORM_addr ? high->number
                                                : low->number + high->number;
      if (!variable.scope.function)
        variable.scope = addresses.getRange(low->number, end);
      ++variable.depth;
    }
    return variable.scope.function;
  }

  /// DWARF 4, "Location Lists": begin, end, an expression; two zeros end it.
  void readLocations(uint64_t offset, Variable &variable) {
    DataExtractor::Cursor at(offset);
    while (true) {
      uint64_t begin = locations.getU64(at), end = locations.getU64(at);
      if (!at || (begin == 0 && end == 0))
        break;
      StringRef expression = locations.getBytes(at, locations.getU16(at));
      CodeRange code = addresses.getRange(begin, end);
      if (at && code.function)
        variable.locations.push_back({code, variable.type,
                                      decode(expression, variable.type->bytes,
                                             code.function->registers)});
    }
    consumeError(at.takeError()); // no more locations
  }

  //===-- Expressions -----------------------------------------------------===//

  static std::string getRegisterName(uint64_t number) {
    std::string name;
    for (; number; number >>= 8)
      name.insert(name.begin(), char(number));
    return name;
  }

  /// Decodes an operation that describes a piece completely; any other one is a
  /// missing piece, and ends the expression, as its length is not known.
  Piece decodeOne(uint8_t opcode, const DataExtractor &data,
                  DataExtractor::Cursor &at,
                  const emu::RegisterTable &registers) const {
    if (opcode >= DW_OP_lit0 && opcode <= DW_OP_lit31)
      return {Piece::Known, 0, {}, uint64_t(opcode - DW_OP_lit0)};
    if (opcode >= DW_OP_const1u && opcode <= DW_OP_const8s) {
      // The operations have 1, 2, 4 and 8 bytes, alternately unsigned and
      // signed.
      unsigned bytes = 1 << (opcode - DW_OP_const1u) / 2;
      bool isSigned = (opcode - DW_OP_const1u) % 2;
      uint64_t value = data.getUnsigned(at, bytes);
      return {Piece::Known,
              0,
              {},
              isSigned ? uint64_t(SignExtend64(value, 8 * bytes)) : value};
    }
    if (opcode == DW_OP_constu)
      return {Piece::Known, 0, {}, data.getULEB128(at)};
    if (opcode == DW_OP_consts)
      return {Piece::Known, 0, {}, uint64_t(data.getSLEB128(at))};
    if (opcode == DW_OP_regx)
      if (auto reg = registers.find(getRegisterName(data.getULEB128(at))))
        return {Piece::InRegister, 0, *reg, 0};
    return {};
  }

  std::vector<Piece> decode(StringRef expression, uint64_t bytes,
                            const emu::RegisterTable &registers) const {
    std::vector<Piece> pieces;
    DataExtractor data(expression, /*IsLittleEndian=*/true, 8);
    DataExtractor::Cursor at(0);
    Piece current;
    while (at && at.tell() < expression.size()) {
      uint8_t opcode = data.getU8(at);
      if (opcode == DW_OP_piece) {
        current.bytes = data.getULEB128(at);
        pieces.push_back(std::exchange(current, {}));
      } else if (opcode != DW_OP_stack_value) {
        bool isFirst = current.kind == Piece::Missing;
        current = decodeOne(opcode, data, at, registers);
        if (current.kind == Piece::Missing && opcode != DW_OP_regx)
          break;
        if (!isFirst) // computed from several values, which PTX never needs
          return {{Piece::Missing, bytes, {}, 0}};
      }
    }
    consumeError(at.takeError());
    if (pieces.empty()) {
      current.bytes = bytes;
      pieces.push_back(current);
    }
    return pieces;
  }

  DataExtractor locations;
  const DwarfTree &tree;
  const CodeAddresses &addresses;
  DebugInfo &info;
  DenseMap<const Entry *, const Type *> types;
};

Expected<DebugInfo> DebugInfo::read(StringRef ptx,
                                    const emu::Program &program) {
  CodeAddresses addresses(program);
  Expected<DebugSections> sections = DebugSections::parse(ptx, addresses);
  if (!sections)
    return sections.takeError();
  Expected<DwarfTree> tree = DwarfTree::read(*sections);
  if (!tree)
    return tree.takeError();
  DebugInfo info;
  info.callees = sections->getStrings();
  DwarfReader(*sections, *tree, addresses, info).read();
  return info;
}

std::vector<const Variable *>
DebugInfo::getVisible(const emu::Function &function, uint32_t pc) const {
  std::vector<const Variable *> found;
  for (const Variable &variable : variables)
    if (variable.scope.contains(function, pc))
      found.push_back(&variable);
  sort(found, [](const Variable *a, const Variable *b) {
    return std::tie(b->depth, a->line, a->name) <
           std::tie(a->depth, b->line, b->name);
  });
  StringSet<> names;
  erase_if(found, [&](const Variable *variable) {
    return !names.insert(variable->name).second;
  });
  return found;
}

} // namespace tileiras::dbg
