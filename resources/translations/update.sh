#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Collects the texts of core/ and ui/ into the translations; with --check changes nothing and fails when one of them lacks a
# text or holds an unfinished one. masu_en.ts holds nothing but singular and plural forms.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
lupdate=${MASU_LUPDATE:-$(command -v lupdate6 || echo /usr/lib/qt6/bin/lupdate)}

collect() { # FOLDER
  cd "$root"
  "$lupdate" -silent -I . -locations none -no-obsolete -tr-function-alias QT_TRANSLATE_NOOP+=MASU_TEXT \
    -extensions cpp,h core ui -ts "$1/masu_ja.ts"
  "$lupdate" -silent -I . -locations none -no-obsolete -pluralonly -tr-function-alias QT_TRANSLATE_NOOP+=MASU_TEXT \
    -extensions cpp,h ui -ts "$1/masu_en.ts"
}

if [ "${1-}" != --check ]; then
  collect "$here"
  exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here"/masu_*.ts "$scratch"
collect "$scratch"
failed=0
for language in ja en; do
  open=$(grep -c 'type="unfinished"' "$scratch/masu_$language.ts" || true)
  if [ "$open" -gt 0 ]; then
    echo "masu_$language.ts: $open texts are not translated:"
    grep -B3 'type="unfinished"' "$scratch/masu_$language.ts" | grep '<source>' | head -40
    failed=1
  fi
done
exit $failed
