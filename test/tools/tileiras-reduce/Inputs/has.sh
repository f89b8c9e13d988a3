#!/bin/sh
# has.sh WORD FILE: exits with 1, which means interesting, if the valid module in FILE has the word.
tileiras-opt "$2" >/dev/null 2>&1 || exit 0
grep -q "$1" "$2" && exit 1
exit 0
