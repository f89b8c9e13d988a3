//===- Options.td - Command line of tileiras ---------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of NVIDIA's tileiras 13.5, so that its clients can call this
// one, and additional options of this compiler (second group).
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"
include "tileiras/Pipelines/Stages.td"

/// --name
class F<string name, string help>
    : Option<["--", "-"], name, KIND_FLAG>, HelpText<help>;

/// --name=VALUE and --name VALUE.
multiclass Eq<string name, string help, string metaVar> {
  def NAME : Option<["--", "-"], name # "=", KIND_JOINED>, HelpText<help>,
             MetaVarName<metaVar>;
  def NAME # _separate : Option<["--", "-"], name, KIND_SEPARATE>,
                         Alias<!cast<Option>(NAME)>;
}

/// Another name of an option of the above kind.
multiclass EqAlias<string name, Option aliased> {
  def NAME : Option<["--", "-"], name # "=", KIND_JOINED>, Alias<aliased>;
  def NAME # _separate : Option<["--", "-"], name, KIND_SEPARATE>,
                         Alias<aliased>;
}

//===----------------------------------------------------------------------===//
// Options of the closed tool
//===----------------------------------------------------------------------===//

def grp_drop_in : OptionGroup<"drop-in">, HelpText<"TILE IR ASSEMBLER OPTIONS">;

let Group = grp_drop_in in {
defm output_file : Eq<"output-file", "Write to <file> (default elf.o); - is standard output", "<file>">;
def o : JoinedOrSeparate<["-"], "o">, Alias<output_file>, HelpText<"Alias for --output-file">;

defm opt_level : Eq<"opt-level", "Optimization level, 0 to 3 (default 3)", "<N>">;
def O : JoinedOrSeparate<["-"], "O">, Alias<opt_level>, HelpText<"Alias for --opt-level">;

defm gpu_name : Eq<"gpu-name", "GPU to generate code for, e.g. sm_90", "<gpu>">;
defm arch : EqAlias<"arch", gpu_name>;

defm host_arch : Eq<"host-arch", "Architecture of the host: x86_64, aarch64", "<arch>">;
defm host_os : Eq<"host-os", "Operating system of the host: linux, windows", "<os>">;

def lineinfo : F<"lineinfo", "Generate line-number information (if present in the input)">;
def line_info : F<"line-info", "Alias for --lineinfo">, Alias<lineinfo>;
def device_debug : F<"device-debug", "Generate debug information (if present in the input); needs -O0">;
def g : Flag<["-"], "g">, Alias<device_debug>, HelpText<"Alias for --device-debug">;

defm sanitize : Eq<"sanitize", "Instrument for a sanitizer tool: memcheck", "<tool>">;
def list_versions : F<"list-versions", "List the supported bytecode versions and exit">;
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<path>">, HelpText<"Tile library to load; needs the simt preview feature">;
defm preview : Eq<"preview", "Enable preview features: simt", "<feature[,feature...]>">;
defm apply_controls : Eq<"apply-controls", "Composite ACF file for libNVVM and ptxas", "<path>">;

defm remark_format : Eq<"remark-format", "Format of remarks: command-line, yaml", "<format>">;
defm remarks : Eq<"remarks", "Remarks of all kinds in a category: none, all, memory, tensorcore", "<category>">;
defm remarks_passed : Eq<"remarks-passed", "Category of remarks about optimizations that were applied", "<category>">;
defm remarks_missed : Eq<"remarks-missed", "Category of remarks about optimizations that were not applied", "<category>">;
defm remarks_failed : Eq<"remarks-failed", "Category of remarks about optimizations that failed", "<category>">;
defm remarks_analysis : Eq<"remarks-analysis", "Category of remarks about results of analyses", "<category>">;
defm remarks_output_file : Eq<"remarks-output-file", "File for yaml remarks (default tileir_remarks.yaml)", "<file>">;

def help : F<"help", "Display available options (--help-hidden for more)">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Alias for --help">;
def help_list : F<"help-list", "Alias for --help">, Alias<help>;
def help_hidden : F<"help-hidden", "Display all options">, Flags<[HelpHidden]>;
def help_list_hidden : F<"help-list-hidden", "Alias for --help-hidden">, Alias<help_hidden>, Flags<[HelpHidden]>;
def version : F<"version", "Display the version of this program">;
def print_options : F<"print-options", "Print the options that are not at their default">, Flags<[HelpHidden]>;
def print_all_options : F<"print-all-options", "Print the values of all options">, Flags<[HelpHidden]>;
}

//===----------------------------------------------------------------------===//
// Additional options
//===----------------------------------------------------------------------===//

def grp_own : OptionGroup<"own">, HelpText<"TILEIRAS OPTIONS">;

let Group = grp_own in {
defm emit : Eq<"emit", "Stop at a stage: " # !interleave(stageNames, ", ") # " (default)", "<stage>">;
defm ptxas : Eq<"ptxas", "auto (default): use the first ptxas found that is new enough, or write PTX; require: fail without one; none: write PTX; else the program to use", "<auto|require|none|path>">;
defm ptxas_timeout : Eq<"ptxas-timeout", "Stop a ptxas after this many seconds (default 600); 0: never", "<seconds>">;
def debug_variables : F<"debug-variables", "With --device-debug, tell the debugger of kernel parameters and of values that have names in the input">;
def debug_names_from_source : F<"debug-names-from-source", "With --debug-variables, values are also variables by the names that the Python source assigns them to">;
defm device_library : Eq<"device-library", "Bitcode with the helpers of math functions: libclc (default, built in), cuda: the libdevice of a toolkit or of PyPI's nvidia-nvvm; none; else the file to use", "<libclc|cuda|none|path>">;
defm ptx_language : Eq<"ptx-language", "Operand of the .language directive of --emit=ptx", "<N>">;
def enable_extended_smem : F<"enable-extended-smem", "With --emit=ptx too, let kernels use the shared memory that ptxas allows with its option of that name; the driver does not assemble such PTX">;
defm tensor_maps : Eq<"tensor-maps", "Provider of the tensor maps of TMA copies: device (the kernel builds them), parameter (the launcher passes them, as tileiras-run and the emulated driver do), none (no TMA copies); default: device from sm_90 to sm_110, none elsewhere", "<none|parameter|device>">;
defm pipeline_strategy : Eq<"pipeline-strategy", "Warps that start the copies of loops: the warps that use them (unspecialize), or a producer warp where possible (warp-specialize; default from sm_90 to sm_110)", "<unspecialize|warp-specialize>">;
defm werror : Eq<"Werror", "Fail where there are missed remarks of a group: schedule (matrix instructions, copies in flight, warps, registers); implies --remarks-missed=all", "<group>">;
def cache_directory : Joined<["--", "-"], "cache=">, MetaVarName<"<directory>">, HelpText<"Reuse the results of equal compilations in <directory>, and keep new results there">;
def cache : F<"cache", "The same with the directory TILEIRAS_CACHE (default: the user's cache directory)">;
def serve_request : F<"serve-request", "Read a request of libTileirasC from standard input and write its result to standard output">, Flags<[HelpHidden]>;
def verify_each : F<"verify-each", "Run the verifiers after each pass">;
defm diagnostics_format : Eq<"diagnostics-format", "How messages are written: text (default): FILE:LINE:COLUMN: error: …, with the source line; mlir: loc(\"FILE\":LINE:COLUMN): error: …; json: one object per line", "<text|mlir|json>">;
def verbose : F<"verbose", "Print the phases of the compilation and the ptxas in use">;
def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Alias for --verbose">;
}
