#!/usr/bin/env bash
# Makes each picture twice, for light and for dark pages, from its source. It needs Graphviz and the font DejaVu Sans (Debian:
# graphviz, fonts-dejavu-core). That font is wide: what fits its boxes fits them in the font of any reader.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

light="text=#1f2328 soft=#57606a line=#57606a frame=#afb8c1 box=#f6f8fa topic=#ddf4ff main=#dafbe1 warn=#ffebe9 accent=#1a7f37"
dark="text=#e6edf3 soft=#9198a1 line=#9198a1 frame=#3d444d box=#161b22 topic=#0c2d6b main=#033a16 warn=#67060c accent=#3fb950"

for source in *.dot; do
  for scheme in light dark; do
    script=""
    for color in ${!scheme}; do
      script+="s/@${color%%=*}\\b/${color#*=}/g;"
    done
    # Graphviz names its version in a comment.
    sed "$script s/Helvetica,Arial,sans-serif/DejaVu Sans/" "$source" | dot -Tsvg |
      sed '/^<!-- Generated/,/-->$/d; s/DejaVu Sans/Helvetica,Arial,sans-serif/' >"${source%.dot}-$scheme.svg"
  done
done
