// Meaningless options of the pipeline `tileiras` are errors.

// RUN: not tileiras-opt %s --tileiras="compute-capability=90 to=foo" 2>&1 | FileCheck %s --check-prefix=TO
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 to=ptx" 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 from=bar" 2>&1 | FileCheck %s --check-prefix=FROM
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 from=llvm to=tile" 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 debug-info=some" 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 opt-level=4" 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 tensor-maps=host" 2>&1 | FileCheck %s --check-prefix=MAPS
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 pipeline-strategy=both" 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not tileiras-opt %s --tileiras="compute-capability=42" 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 device-library=cuda" 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not tileiras-opt %s --tileiras="compute-capability=90 until=llvm" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tileiras-opt %s --pass-pipeline="builtin.module(tileiras{compute-capability=90 to=foo})" 2>&1 | FileCheck %s --check-prefix=TO

// TO: option 'to' of pipeline 'tileiras': expected a stage from tile to llvm, got 'foo'
// PTX: option 'to' of pipeline 'tileiras': expected a stage from tile to llvm, got 'ptx'
// FROM: option 'from' of pipeline 'tileiras': expected a stage from tile to llvm, got 'bar'
// ORDER: option 'to' of pipeline 'tileiras': expected a stage not before 'llvm', got 'tile'
// DEBUG: option 'debug-info' of pipeline 'tileiras': expected one of none, lineinfo, full, variables, source-variables, got 'some'
// LEVEL: option 'opt-level' of pipeline 'tileiras': expected 0 to 3, got '4'
// MAPS: option 'tensor-maps' of pipeline 'tileiras': expected one of {{.*}}device{{.*}}, got 'host'
// STRATEGY: option 'pipeline-strategy' of pipeline 'tileiras': expected unspecialize or warp-specialize, got 'both'
// GPU: option 'compute-capability' of pipeline 'tileiras': expected the number of one of sm_75, {{.*}}sm_121, got '42'
// LIBRARY: option 'device-library' of pipeline 'tileiras': no libdevice.10.bc found
// NAME: no such option until
module {
}
