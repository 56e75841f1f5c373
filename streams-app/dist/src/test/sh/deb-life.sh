#!/usr/bin/env bash
# The life of the .deb on a fresh Debian: refused without Java, installed, used, upgraded, removed, purged. At the end, nothing is
# there that was not there before. Needs root, debootstrap and network for Debian's packages; a broker and a registry that listen
# on this machine; and a JDK 21 or later.
#
#   deb-life.sh RELEASE_FOLDER JDK BROKER REGISTRY_URL [BASE]
#
# BASE is a root that debootstrap made before (minbase, bookworm, man-db); it is copied.
set -euo pipefail

release=$(realpath "$1") jdk=$(realpath "$2") broker=$3 registry=$4 base=${5:-}
work=$(mktemp -d)
root=$work/root
trap 'cleanup' EXIT

cleanup() {
  [[ -z "${serving:-}" ]] || { kill "$serving" 2>/dev/null; wait "$serving" || true; }
  for mount in "$root/proc" "$root$jdk"; do
    ! mountpoint -q "$mount" || umount "$mount"
  done
  rm -rf --one-file-system "$work"
}

say() { printf '\n== %s\n' "$*"; }
clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive)
inside() { chroot "$root" "${clean[@]}" "$@"; }
as_fairway() { inside setpriv --reuid fairway --regid fairway --clear-groups "$@"; }
must_fail() {
  local expected=$1 status=0
  shift
  "$@" || status=$?
  [[ $status == "$expected" ]] || { echo "exit code $status instead of $expected: $*" >&2; exit 1; }
}
# What is there, with modes and owners. Not dpkg's own database and log, the backups of useradd, and the index of man.
files() {
  find "$root" -xdev \( -path "$root/proc" -o -path "$root/var/lib/dpkg" -o -path "$root/var/cache/man" -o -path "$root/var/cache/apt" \
    -o -path "$root/var/lib/apt" \) -prune -o ! -path "$root/var/log/*" ! -path "$root/etc/passwd-" ! -path "$root/etc/group-" \
    ! -path "$root/etc/shadow-" ! -path "$root/etc/gshadow-" ! -path "$root/etc/sub?id-" -printf '%P %M %u %g\n' | sort
  cat "$root"/etc/{passwd,group}
}
absent() { for path in "$@"; do [[ ! -e "$root$path" ]] || { echo "left behind: $path" >&2; exit 1; }; done; }

say "a fresh root"
if [[ -n "$base" ]]; then
  cp -a "$base" "$root"
else
  debootstrap --variant=minbase bookworm "$root" >/dev/null
fi
mount -t proc proc "$root/proc"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages"
for name in fairway fairway-lab fairway-agent; do cp "$release/${name}"_*.deb "$root/packages/$name.deb"; done
mkdir -p "$root$jdk"
[[ -x "$root/usr/bin/man" ]] || inside sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends man-db' >/dev/null 2>&1
files >"$work/before"

say "install, without Java and without systemd"
inside dpkg -i /packages/fairway.deb /packages/fairway-lab.deb /packages/fairway-agent.deb
inside getent passwd fairway fairway-agent
inside ls -lR /etc/fairway
inside ls -ld /var/lib/fairway /var/log/fairway /var/lib/fairway-agent /var/spool/fairway-agent
must_fail 69 inside fairway --version

say "a JDK comes; nothing else is needed"
mount --bind -o ro "$jdk" "$root$jdk"
inside fairway --version
inside fairway-agent --version
# As the unit has it: systemd makes the folder.
inside install -d -o fairway -g fairway -m 750 /var/cache/fairway
must_fail 2 as_fairway env XDG_CACHE_HOME=/var/cache FAIRWAY_LOG=/var/log/fairway/serve.log fairway serve --config /etc/fairway/fairway.properties
# Nothing listens there: this one waits, and is stopped before it was ready.
must_fail 124 as_fairway env XDG_CACHE_HOME=/var/cache FAIRWAY_LOG=/var/log/fairway/serve.log timeout 20 fairway serve \
  -s bootstrap.servers=127.0.0.1:9 -s schema.registry.url=http://127.0.0.1:9 -s state.dir=/var/lib/fairway/state
[[ -z "$(ls -A "$root/var/cache/fairway")" ]] || { echo "a failed start left a class archive" >&2; exit 1; }
must_fail 2 as_fairway fairway dispatch --config /etc/fairway/dispatch.properties @/etc/fairway/dispatch.args
must_fail 2 inside setpriv --reuid fairway-agent --regid fairway-agent --clear-groups fairway-agent --config /etc/fairway/agent.properties

say "man"
inside sh -c 'MANWIDTH=80 man fairway | sed -n 1,6p; man fairway-agent | sed -n 3,5p'

say "configure and use"
inside sed -i "s|^#bootstrap.servers=.*|bootstrap.servers=$broker|; s|^#schema.registry.url=.*|schema.registry.url=$registry|; s|^http.listen=.*|http.listen=127.0.0.1:25090|" /etc/fairway/fairway.properties
echo "topic.prefix=debian." >>"$root/etc/fairway/fairway.properties"
inside fairway topics create -b "$broker" --prefix debian. --partitions 2 --replication 1 | tail -2
# No function: its subshell would get the signal, and not the program.
chroot "$root" "${clean[@]}" FAIRWAY_LOG=/var/log/fairway/serve.log XDG_CACHE_HOME=/var/cache setpriv --reuid fairway --regid fairway --clear-groups \
  sh -c 'cd /var/lib/fairway && exec fairway serve --config /etc/fairway/fairway.properties' >"$work/serve.out" 2>&1 &
serving=$!
for _ in $(seq 600); do grep -q 'fairway: ready' "$work/serve.out" && break; kill -0 "$serving"; sleep 0.2; done
cat "$work/serve.out"
printf 'domain: alps\ntrees:\n  alps:\n    physics:\n      shares: 60\n      users: {anna: 3, ben: 1}\n' >"$root/root/shares.yaml"
inside fairway shares apply /root/shares.yaml -b "$broker" -r "$registry" --prefix debian. | tail -1
inside fairway evaluate /usr/share/doc/fairway/examples/slurm-2.0-five-users.yaml | sed -n 1,4p
cat >"$root/root/policy.yaml" <<POLICY
domain: alps
name: main
effectiveFrom: $(date -u -d '+10 seconds' +%Y-%m-%dT%H:%M:%SZ)
measure: {name: billing, decay: {kind: half-life, millis: 7d}, leaseMillis: 10m}
algorithm: fair-tree-slurm
slurm: {weightFairshare: 100000, weightAge: 1000}
POLICY
inside fairway policy apply /root/policy.yaml -b "$broker" -r "$registry" --prefix debian. | tail -1
for _ in $(seq 60); do
  inside fairway fairshare --server http://127.0.0.1:25090 --domain alps >"$work/fairshare" 2>&1 && grep -q anna "$work/fairshare" && break
  sleep 1
done
cat "$work/fairshare"
grep -q anna "$work/fairshare"
inside ls -l /root/.cache/fairway
kill -TERM "$serving" && status=0 && wait "$serving" || status=$?
serving=
echo "serve ended with $status"
[[ $status == 0 ]]
inside ls -l /var/log/fairway /var/lib/fairway /var/cache/fairway
compgen -G "$root/var/cache/fairway/serve-*.jsa" >/dev/null

say "upgrade: a newer version with another sample file; the site's edits stay"
cp -a "$root/etc/fairway/fairway.properties" "$work/edited"
stat -c '%a %U %G %n' "$root/etc/fairway/fairway.properties" >"$work/edited.mode"
later=$(dpkg-deb --field "$root/packages/fairway.deb" Version | sed 's/~.*//')~SNAPSHOT.20991231235959
for name in fairway fairway-lab fairway-agent; do
  dpkg-deb -R "$root/packages/$name.deb" "$work/$name"
  sed -i "s/^Version: .*/Version: $later/; s/(= .*)/(= $later)/" "$work/$name/DEBIAN/control"
done
for file in fairway.properties environment; do echo '# A line of the newer version.' >>"$work/fairway/etc/fairway/$file"; done
for name in fairway fairway-lab fairway-agent; do
  dpkg-deb --root-owner-group -Zgzip -b "$work/$name" "$root/packages/$name-newer.deb" >/dev/null
done
inside dpkg --force-confold -i /packages/fairway-newer.deb /packages/fairway-lab-newer.deb /packages/fairway-agent-newer.deb 2>&1 |
  tee "$work/upgraded"
! grep -q downgrading "$work/upgraded"
inside dpkg-query -W -f '${Package} ${Version} ${Status}\n' fairway
cmp "$root/etc/fairway/fairway.properties" "$work/edited"
stat -c '%a %U %G %n' "$root/etc/fairway/fairway.properties" | diff - "$work/edited.mode"
grep -q 'newer version' "$root/etc/fairway/environment"
echo "fairway.properties is as the site wrote it; environment, which nobody edited, is the new one"

say "remove: configuration and state stay"
inside dpkg -r fairway-lab fairway
[[ -e "$root/etc/fairway/fairway.properties" && -d "$root/var/lib/fairway" ]]
absent /usr/bin/fairway /usr/share/fairway /usr/lib/systemd/system/fairway.service

say "purge: nothing stays"
inside dpkg -P fairway
inside dpkg -P fairway-agent
absent /etc/fairway /var/lib/fairway /var/log/fairway /var/lib/fairway-agent /var/spool/fairway-agent /usr/share/fairway-agent
must_fail 2 inside getent passwd fairway fairway-agent
# What commands that were run by hand left to who ran them: archives of classes, logs, folders of the JVM. And this script's own.
rm -rf "$root/root/.cache" "$root"/tmp/fairway-*.log "$root"/tmp/hsperfdata_* "$root"/root/*.yaml "$root"/packages/*-newer.deb
umount "$root$jdk"
files | diff "$work/before" -
echo "nothing is there that was not there before; users are gone"
