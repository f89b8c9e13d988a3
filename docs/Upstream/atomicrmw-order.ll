; [NVPTX] atomicrmw loses its ordering and its synchronization scope
;
; An atomicrmw becomes `atom.global.add.u32`, whatever its ordering and its scope. An `atom` without qualifiers is relaxed
; and of scope gpu (PTX ISA, "atom"), so code that releases or acquires by it, or that shares memory with the host or another
; GPU, is miscompiled without a message. cmpxchg, fence and atomic loads and stores state both.
;
; Expected: `atom.acq_rel.sys.global.add.u32` for the first function and `atom.relaxed.cta.global.add.u32` for the second, or
; fences around a relaxed `atom`, as for cmpxchg before sm_70.
;
; Version: LLVM 22.1.8
;
; RUN: llc -mcpu=sm_90 -mattr=+ptx90 %s -o - | FileCheck %s
; CHECK-LABEL: .func (.param .b32 func_retval0) system(
; CHECK-NOT: fence
; CHECK: atom.global.add.u32
; CHECK-NOT: fence
; CHECK-LABEL: .func (.param .b32 func_retval0) block(
; CHECK: atom.global.add.u32

target triple = "nvptx64-nvidia-cuda"

define i32 @system(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %v acq_rel
  ret i32 %old
}

define i32 @block(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("block") monotonic
  ret i32 %old
}
