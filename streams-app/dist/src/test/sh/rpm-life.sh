#!/usr/bin/env bash
# The life of the .rpm in a root of its own: installed, refused, used, upgraded to a later snapshot, removed. It prints what is there
# afterwards and was not before. Needs root, rpm, debootstrap and network for Debian's packages, and a JDK 21 or later. The root is
# a Debian: its rpm database is empty, so nothing that the packages require is looked for.
#
#   rpm-life.sh RELEASE_FOLDER LATER_RELEASE_FOLDER JDK [BASE]
#
# BASE is a root that debootstrap made before (minbase, bookworm); it is copied.
set -euo pipefail

release=$(realpath "$1") later=$(realpath "$2") jdk=$(realpath "$3") base=${4:-}
work=$(mktemp -d)
root=$work/root
trap 'cleanup' EXIT

cleanup() {
  for mount in "$root/proc" "$root$jdk"; do
    ! mountpoint -q "$mount" || umount "$mount"
  done
  rm -rf --one-file-system "$work"
}

say() { printf '\n== %s\n' "$*"; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root XDG_CACHE_HOME=/var/cache "$@"; }
packages() { rpm --root "$root" "$@"; }
must_fail() {
  local expected=$1 status=0
  shift
  "$@" || status=$?
  [[ $status == "$expected" ]] || { echo "exit code $status instead of $expected: $*" >&2; exit 1; }
}
# Not rpm's own database, and the backups of useradd.
files() {
  find "$root" -xdev -path "$root/proc" -prune -o ! -path "$root/var/lib/rpm*" ! -path "$root/etc/passwd-" ! -path "$root/etc/group-" \
    ! -path "$root/etc/shadow-" ! -path "$root/etc/gshadow-" ! -path "$root/etc/sub?id-" -printf '%P %M %u %g\n' | sort
}

say "a fresh root"
if [[ -n "$base" ]]; then
  cp -a "$base" "$root"
else
  debootstrap --variant=minbase bookworm "$root" >/dev/null
fi
mount -t proc proc "$root/proc"
mkdir -p "$root$jdk"
packages --initdb
files >"$work/before"
cat "$root"/etc/{passwd,group} >"$work/users"

say "install"
packages --nodeps -iv "$release"/fairway-[0-9]*.rpm "$release"/fairway-lab-*.rpm "$release"/fairway-agent-*.rpm
packages --nodeps -Va && echo "every file is as the package has it"

say "use, and starts that fail"
must_fail 69 inside fairway --version
mount --bind -o ro "$jdk" "$root$jdk"
inside fairway --version
inside fairway-agent --version
inside install -d -o fairway -g fairway -m 750 /var/cache/fairway
must_fail 2 inside setpriv --reuid fairway --regid fairway --clear-groups fairway serve --config /etc/fairway/fairway.properties
[[ -z "$(ls -A "$root/var/cache/fairway")" ]] || { echo "a failed start left a class archive" >&2; exit 1; }
inside fairway evaluate /usr/share/doc/fairway/examples/slurm-2.0-five-users.yaml | sed -n 1,4p
inside fairway simulate --seeds 1..20

say "upgrade: what the site wrote stays"
echo '# A line of the site.' >>"$root/etc/fairway/fairway.properties"
packages --nodeps -Uv "$later"/fairway-[0-9]*.rpm "$later"/fairway-lab-*.rpm "$later"/fairway-agent-*.rpm
packages -q fairway fairway-lab fairway-agent
grep -q 'line of the site' "$root/etc/fairway/fairway.properties"
inside fairway --version

say "remove"
packages --nodeps -ev fairway-lab fairway fairway-agent
umount "$root$jdk"
rm -rf "$root"/tmp/fairway-*.log "$root"/tmp/hsperfdata_*
echo "what is there, and was not before:"
files | diff "$work/before" - || true
cat "$root"/etc/{passwd,group} | diff "$work/users" - || true
