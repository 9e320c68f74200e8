#!/bin/bash
# cmake --install to an empty folder gives a program that runs from there.
# usage: test_install.sh CMAKE BUILD VERSION
set -eu
cmake=$1 build=$2 version=$3
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

"$cmake" --install "$build" --prefix "$prefix" >"$prefix/log" || { cat "$prefix/log"; exit 1; }

said=$("$prefix/bin/scree" --version)
if [[ $said != *"$version"* ]]; then
  echo "scree --version says '$said', the project is $version" >&2
  exit 1
fi
for file in share/scree/scenes/hourglass.toml share/doc/scree/copyright share/doc/scree/README.md; do
  if [ ! -s "$prefix/$file" ]; then
    echo "not installed: $file" >&2
    exit 1
  fi
done
# A scene is found by its name from any folder, in the installed tree.
cd "$prefix"
./bin/scree check hourglass >/dev/null
echo "installed: $said"
