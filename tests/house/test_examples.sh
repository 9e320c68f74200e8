#!/bin/bash
# The installed library as a user has it: all headers together, the three examples by find_package
# and one by pkg-config, from a folder that was moved after the installation; what they print.
# usage: test_examples.sh CMAKE BUILD SOURCE COMPILER
set -eu
cmake=$1 build=$2 source=$3 compiler=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
prefix=$work/moved

# Every public header, with nothing but the standard library in view; none names a file of the tree.
(cd "$prefix/include" && find scree -name '*.hpp' | sort | sed 's/.*/#include <&>/') >"$work/all.cpp"
(cd "$prefix/include/scree" && find . -name '*.hpp' | sed 's/^..//' | sort) >"$work/installed"
sed 's/#.*//; /^set(SCREE_PUBLIC_HEADERS/,/)/!d' "$source/cmake/public_headers.cmake" | grep -oE '[a-z0-9_/]+\.hpp' | sed 's/^api.//' |
  sort >"$work/listed"
cmp "$work/installed" "$work/listed" ||
  fail "other headers than those of cmake/public_headers.cmake are installed"
echo 'int main() {}' >>"$work/all.cpp"
"$compiler" -std=c++20 -Wall -Wextra -Werror -fsyntax-only \
  -I "$prefix/include" "$work/all.cpp" || fail "the installed headers do not stand for themselves"
if grep -rnE '#include "(api|base|geometry|state|laws|detect|dynamics|walls|measure|io|sim|scene|run)/' \
  "$prefix/include"; then fail "a header includes by its name in the tree"; fi
if grep -rnE '#include <(fmt|toml|nlohmann|hdf5|zlib|omp)' "$prefix/include"; then
  fail "a public header needs a package"
fi

# A tree of its own that has a folder of the same name as ours, which must not be taken for it.
cp -r "$source/examples" "$work/examples"
mkdir "$work/examples/packing/io"
echo '#error "not the io of Scree"' >"$work/examples/packing/io/frame.hpp"
for name in packing own_law own_observer; do
  "$cmake" -S "$work/examples/$name" -B "$work/$name" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="-Wall -Wextra" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  "$cmake" --build "$work/$name" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  if grep -q 'warning:' "$work/log"; then cat "$work/log"; fail "$name: warnings"; fi
done
value() { sed -n "s/^$2 *//p" <<<"$1"; }

export OMP_WAIT_POLICY=passive
packing=$("$work/packing/packing" 1)
echo "$packing"
[ "$packing" = "$("$work/packing/packing" 3)" ] || fail "packing depends on the number of threads"
[ "$(value "$packing" grains)" = 432 ] || fail "packing has lost grains"
# Beds of nearly equal, slightly rough spheres have 0.36 (dense) to 0.45 (loose); walls add some.
awk -v p="$(value "$packing" porosity)" 'BEGIN { exit !(p > 0.36 && p < 0.52) }' ||
  fail "a porosity that no packing has"

law=$("$work/own_law/own_law" 1)
echo "$law"
[ "$law" = "$("$work/own_law/own_law" 3)" ] || fail "own_law depends on the number of threads"
awk -v r="$(value "$law" residual | cut -d' ' -f1)" 'BEGIN { exit !(r < 0.01) }' ||
  fail "the books of the own law do not close"

cd "$work"
whole=$(own_observer/own_observer whole)
echo "$whole"
[ "$(value "$whole" verdict)" = ok ] || fail "own_observer: not ok"
[ "$(value "$whole" instants)" = 301 ] || fail "own_observer missed an instant"
stopped=$(own_observer/own_observer halves 2000)
[ "$(value "$stopped" verdict)" = stopped ] || fail "own_observer did not stop"
[ "$whole" = "$(own_observer/own_observer --resume halves)" ] ||
  fail "a stop and a resume change what the observer sees"

# Without CMake.
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$(echo "$prefix"/lib/*/pkgconfig)
# shellcheck disable=SC2046
"$compiler" -std=c++20 -O2 $(pkg-config --cflags scree) "$source/examples/own_law/main.cpp" \
  $(pkg-config --libs scree) -o "$work/by_pkg_config"
pkg-config --cflags scree | grep -q -- '-ffp-contract=off' || fail "scree.pc lets products contract"
libs=$(pkg-config --variable=libdir scree)
[ "$law" = "$(LD_LIBRARY_PATH=$libs "$work/by_pkg_config" 2)" ] ||
  fail "built by pkg-config it gives something else"
echo "examples: headers, find_package, pkg-config, three programs"
