#!/bin/bash
# The example of docs/howto/plugins.md with an installed program: its law is built with the installed
# headers, checked, run and resumed. examples/plugin has the same files.
# usage: test_plugins.sh CMAKE BUILD SOURCE PYTHON
set -eu
cmake=$1 build=$2 source=$3 python=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/first" --component Unspecified >"$work/log" ||
  { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
scree=$work/moved/bin/scree
cd "$work"
"$python" "$source/tools/extract_code.py" "$source/docs/howto/plugins.md" page >/dev/null
for file in hardening.cpp rubber.toml; do
  cmp "page/$file" "$source/examples/plugin/$file" || fail "the page and examples/plugin differ"
done

cd page
export OMP_WAIT_POLICY=passive
"$scree" plugin build hardening.cpp || fail "the law of the page is not built"
said=$("$scree" plugin build hardening.cpp -o again.so 2>&1)
[[ $said != *warning* ]] || fail "the law of the page has warnings: $said"
cmp hardening.so again.so || fail "the same source gives other bytes"
"$scree" plugin show hardening.so | grep -q 'k_3 in N/m^3' || fail "plugin show"
"$scree" list laws --plugin hardening.so | grep -q 'a spring that hardens' || fail "list laws"
"$scree" plot law hardening --plugin hardening.so --set stiffness='2 kN/m' --set hardening=2e10 \
  >/dev/null || fail "plot law"
"$scree" check rubber.toml >/dev/null || fail "check"
hash() { grep -o '"state_hash": *"[0-9a-f]*"' "$1/summary.json"; }
"$scree" run rubber.toml -o one --threads 1 --quiet || fail "the run of the page is not ok"
"$scree" run rubber.toml -o two --threads 2 --quiet --engine rows
"$scree" run rubber.toml -o half --threads 2 --quiet --set duration='0.05 s' || true
"$scree" run --resume half --threads 1 --quiet --set duration='0.1 s'
[ "$(hash one)" = "$(hash two)" ] || fail "threads or the engine change the result"
[ "$(hash one)" = "$(hash half)" ] || fail "a resume changes the result"
echo "plugins: $(hash one)"
