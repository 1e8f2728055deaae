#!/usr/bin/env bash
# mt940-js 1.0.0 reads the reversal of a credit as a credit.
#
# One would guess: field 61 with the mark RC (reversal of credit) takes money from the account, as RD (reversal of debit) brings it back.
# What happens: the transaction is `isCredit: true`, without anything that tells it from money that came in.
# Source: SWIFT Standards MT, MT940, field 61 subfield 3 "Debit/Credit Mark": C, D, RC, RD; mt940-js 1.0.0.
# Hurts: everybody who books transfers from statements: a returned payment is booked as a second payment.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund mt940-js@1.0.0 tslib@2.8.1
cat > read.mjs <<'JS'
import mt940 from 'mt940-js'
const text = [':20:STARTUMS', ':25:10020030/1234567', ':28C:00001/001', ':60F:C261101EUR100,00',
  ':61:2611021102C50,00NTRFORDER 1', ':86:came in', ':61:2611031103RC50,00NTRFORDER 1', ':86:went back', ':62F:C261103EUR100,00', '-', ''].join('\r\n')
const [{ transactions }] = await mt940.read(Buffer.from(text))
console.log(JSON.stringify(transactions.map(({ amount, isCredit }) => ({ amount, isCredit }))))
JS
echo "mt940-js $(node -p 'require("./node_modules/mt940-js/package.json").version'), node $(node --version)"
seen=$(node read.mjs); echo "$seen"
expected='[{"amount":50,"isCredit":true},{"amount":50,"isCredit":true}]'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
