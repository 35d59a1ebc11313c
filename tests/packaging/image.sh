#!/bin/sh
# Build the image of Containerfile and see it answer:  make image
#
# Needs root, buildah, and a registry with Debian's base image or debootstrap, which makes one of Debian's packages.
# MIRROR: of Debian's packages, for debootstrap.  CONTAINERFILE: another one, for a try.  VOLUMES: options of the build, such as "-v /etc/pip.conf:/etc/pip.conf:ro".
set -eu
cd "$(dirname "$0")/../.."
BASE=docker.io/library/debian:trixie-slim
PORT=${PORT:-8471}
export BUILDAH_ISOLATION=chroot

if ! buildah pull -q "$BASE" 2>/dev/null && ! buildah inspect --type image "$BASE" >/dev/null 2>&1; then
    echo "No registry: a base is made by debootstrap ..."
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    debootstrap --variant=minbase --include=ca-certificates trixie "$folder" "${MIRROR:-http://deb.debian.org/debian}" >/dev/null
    container=$(buildah from scratch)
    buildah add -q "$container" "$folder" / >/dev/null
    buildah commit -q --rm "$container" "$BASE" >/dev/null
fi

# shellcheck disable=SC2086
buildah build --pull=never --network host ${VOLUMES:-} -f "${CONTAINERFILE:-Containerfile}" -t charkoni .

container=$(buildah from --pull-never charkoni)
echo "The image holds $(du -sh "$(buildah mount "$container")" | cut -f1)."
buildah run --network host --env CHARKONI_HOST=127.0.0.1 --env CHARKONI_PORT="$PORT" "$container" -- \
    sh -c 'echo $$ >/var/lib/charkoni/pid; exec charkoni serve' &
trap 'buildah run "$container" -- sh -c "kill \$(cat /var/lib/charkoni/pid)"; wait; buildah rm "$container" >/dev/null' EXIT
for _ in $(seq 120); do
    answer=$(curl -fs "http://127.0.0.1:$PORT/health") && break
    sleep 1
done
echo "${answer:?the server does not answer}"
curl -fs -o /dev/null -w "The home page: %{http_code}, %{size_download} bytes.\n" "http://127.0.0.1:$PORT/"
buildah run --env CHARKONI_HOST=127.0.0.1 "$container" -- charkoni admin doctor
buildah run "$container" -- sh -c 'test "$(id -u)" -ne 0 && test "$(stat -c %U /var/lib/charkoni)" = charkoni && charkoni admin backup /tmp/image.backup'
