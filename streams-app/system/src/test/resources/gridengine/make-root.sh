#!/bin/sh
# make-root.sh FOLDER MIRROR MAKER: a Debian with Grid Engine in FOLDER/root, made by .ci/debian-chroot, which MAKER is. None of
# its packages makes a cluster of this machine's name.
set -eu
folder=$1
mirror=$2
maker=$3

DEBCONF="gridengine-common shared/gridengineconfig boolean false" "$maker" "$folder" bookworm "$mirror" \
  gridengine-master gridengine-exec gridengine-client procps
chroot "$folder/root" env PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -eu <<'IN'
groupadd -g 3001 phys
groupadd -g 3002 bio
groupadd -g 3003 guests
useradd -M -d /tmp -s /bin/sh -g phys anna
useradd -M -d /tmp -s /bin/sh -g phys bob
useradd -M -d /tmp -s /bin/sh -g bio cleo
useradd -M -d /tmp -s /bin/sh -g guests dan
printf '127.0.0.1 localhost\n10.99.0.1 head\n' >/etc/hosts
sed -i 's/^hosts:.*/hosts: files/' /etc/nsswitch.conf
mkdir -p /var/lib/gridengine/default /var/spool/gridengine
IN
