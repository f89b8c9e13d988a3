// Records that the format can't express stop the build, with the location of the record.
//
// RUN: not tileiras-tblgen -gen-op-encodings %s -DNO_OPCODE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=NO_OPCODE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DOPCODE_TWICE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=OPCODE_TWICE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DOPCODE_TWICE_OF_CONTAINER -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=OPCODE_TWICE_OF_CONTAINER
// RUN: not tileiras-tblgen -gen-op-encodings %s -DOPCODE_NEGATIVE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=OPCODE_NEGATIVE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DOPCODE_LARGE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=OPCODE_LARGE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DNO_VERSION -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=NO_VERSION
// RUN: not tileiras-tblgen -gen-op-encodings %s -DNO_VERSION_OF_CONTAINER -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=NO_VERSION_OF_CONTAINER
// RUN: not tileiras-tblgen -gen-op-encodings %s -DVERSION_UNKNOWN -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=VERSION_UNKNOWN
// RUN: not tileiras-tblgen -gen-op-encodings %s -DVERSION_OF_FIELD -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=VERSION_OF_FIELD
// RUN: not tileiras-tblgen -gen-op-encodings %s -DVERSION_OF_CASE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=VERSION_OF_CASE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DORDER -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tileiras-tblgen -gen-op-encodings %s -DFIELD_OLDER -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=FIELD_OLDER
// RUN: not tileiras-tblgen -gen-op-encodings %s -DFIELD_UNKNOWN -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=FIELD_UNKNOWN
// RUN: not tileiras-tblgen -gen-op-encodings %s -DFIELD_TWICE -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=FIELD_TWICE
// RUN: not tileiras-tblgen -gen-op-encodings %s -DDEFAULT -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not tileiras-tblgen -gen-op-encodings %s -DINTEGER -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not tileiras-tblgen -gen-op-encodings %s -DFLAGS -I %source/include -I %mlir_include 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: tileiras-tblgen -print-op-encodings %s -I %source/include -I %mlir_include | FileCheck %s

include "tileiras/Dialect/CudaTile/IR/CudaTileEnums.td"

// CHECK: 1 cuda_tile.good 13.1 | | | | | 0
def GoodOp : CudaTile_Op<"good", 1, "13.1">;

// An operation that isn't a CudaTile_Op.
#ifdef NO_OPCODE
// NO_OPCODE: [[#@LINE+1]]:5: error: operation without an opcode, derive it from CudaTile_Op
def NoOpcodeOp : Op<CudaTile_Dialect, "no_opcode">;
#endif

#ifdef OPCODE_TWICE
def FirstOp : CudaTile_Op<"first", 7, "13.1">;
// OPCODE_TWICE: [[#@LINE+1]]:5: error: opcode 7 is used twice
def SecondOp : CudaTile_Op<"second", 7, "13.1">;
#endif

// Types within containers count, too.
#ifdef OPCODE_TWICE_OF_CONTAINER
def FirstOp : CudaTile_Op<"first", 7, "13.1">;
// OPCODE_TWICE_OF_CONTAINER: [[#@LINE+1]]:5: error: opcode 7 is used twice
def SecondOp : CudaTile_Op<"second", 7, "13.1"> { let isInstruction = 0; }
#endif

#ifdef OPCODE_NEGATIVE
// OPCODE_NEGATIVE: [[#@LINE+1]]:5: error: opcode -1 is outside the public range 0 - 4095
def BadOp : CudaTile_Op<"bad", -1, "13.1">;
#endif

#ifdef OPCODE_LARGE
// OPCODE_LARGE: [[#@LINE+1]]:5: error: opcode 4096 is outside the public range 0 - 4095
def BadOp : CudaTile_Op<"bad", 4096, "13.1">;
#endif

#ifdef NO_VERSION
// NO_VERSION: [[#@LINE+1]]:5: error: malformed bytecode version '', expected MAJOR.MINOR
def BadOp : CudaTile_Op<"bad", 7, "">;
#endif

#ifdef NO_VERSION_OF_CONTAINER
// NO_VERSION_OF_CONTAINER: [[#@LINE+1]]:5: error: malformed bytecode version '', expected MAJOR.MINOR
def BadOp : CudaTile_Op<"bad", 7, ""> { let isInstruction = 0; }
#endif

#ifdef VERSION_UNKNOWN
// VERSION_UNKNOWN: [[#@LINE+1]]:5: error: bytecode version '13.6' is outside 13.1 - 13.5
def BadOp : CudaTile_Op<"bad", 7, "13.6">;
#endif

#ifdef VERSION_OF_FIELD
// VERSION_OF_FIELD: [[#@LINE+1]]:5: error: malformed bytecode version 'thirteen', expected MAJOR.MINOR
def BadOp : CudaTile_Op<"bad", 7, "13.1"> {
  let arguments = (ins UnitAttr:$flag);
  let added = [CudaTile_Added<"flag", "thirteen">];
}
#endif

#ifdef VERSION_OF_CASE
// VERSION_OF_CASE: error: bytecode version '12.9' is outside 13.1 - 13.5
def BadEnum : CudaTile_Enum<"Bad", "bad", [CudaTile_LaterCase<"A", 0, "a", "12.9">]>;
def BadEnumAttr : CudaTile_EnumAttr<BadEnum, "bad">;
def BadOp : CudaTile_Op<"bad", 7, "13.1"> { let arguments = (ins BadEnumAttr:$mode); }
#endif

// The operations of a version are a range of opcodes.
#ifdef ORDER
def FirstOp : CudaTile_Op<"first", 7, "13.4">;
// ORDER: [[#@LINE+1]]:5: error: operation is older than the one of the opcode before
def SecondOp : CudaTile_Op<"second", 8, "13.3">;
#endif

#ifdef FIELD_OLDER
// FIELD_OLDER: [[#@LINE+1]]:5: error: field 'flag' is older than its operation
def BadOp : CudaTile_Op<"bad", 7, "13.4"> {
  let arguments = (ins UnitAttr:$flag);
  let added = [CudaTile_Added<"flag", "13.3">];
}
#endif

#ifdef FIELD_UNKNOWN
// FIELD_UNKNOWN: [[#@LINE+1]]:5: error: added field 'flag' does not exist
def BadOp : CudaTile_Op<"bad", 7, "13.1"> {
  let added = [CudaTile_Added<"flag", "13.3">];
}
#endif

#ifdef FIELD_TWICE
// FIELD_TWICE: [[#@LINE+1]]:5: error: field 'flag' is added twice
def BadOp : CudaTile_Op<"bad", 7, "13.1"> {
  let arguments = (ins UnitAttr:$flag);
  let added = [CudaTile_Added<"flag", "13.3">, CudaTile_Added<"flag", "13.4">];
}
#endif

#ifdef DEFAULT
// DEFAULT: [[#@LINE+1]]:5: error: default 'maybe' of added attribute 'signedness' is not a keyword of its enum
def BadOp : CudaTile_Op<"bad", 7, "13.1"> {
  let arguments = (ins CudaTile_SignednessAttr:$signedness);
  let added = [CudaTile_Added<"signedness", "13.3", "maybe">];
}
#endif

#ifdef INTEGER
// INTEGER: [[#@LINE+1]]:5: error: integer attribute of type 'I16' has no bytecode form
def BadOp : CudaTile_Op<"bad", 7, "13.1"> { let arguments = (ins I16Attr:$number); }
#endif

#ifdef FLAGS
// FLAGS: [[#@LINE+1]]:5: error: more than 64 optional fields
def BadOp : CudaTile_Op<"bad", 7, "13.1"> {
  let arguments = !dag(ins, !listsplat(UnitAttr, 65), !foreach(i, !range(65), "flag" # i));
}
#endif
