; [NVPTX] .loc has no inlined_at, so the locations of inlined calls are lost
;
; Since 7.2 PTX says where an inlined function was called: `.loc 1 32 5, function_name $L__info_string0, inlined_at 1 6 9`
; (PTX ISA, "Debugging Directives: .loc"). The backend prints the callee's line alone, and the call site in a comment, so
; profilers and cuda-gdb show a frame of the kernel at a line of another function.
;
; Expected: the location of the call is stated, and the directive of the callee's line refers to it.
;
; Version: LLVM 22.1.8
;
; RUN: llc -mcpu=sm_90 -mattr=+ptx90 %s -o - | FileCheck %s
; CHECK-NOT: inlined_at
; CHECK: .loc 1 32 5 // kernel.py:32:5 @[ kernel.py:6:9 ]
; CHECK-NOT: inlined_at

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) !dbg !5 {
  store i32 1, ptr addrspace(1) %p, !dbg !8
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Python, file: !1, producer: "", isOptimized: true, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kernel.py", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 2}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "helper", scope: !1, file: !1, line: 30, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DILocation(line: 6, column: 9, scope: !5)
!8 = !DILocation(line: 32, column: 5, scope: !6, inlinedAt: !7)
!9 = !DILocation(line: 9, column: 3, scope: !5)
