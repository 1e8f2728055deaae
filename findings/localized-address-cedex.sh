#!/usr/bin/env bash
# localized-address-format 1.3.3 takes a sorting code and prints it nowhere.
#
# One would guess: `sortingCode` of the input, which the address data has for France ("%Z %C %X"), stands behind the town: "CEDEX 08".
# What happens: the line of the town ends with the town, for each country whose data has %X; nothing is raised.
# Source: libaddressinput, chromium-i18n address data, fmt of FR; La Poste, norm NF Z10-011 (CEDEX on the last line);
# localized-address-format 1.3.3, whose type FormatAddress has `sortingCode`.
# Hurts: business customers in France: a CEDEX postcode without the word CEDEX is not the town's own postcode.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund localized-address-format@1.3.3
cat > format.mjs <<'JS'
import { formatAddress } from 'localized-address-format'
console.log(formatAddress({
  postalCountry: 'FR', organization: 'Example SA', addressLines: ['12 avenue Exemple'], postalCode: '75382', locality: 'PARIS', sortingCode: 'CEDEX 08',
}).join(' | '))
JS
echo "localized-address-format $(node -p 'JSON.parse(require("fs").readFileSync("node_modules/localized-address-format/package.json")).version'), node $(node --version)"
seen=$(node format.mjs); echo "$seen"
[ "$seen" = 'Example SA | 12 avenue Exemple | 75382 PARIS' ] || { echo 'The behaviour has changed.'; exit 1; }
