// Parameters, scalars, views and tiles as a debugger finds them, by the names that locations give them.
// Req: A-29 B-05 B-12 B-15 B-16 C-05

// RUN: tileiras %s --gpu-name sm_90 -g -O0 --debug-variables --emit=llvmir -o %t.ll
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// Every stage accepts them.
// RUN: tileiras %s --gpu-name sm_80 -g -O0 --debug-variables --verify-each --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --gpu-name sm_90 -g -O0 --debug-variables --verify-each --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --gpu-name sm_100 -g -O0 --debug-variables --verify-each --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --gpu-name sm_120 -g -O0 --debug-variables --verify-each --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX: .section .debug_info

// At the end of the passes, the target and its flags are next to them.
// RUN: tileiras %s --gpu-name sm_90 -g -O0 --debug-variables --emit=llvm -o - | FileCheck %s --check-prefix=TAIL
// TAIL: #nvvm.target<O = 0, chip = "sm_90a", {{.*}}flags = {"-Xopt"{{.*}}"-fma=0"{{.*}}"-g"{{.*}}"-pragma-unroll-threshold=9900000"
// TAIL: %[[COPY:.*]] = llvm.call_intrinsic "llvm.nvvm.move.i32"(%{{.*}}) : (i32) -> i32
// TAIL: llvm.intr.dbg.value #{{.*}} = %[[COPY]] : i32

// The copies and their descriptions are kept when LLVM optimises.
// RUN: opt -O2 -S %t.ll -o - | FileCheck %s --check-prefix=O2
// O2: %[[COPY:.*]] = {{.*}}call i32 @llvm.nvvm.move.i32(
// O2: #dbg_value(i32 %[[COPY]], ![[N:[0-9]+]], !DIExpression()
// O2: ![[N]] = !DILocalVariable(name: "n", arg: 3

// IR: %[[N:.*]] = call i32 @llvm.nvvm.move.i32(
// IR: #dbg_value(i32 %[[N]], ![[VN:[0-9]+]], !DIExpression()
// IR-DAG: ![[SP:[0-9]+]] = distinct !DISubprogram(name: "k"
// IR-DAG: ![[BLOCK:[0-9]+]] = distinct !DILexicalBlock(scope: ![[SP]], {{.*}}line: 10
// IR-DAG: !DILocalVariable(name: "va"
// IR-DAG: !DILocalVariable(name: "sum"
// IR-DAG: ![[VN]] = !DILocalVariable(name: "n", arg: 3, scope: ![[SP]]
// IR-DAG: !DILocalVariable(name: "x", scope: ![[BLOCK]], {{.*}}line: 10

// Lines don't need them: described or named values in the input change nothing. Without the option names give no
// variables.
// RUN: tileiras %s --gpu-name sm_90 --lineinfo --emit=llvmir -o - | FileCheck %s --check-prefix=NONE
// RUN: tileiras %s --gpu-name sm_90 -g -O0 --emit=llvmir -o - | FileCheck %s --check-prefix=NONE
// NONE: define
// NONE-NOT: #dbg_value
// NONE-NOT: DILocalVariable

// RUN: not tileiras %s --gpu-name sm_90 --lineinfo --debug-variables --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: option '--debug-variables' needs '--device-debug'

#file = #cuda_tile.di_file<"kernel.py" in "/src">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 3, name = "k", linkageName = "k", compileUnit = #cu>
#at = #cuda_tile.di_loc<loc("kernel.py":5:7) in #sp>
#body = #cuda_tile.di_loc<loc("kernel.py":10:7) in #sp>
cuda_tile.module @m {
  entry @k(%pa: tile<ptr<f32>> loc("a"(#at)), %pc: tile<ptr<f32>>, %n: tile<i32> loc("n"(#at))) {
    %va = make_tensor_view %pa, shape = [64, %n], strides = [%n, 1] : tile<i32> -> tensor_view<64x?xf32, strides=[?,1]> loc("va"(#at))
    %ta = make_partition_view %va : partition_view<tile=(64x32), tensor_view<64x?xf32, strides=[?,1]>> loc(#at)
    %vc = make_tensor_view %pc, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]> loc(#at)
    %tc = make_partition_view %vc : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>> loc(#at)
    %zero = constant <f32: 0.0> : tile<64x32xf32> loc(#at)
    %c0 = constant <i32: 0> : tile<i32> loc(#at)
    %c1 = constant <i32: 1> : tile<i32> loc(#at)
    %c32 = constant <i32: 32> : tile<i32> loc(#at)
    %steps = divi %n, %c32 signed : tile<i32> loc("steps"(#at))
    %sum = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%s = %zero) -> (tile<64x32xf32>) {
      %x, %t1 = load_view_tko weak %ta[%c0, %i] : partition_view<tile=(64x32), tensor_view<64x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token loc("x"(#body))
      %y = addf %x, %s rounding<nearest_even> : tile<64x32xf32> loc(#body)
      continue %y : tile<64x32xf32> loc(#body)
    } loc("sum"(#at))
    %t3 = store_view_tko weak %sum, %tc[%c0, %c0] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token loc(#at)
    return loc(#at)
  } loc(#at)
}
