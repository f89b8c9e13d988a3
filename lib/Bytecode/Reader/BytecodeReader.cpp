//===- BytecodeReader.cpp - Tile IR bytecode to cuda_tile -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format follows. `uv` is an unsigned LEB128 varint of at most 64 bits,
// `sv` a zig-zag one, `leN` N little-endian bytes, `x?` a field that is present
// only if a flag is set; `13.3:` marks the additions of a version.
//
//   file      = magic major:u8 minor:u8 tag:le2 section* 00
//   section   = id:u8 length:uv (alignment:uv padding)? payload
//               bit 7 of id: an alignment is stated; padding (CB) reaches the
//               next multiple of it in the file; sections come in any order
//   1 strings   = table4 of bytes
//   2 functions = count:uv function*
//   3 debug     = count:uv pad4 start:le4* count:uv pad8 index:le8*
//                 table4 of (tag:uv body)
//   4 constants = table8 of (length:uv bytes)
//   5 types     = table4 of (tag:uv body)
//   6 globals   = count:uv global*
//   7 producer  = string                                          (13.3: new)
//   tableW    = count:uv padW offset:leW* entries
//
//   global    = name:string type constant alignment:uv
//               (13.3: visibility:uv constant:uv)
//   function  = name:string type flags:u8 debug:uv hints? (13.5: arguments)
//               length:uv instruction*
//   instruction = opcode:uv results flags? attribute* operands region*
//               see OpEncoding.h
//   region    = count:uv block*
//   block     = count:uv type* count:uv instruction*
//   string, type, constant = index:uv into the table of that name
//
// One class reads each part: Container the file, LazyTable a table, TypeTable,
// ConstantTable and DebugTable its contents, AttributeReader tagged attributes,
// InstructionReader bodies, ModuleReader functions and globals. ByteCursor
// checks every read. The bounds that keep hostile files harmless are in
// Limits.h, budgets where they are enforced (kBudget…).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Bytecode/BytecodeReader.h"

#include "ModuleReader.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tileiras;

bool tileiras::isTileIRBytecode(StringRef bytes) {
  return bytes.starts_with(kBytecodeMagic);
}

bool tileiras::isMLIRBytecode(StringRef bytes) {
  return bytes.starts_with("ML\xefR");
}

static FailureOr<LazyTable> openTable(MLIRContext *context,
                                      const Container &container, SectionId id,
                                      unsigned offsetWidth, StringRef name) {
  if (auto section = container[id])
    return LazyTable::open(*section, offsetWidth, name);
  return LazyTable(context, name);
}

/// Opens the tables and fills `module`.
static LogicalResult readModule(const Container &container,
                                cuda_tile::ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto strings = openTable(context, container, SectionId::String, 4, "string");
  if (failed(strings))
    return failure();
  auto types = openTable(context, container, SectionId::Type, 4, "type");
  if (failed(types))
    return failure();
  auto constants =
      openTable(context, container, SectionId::Constant, 8, "constant");
  if (failed(constants))
    return failure();
  Tables tables{container.version, StringTable(*strings),
                TypeTable(*types, container.version),
                ConstantTable(*constants)};
  FailureOr<DebugTable> debug = DebugTable::open(
      context, container[SectionId::Debug], container.version, tables.strings);
  if (failed(debug))
    return failure();
  return ModuleReader(container, tables, *debug, module).read();
}

OwningOpRef<mlir::ModuleOp>
tileiras::readBytecode(llvm::MemoryBufferRef buffer, MLIRContext *context,
                       const BytecodeReaderOptions &options) {
  context->loadDialect<cuda_tile::CudaTileDialect>();
  ByteCursor file(context, llvm::arrayRefFromStringRef(buffer.getBuffer()), 0,
                  "the file");
  FailureOr<Container> container = readContainer(file, options.allowPreview);
  if (failed(container))
    return nullptr;
  auto location = UnknownLoc::get(context);
  OwningOpRef<mlir::ModuleOp> result = mlir::ModuleOp::create(location);
  auto builder = OpBuilder::atBlockEnd(result->getBody());
  auto module = cuda_tile::ModuleOp::create(builder, location, "kernels");
  if (failed(readModule(*container, module)) || failed(verify(*result)))
    return nullptr;
  return result;
}
