#!/usr/bin/env bash
# Builds stand-ins where nothing can be pulled: a base image from this machine's JDK and Debian's bash, and images of
# Kafka's broker and Apicurio's registry from what Maven got from Maven Central, and of Debian's PostgreSQL. They are for
# tests, and take the same environment as the official images as far as docker/compose*.yaml uses it.
#
#   docker/stand-ins.sh           builds fairway-stand-in/{jre,kafka,registry,postgres}:local
#   docker-compose --env-file docker/stand-ins.env -f docker/compose.yaml up
#
# DOCKER names another client than docker. It needs Linux, and takes libraries from this machine's own /lib.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

docker=${DOCKER:-docker}
jdk=$(.mvn/find-jdk)
lab=streams-app/lab/target
registry=streams-app/embedded/target/registry
work=docker/target/stand-ins
mkdir -p "$work"

for built in "$lab/lib" "$registry/quarkus-run.jar"; do
  [[ -e "$built" ]] || {
    echo "stand-ins.sh: $built is missing: run ./mvnw -B package -DskipTests" >&2
    exit 1
  }
done

modules=java.se,jdk.crypto.ec,jdk.unsupported,jdk.management,jdk.zipfs,jdk.jcmd,jdk.httpserver,jdk.localedata
jre=$work/jre-$(cksum <<<"$modules" | cut -d" " -f1)-$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$jdk/release")
if [[ ! -d "$jre" ]]; then
  rm -rf "$work/making"
  "$jdk/bin/jlink" --add-modules "$modules" \
    --include-locales en --strip-debug --no-header-files --no-man-pages --output "$work/making"
  mv "$work/making" "$jre"
fi

# What the scripts of the images call, and a few to look around with.
root=$work/root
rm -rf "$root"
mkdir -p "$root"/{usr/bin,etc,tmp,opt,root,var/lib,run,proc,sys,dev}
chmod 1777 "$root/tmp"
cp -a "$jre" "$root/opt/java"
programs=()
for program in bash sh cat ls mkdir rm sleep tr env sed grep sort id chmod date dirname readlink find stat ps touch dd df; do
  programs+=("$(type -P "$program")")
done
cp -L "${programs[@]}" "$root/usr/bin"
ln -s usr/bin "$root/bin"
# libraries FILE...: of these, of the JRE, and of what they load by name.
libraries() {
  {
    for file in "$@"; do ldd "$file" 2>/dev/null || true; done
    find "$root/opt/java" -type f \( -name '*.so' -o -perm -u+x \) -exec ldd {} + 2>/dev/null || true
    # RocksDB wants the C++ library with its own; names are looked up by libraries that nothing links to.
    for library in libstdc++.so.6 libgcc_s.so.1 libm.so.6 libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
      /sbin/ldconfig -p | sed -n "s#.*$library (.*64).* => ##p" | head -1
    done
  } | grep -oE '/(lib|lib64|usr/lib)[^ ]+' | sort -u
}
# copied ROOT: the libraries of standard input go below it.
copied() {
  local library
  while IFS= read -r library; do
    [[ -f "$library" ]] || continue
    mkdir -p "$1$(dirname "$library")"
    cp -L "$library" "$1$library"
  done
}
libraries "${programs[@]}" | copied "$root"
echo 'root:x:0:0:root:/root:/bin/bash' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
tar -C "$root" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c . |
  "$docker" import -c 'ENV PATH=/opt/java/bin:/usr/bin JAVA_HOME=/opt/java LANG=C.UTF-8' - fairway-stand-in/jre:local >/dev/null
echo fairway-stand-in/jre:local

# image NAME: from the folder with its Dockerfile.
image() {
  chmod -R u=rwX,go=rX "$work/$1"
  DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0} "$docker" build -q --build-arg BASE_IMAGE=fairway-stand-in/jre:local \
    -t "fairway-stand-in/$1:local" "$work/$1" >/dev/null
  echo "fairway-stand-in/$1:local"
}

rm -rf "$work"/{kafka,registry,postgres}
cp -r docker/images/stand-ins/{kafka,registry,postgres} "$work"
mkdir -p "$work"/kafka/{libs,data} "$work/registry/data"
# Kafka 4.4.0 with the libraries that Maven resolved for the embedded broker: all but Fairway's own and RocksDB.
find "$lab/lib" -name '*.jar' ! -name 'fairway-*' ! -name 'rocksdbjni-*' -exec cp -p -t "$work/kafka/libs" {} +
cp -rp "$registry" "$work/registry/app"
chmod -R u=rwX,go=rX "$work/kafka" "$work/registry"
image kafka
image registry

# PostgreSQL of Debian's package, where it is installed.
if compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
  files=$work/postgres/root
  mkdir -p "$files/usr/lib" "$files/usr/share" "$work/postgres/data"
  cp -r /usr/lib/postgresql "$files/usr/lib"
  cp -rL /usr/share/postgresql "$files/usr/share"
  cp -rL /usr/share/zoneinfo "$files/usr/share"
  find /usr/lib/postgresql -type f \( -path '*/bin/*' -o -name '*.so' \) -exec ldd {} + 2>/dev/null |
    grep -oE '/(lib|lib64|usr/lib)[^ ]+' | sort -u | copied "$files"
  chmod -R u=rwX,go=rX "$work/postgres"
  chmod 700 "$work/postgres/data"
  image postgres
else
  echo "stand-ins.sh: no PostgreSQL here (Debian's package postgresql has one): no stand-in for it" >&2
fi
