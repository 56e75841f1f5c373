#!/usr/bin/env bash
# Builds the images fairway, fairway-lab, fairway-agent and fairway-connect from what Maven built. Nothing is downloaded but
# the base, if it is not there. The image fairway-lab is fairway of the same tag with the lab's jars.
#
#   docker/build.sh [--base IMAGE] [--tag TAG] [--only NAME]... [--if-engine]
#
#   --base IMAGE  an image with a Java 21 or later, and bash (eclipse-temurin:25-jre)
#   --tag TAG     the tag of the images (the version of the build)
#   --only NAME   this image alone; may be repeated
#   --if-engine   builds nothing where no container engine answers, and says so
#
# DOCKER names another client than docker.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

base=eclipse-temurin:25-jre
tag=""
only=()
if_engine=false
while (($# > 0)); do
  case "$1" in
    --base) base=${2:?--base: name an image} && shift 2 ;;
    --tag) tag=${2:?--tag: name a tag} && shift 2 ;;
    --only) only+=("${2:?--only: name an image}") && shift 2 ;;
    --if-engine) if_engine=true && shift ;;
    *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
done
((${#only[@]} > 0)) || only=(fairway fairway-lab fairway-agent fairway-connect)
docker=${DOCKER:-docker}

if [[ $if_engine == true ]] && ! "$docker" info >/dev/null 2>&1; then
  echo "build.sh: no container engine answers: no images are made"
  exit 0
fi

system=streams-app/system/target
lab=streams-app/lab/target
agent=connectors/agent/target/fairway-agent
plugin=connectors/connect/target/plugin/fairway-connect
worker=connectors/connect-worker/target/worker

version=$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' pom.xml | head -1)
[[ -n "$tag" ]] || tag=$version
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)

# built WHAT: fails if Maven has not made it.
built() {
  [[ -e "$1" ]] || {
    echo "build.sh: $1 is missing: run ./mvnw -B package -DskipTests" >&2
    exit 1
  }
}

# context NAME: an empty folder with the files of the image and tini.
context() {
  into=docker/target/$1
  rm -rf "$into"
  mkdir -p "$into"/{lib,app,plugins} "$into/state/$1"
  cp "docker/images/$1/Dockerfile" "$into"
  cp -r "docker/images/$1/files" "$into"
  find "$into" -name .gitkeep -delete
  local init
  init=$(command -v tini-static || true)
  if [[ -n "$init" ]]; then
    cp "$init" "$(dirname "$(find "$into/files" -name healthy)")/tini"
  else
    echo "build.sh: no tini-static here (Debian's package tini has one): run containers of $1 with --init" >&2
  fi
}

# ours: moves Fairway's own jars, which change with each build, from lib to app: a layer of their own. Confluent's classes
# change as seldom as the other libraries.
ours() {
  find "$into/lib" -name 'fairway-*.jar' ! -name 'fairway-confluent-serde-*' -exec mv -t "$into/app" {} +
}

# image NAME [BASE]
image() {
  # Root owns what is not written, and all may read it.
  chmod -R u=rwX,go=rX "$into"
  # Copied as it is: the permissions of a folder that is named itself would be lost.
  [[ ! -d "$into/state/$1" ]] || chmod 2770 "$into/state/$1"
  DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0} "$docker" build -q --build-arg "BASE_IMAGE=${2:-$base}" --build-arg "VERSION=$version" \
    --build-arg "REVISION=$revision" -t "$1:$tag" "$into" >/dev/null
  echo "$1:$tag"
}

for name in "${only[@]}"; do
  case "$name" in
    fairway)
      built "$system/lib"
      context fairway
      cp -p "$system"/lib/*.jar "$into/lib"
      ours
      cp -p "$system/fairway-system-$version.jar" "$into/app"
      ;;
    fairway-lab)
      built "$system/lib"
      built "$lab/lib"
      into=docker/target/$name
      rm -rf "$into"
      mkdir -p "$into/lab"
      cp docker/images/fairway-lab/Dockerfile "$into"
      # Only what the program does not have itself.
      for jar in "$lab"/lib/*.jar; do
        [[ -e "$system/lib/${jar##*/}" ]] || cp -p "$jar" "$into/lab"
      done
      image fairway-lab "fairway:$tag"
      continue
      ;;
    fairway-agent)
      built "$agent/lib"
      context fairway-agent
      cp -p "$agent"/lib/*.jar "$into/lib"
      ours
      cp -p "$agent/bin/fairway-agent" "$into/files/opt/fairway-agent/bin"
      ;;
    fairway-connect)
      built "$plugin"
      built "$worker"
      context fairway-connect
      cp -p "$worker"/*.jar "$into/lib"
      cp -r "$plugin" "$into/plugins"
      # Plug-ins are where the image has them, or where an operator mounts more.
      sed 's#^plugin.path=.*#plugin.path=/opt/connect/plugins,/opt/connect/more#' \
        connectors/connect/config/worker.properties >"$into/files/opt/connect/etc/worker.properties"
      ;;
    *)
      echo "build.sh: --only $name: must be fairway, fairway-lab, fairway-agent or fairway-connect" >&2
      exit 2
      ;;
  esac
  image "$name"
done
