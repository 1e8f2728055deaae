#!/usr/bin/env bash
# node-sms-pdu 0.3.0 sends ç in the GSM alphabet and Ç not; sms-length 0.2.2, which counts what is paid, has it the other way round.
#
# One would guess: two programs that follow 3GPP TS 23.038 agree which letters need no second or third message.
# What happens: septet 0x09 is ç by Unicode's table of the alphabet and Ç by the standard's own figure. The encoder writes ç as 0x09 (data
# coding 00, 7 bits) and Ç in UCS-2 (08); the counter calls ç UTF-16 (70 letters a message) and Ç 7 bits (160). A text "Reçu …" of 100
# letters is counted as two messages and sent as one, with a letter that phones show as Ç; "Ça va …" is counted as one and sent as two.
# Source: 3GPP TS 23.038 §6.2.1 (Ç); https://www.unicode.org/Public/MAPPINGS/ETSI/GSM0338.TXT, table version 2.0, its note on 0x09 (ç).
# Hurts: French, Portuguese and Turkish shops that plan what their text messages cost.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node-sms-pdu@0.3.0 sms-length@0.2.2
cat > check.cjs <<'JS'
const { generateSubmit } = require('node-sms-pdu')
const { count } = require('sms-length')
// The octet behind the number and the protocol is the data coding: 00 is 7 bits, 08 is UCS-2.
const sent = letter => generateSubmit('+491700000000', letter).map(pdu => (pdu.hex ?? pdu).slice(24, 26)).join()
console.log(JSON.stringify(['ç', 'Ç'].map(letter => [letter, sent(letter), count(letter).encoding])))
JS
echo "node-sms-pdu $(node -p 'require("./node_modules/node-sms-pdu/package.json").version'), sms-length $(node -p 'require("./node_modules/sms-length/package.json").version'), node $(node --version)"
seen=$(node check.cjs); echo "$seen"
expected='[["ç","00","UTF16"],["Ç","08","GSM_7BIT"]]'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
