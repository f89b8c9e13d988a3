# every-gpu.sh FILE OPTION...: the PTX of FILE for each GPU.
file=$1
shift
for gpu in 75 80 86 87 88 89 90 100 103 107 110 120 121; do
  tileiras "$file" --gpu-name sm_$gpu --emit=ptx "$@" -o - || exit 1
done
