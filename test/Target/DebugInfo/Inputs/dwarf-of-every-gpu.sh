# dwarf-of-every-gpu.sh FILE CHECKS PREFIX CUBIN OPTION...: for each GPU, FileCheck of llvm-dwarfdump's output for the
# cubin of FILE.
file=$1 checks=$2 prefix=$3 cubin=$4
shift 4
for gpu in 75 80 86 87 88 89 90 100 103 107 110 120 121; do
  tileiras "$file" --gpu-name sm_$gpu --ptxas=require "$@" -o "$cubin" || exit 1
  llvm-dwarfdump --debug-info --debug-line "$cubin" | FileCheck "$checks" --check-prefix="$prefix" || exit 1
  echo "sm_$gpu: found"
done
