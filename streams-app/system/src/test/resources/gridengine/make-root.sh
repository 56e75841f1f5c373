#!/bin/sh
# make-root.sh FOLDER MIRROR: a Debian with Grid Engine in FOLDER/root. No package is installed on this machine: debootstrap
# is unpacked in FOLDER, too.
set -eu
folder=$1
mirror=$2
root=$folder/root
cd "$folder"

if ! command -v debootstrap >/dev/null; then
  apt-get download -qq debootstrap
  dpkg-deb -x debootstrap_*.deb debootstrap
  export DEBOOTSTRAP_DIR="$folder/debootstrap/usr/share/debootstrap" PATH="$PATH:$folder/debootstrap/usr/sbin"
fi
debootstrap --variant=minbase bookworm "$root" "$mirror"

# No package starts a service, and none makes a cluster of this machine's name.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
mount -t proc proc "$root/proc"
chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -eu <<'IN'
echo "gridengine-common shared/gridengineconfig boolean false" | debconf-set-selections
apt-get install -y --no-install-recommends -o APT::Sandbox::User=root \
  gridengine-master gridengine-exec gridengine-client procps
apt-get clean
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
