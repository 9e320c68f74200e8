#!/bin/bash
# The kernels are compiled for several instruction sets. A weak symbol in one of their objects (an
# inline function that was not inlined) could be kept by the linker for all callers, and crash on a
# machine that lacks those instructions. So: nothing leaves these objects but their one table.
# usage: test_kernel_symbols.sh OBJECT ...
set -eu
checked=0
for object in "$@"; do
  name=$(basename "$object")
  case $name in kernel_avx*) ;; *) continue ;; esac
  checked=$((checked + 1))
  # Defined symbols with an upper-case letter (and the unique global u) are seen outside.
  seen=$(nm --defined-only --demangle "$object" | awk '$2 ~ /^[A-Zuvw]$/')
  other=$(grep -v -E '_kernels$' <<<"$seen" || true)
  if [ -n "$other" ]; then
    echo "$name: symbols that the linker may give to others:" >&2
    echo "$other" >&2
    exit 1
  fi
  # A fused multiply-add rounds once, other instruction sets twice: none may be made from plain sums
  # and products. (GCC 12 makes them from complex-like patterns, whatever -ffp-contract says.)
  # The predicates of geometry ask for them by name, and have exact answers.
  fused=0
  case $object in */sim/kernel/*) fused=$(objdump -d "$object" | grep -c -E 'vfn?m(add|sub)' || true) ;; esac
  if [ "$fused" -ne 0 ]; then
    echo "$name: $fused fused multiply-adds" >&2
    exit 1
  fi
  if [ -z "$seen" ]; then
    echo "$name: its table of kernels is not there" >&2
    exit 1
  fi
done
if [ $checked -ne 2 ]; then
  echo "expected the AVX2 and the AVX-512 kernels, found $checked objects" >&2
  exit 1
fi
echo "kernels: only their tables are visible, nothing is fused"
