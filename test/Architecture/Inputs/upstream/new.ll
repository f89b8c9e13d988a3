; Version: LLVM 22.1.8
; RUN: true
