#!/usr/bin/env bash
# pdu 1.1.0 in 7 bits sends the lowest seven bits of a letter that the GSM alphabet lacks, so ç arrives as g and ’ as a control sign.
#
# One would guess: a letter without a place in the alphabet is refused, or sent as "?", or makes the message UCS-2.
# What happens: with `encoding: '7bit'` ç (U+00E7) becomes 0x67, which is g, and ë (U+00EB) becomes 0x6B, which is k. Nothing is said.
# Source: 3GPP TS 23.038 §6.2.1: neither letter is in the alphabet at these places; pdu 1.1.0.
# Hurts: everybody who sends names of people or shops by a modem: "Zoë" is read as "Zok".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund pdu@1.1.0
cat > check.cjs <<'JS'
const pdu = require('pdu')
const sent = letter => pdu.generate({ text: letter, receiver: '491700000000', encoding: '7bit' }).map(hex => hex.slice(-2)).join()
console.log(JSON.stringify(['g', 'ç', 'k', 'ë'].map(letter => [letter, sent(letter)])))
JS
echo "pdu $(node -p 'require("./node_modules/pdu/package.json").version'), node $(node --version)"
seen=$(node check.cjs); echo "$seen"
expected='[["g","67"],["ç","67"],["k","6b"],["ë","6b"]]'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
