#!/usr/bin/env bash
# Builds one commit twice, in two clones with different paths, and compares what is shipped, byte by byte.
#
#   two-builds.sh FOLDER1 FOLDER2 [MAVEN_OPTIONS...]
#
# The folders must not exist. Let them be on two file systems, which list their files in different orders. Without options the
# tests are left out: they change nothing that is shipped.
set -euo pipefail
umask 022

first=$1 second=$2
shift 2
[[ $# -gt 0 ]] || set -- -Dmaven.test.skip=true
source=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
commit=$(git -C "$source" rev-parse HEAD)

for clone in "$first" "$second"; do
  git clone -q "$source" "$clone"
  git -C "$clone" checkout -q "$commit"
done
(cd "$first" && ./mvnw -B -q -Prelease verify "$@")
# Another time zone and language: nothing of them may be in the packages. The umask must be the same, because jars keep the
# modes of the files that the compiler wrote.
(cd "$second" && TZ=Asia/Tokyo LC_ALL=C ./mvnw -B -q -Prelease verify "$@")

release=streams-app/dist/target/release
echo "commit $commit"
cat "$first/$release/SHA256SUMS"
diff "$first/$release/SHA256SUMS" "$second/$release/SHA256SUMS"
(cd "$second/$release" && sha256sum --quiet --check SHA256SUMS)
echo "both builds gave the same $(wc -l <"$first/$release/SHA256SUMS") files"
