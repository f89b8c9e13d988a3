// [mlir] the parser ends in a stack overflow on regions that nest deeply
//
// Each region in a region is a recursion of the parser, without a limit. A text of a few hundred kilobytes from a user ends
// the process of whoever parses it.
//
// Expected: an error at the place where a limit is passed, as LLVM's bitcode and MLIR's own bytecode readers have.
//
// Version: MLIR 22.1.8
//
// RUN: awk 'BEGIN { for (i = 0; i < 40000; ++i) printf "\"a\"() ({ "; for (i = 0; i < 40000; ++i) printf "}) : () -> () " }' | not --crash mlir-opt --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s
// CHECK: Stack dump:
// CHECK: Segmentation fault
