#!/usr/bin/env bash
# stdnum 1.12.0 refuses the Bulgarian VAT numbers of people who were born between 1940 and 1989.
#
# One would guess: a number of ten digits is checked as the personal number that it is (EGN), so what `BG.egn` takes, `BG.vat` takes too.
# What happens: `BG.vat` first refuses every number whose first digit is none of 0, 1, 2, 3 and 9. That rule is about companies; the first
# digits of an EGN are the year of birth, so 75… is "an invalid format", while 92… passes.
# Source: stdnum 1.12.0; python-stdnum 1.18, stdnum/bg/egn.py, whose example 7523169263 is used here, and stdnum/bg/vat.py, which takes it.
# Hurts: shops that check the VAT numbers of sole traders in Bulgaria at the checkout.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund stdnum@1.12.0
cat > check.mjs <<'JS'
import { stdnum } from 'stdnum'
const { egn, vat } = stdnum.BG
console.log(JSON.stringify({
  egn: egn.validate('7523169263').isValid,
  vat: vat.validate('BG7523169263').isValid,
  why: vat.validate('BG7523169263').error?.name,
}))
JS
echo "stdnum $(node -p 'require("./node_modules/stdnum/package.json").version'), node $(node --version)"
seen=$(node check.mjs); echo "$seen"
expected='{"egn":true,"vat":false,"why":"InvalidFormat"}'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
