#!/usr/bin/env bash
# iban 0.0.14 refuses accounts of twelve countries that are in SWIFT's registry.
#
# One would guess: the most used checker of IBANs knows each country of the registry, so that a valid account is never refused.
# What happens: `isValid` is false for the registry's own examples of Burundi, Djibouti, the Falkland Islands, Honduras, Libya, Mongolia,
# Nicaragua, Oman, Russia, Somalia, Sudan and Yemen. ibantools 4.5.4 takes all twelve.
# Source: SWIFT, IBAN Registry (ISO 13616-1:2020), "IBAN electronic format example" of each country; iban 0.0.14.
# Hurts: customers of these countries who wait for a refund, and sepa-payment-qr-code 2.0.2, which checks with it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund iban@0.0.14 ibantools@4.5.4
cat > check.cjs <<'JS'
const iban = require('iban')
const tools = require('ibantools')
const examples = ['BI4210000100010000332045181', 'DJ2100010000000154000100186', 'FK88SC123456789012', 'HN88CABF00000000000250005469',
  'LY83002048000020100120361', 'MN121234123456789123', 'NI45BAPR00000013000003558124', 'OM810180000001299123456',
  'RU0304452522540817810538091310419', 'SO211000001001000100141', 'SD2129010501234001', 'YE15CBYE0001018861234567891234']
const taken = check => examples.filter(check).length
console.log(`iban takes ${taken(one => iban.isValid(one))} of ${examples.length}, ibantools ${taken(one => tools.isValidIBAN(one))}`)
JS
echo "iban $(node -p 'require("./node_modules/iban/package.json").version'), node $(node --version)"
seen=$(node check.cjs); echo "$seen"
[ "$seen" = 'iban takes 0 of 12, ibantools 12' ] || { echo 'The behaviour has changed.'; exit 1; }
