#!/bin/bash
# tools/install_packages against a false apt: what it asks for, and what it says when it cannot.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir "$box/bin" "$box/tools" "$box/packages"
cp "$root/tools/install_packages" "$box/tools/"
printf '# a comment\nalpha\n\n  beta   # why\ngamma' >"$box/packages/build.txt"
printf 'delta\n' >"$box/packages/test.txt"
touch "$box/installed" "$box/known" "$box/asked"

false_program() {  # $1: name, standard input: its text
  { echo '#!/bin/bash'; echo "box=$box"; cat; } >"$box/bin/$1"
  chmod +x "$box/bin/$1"
}
false_program dpkg-query <<'T'
for name in "$@"; do
  if grep -qx "$name" "$box/installed"; then echo "$name installed"; fi
done
T
false_program apt-cache <<'T'
if grep -qx "${!#}" "$box/known"; then echo "Package: ${!#}"; fi
T
false_program apt-get <<'T'
echo "$*" >>"$box/asked"
if [ -e "$box/offline" ]; then exit 100; fi
case "$*" in
  *update) printf 'alpha\nbeta\ngamma\ndelta\n' >"$box/known" ;;
  *install*) for name in "$@"; do
      if grep -qx "$name" "$box/known"; then echo "$name" >>"$box/installed"; fi
    done ;;
esac
T
false_program id <<<'cat "$box/uid"'
false_program sudo <<'T'
if [ ! -e "$box/sudo_works" ]; then exit 1; fi
if [ "$1" = -n ]; then shift; fi
touch "$box/sudo_used"
exec "$@"
T

run() { PATH="$box/bin:/usr/bin:/bin" "$box/tools/install_packages" "$@" >"$box/out" 2>&1 </dev/null; }
fail() { echo "FAILED: $1"; cat "$box/out" "$box/asked"; exit 1; }
expect() { grep -q -- "$1" "$2" || fail "no '$1' in $(basename "$2")"; }
forget() { : >"$box/asked"; rm -f "$box/offline" "$box/sudo_used"; }

echo 0 >"$box/uid"
echo beta >"$box/installed"
run build || fail "as root"
expect 'update' "$box/asked"
expect 'install --yes --no-install-recommends alpha gamma$' "$box/asked"

forget
run build || fail "with all installed"
if [ -s "$box/asked" ]; then fail "asked apt for nothing"; fi

forget
run build test || fail "one more"
if grep -q update "$box/asked"; then fail "updated lists that know the package"; fi
expect 'install --yes --no-install-recommends delta$' "$box/asked"

forget
echo 1000 >"$box/uid"
echo beta >"$box/installed"
if run build; then fail "neither root nor sudo must fail"; fi
expect 'missing: alpha gamma' "$box/out"
expect 'apt-get install --no-install-recommends alpha gamma' "$box/out"
if [ -s "$box/asked" ]; then fail "called apt without rights"; fi

forget
touch "$box/sudo_works"
run build || fail "with sudo"
if [ ! -e "$box/sudo_used" ]; then fail "sudo was not used"; fi

forget
echo 0 >"$box/uid"
echo beta >"$box/installed"
touch "$box/offline"
if run build; then fail "offline must fail"; fi
expect 'offline' "$box/out"
expect 'missing: alpha gamma' "$box/out"

if run no_such_list; then fail "a list that does not exist"; fi
expect 'no such list' "$box/out"
echo "packages: all fine"
