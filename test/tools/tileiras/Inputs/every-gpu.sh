for gpu in 75 80 86 87 88 89 90 100 103 107 110 120 121; do
  tileiras "$1" --gpu-name sm_$gpu --emit=ptx -o - || exit 1
done
