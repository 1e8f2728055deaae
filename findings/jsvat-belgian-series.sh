#!/usr/bin/env bash
# jsvat 2.5.4 refuses Belgian VAT numbers of the series that begins with 1.
#
# One would guess: a Belgian number is ten digits, the first 0 or 1, the last two 97 minus the first eight modulo 97.
# What happens: BE with 1000.0001.20 has right check digits and is invalid, also by format; the same digits behind 0 are taken.
# Source: Royal Decree of 24 June 2003 on the structure of the enterprise number (first digit 0 or 1); FPS Economy, Crossroads Bank for
# Enterprises (2022): numbers of the series 1 follow when the series 0 is used up, at the turn of 2022 to 2023; jsvat 2.5.4.
# Hurts: young Belgian companies at the checkout of whoever takes "invalid" for a reason to refuse reverse charge.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund jsvat@2.5.4
cat > check.cjs <<'JS'
const { checkVAT, belgium } = require('jsvat')
const withCheckDigits = eight => `BE${eight}${String(97 - (Number(eight) % 97)).padStart(2, '0')}`
for (const eight of ['07760919', '10000001', '10123456']) {
  const number = withCheckDigits(eight)
  const { isValid, isValidFormat } = checkVAT(number, [belgium])
  console.log(number, isValid, isValidFormat)
}
JS
echo "jsvat $(node -p 'require("./node_modules/jsvat/package.json").version'), node $(node --version)"
seen=$(node check.cjs); echo "$seen"
expected=$(printf '%s\n' 'BE0776091951 true true' 'BE1000000120 false false' 'BE1012345646 false false')
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
