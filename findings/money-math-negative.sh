#!/usr/bin/env bash
# money-math 2.6.3 rounds products and percents of negative amounts to a wrong cent.
#
# One would guess: 10 % of -10.05 is -1.00 or -1.01, as 10 % of 10.05 is 1.01, and half of -0.05 is -0.02 or -0.03.
# What happens: the half that rounds up is added to negative amounts too, before the digits are cut: -0.99 and -0.01, a cent and a half off.
# Source: the package's README ("arbitrary precision operations on currency amounts"); arithmetic; money-math 2.6.3.
# Hurts: whoever computes the VAT of credit notes, refunds and discounts with it: the note is not the mirror of its invoice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund money-math@2.6.3
cat > compute.cjs <<'JS'
const money = require('money-math')
console.log([
  money.percent('10.05', '10.00'), money.percent('-10.05', '10.00'), money.percent('-9.99', '20.00'),
  money.mul('0.05', '0.50'), money.mul('-0.05', '0.50'), money.mul('-19.90', '0.19'),
].join(' '))
JS
echo "money-math $(node -p 'require("./node_modules/money-math/package.json").version'), node $(node --version)"
seen=$(node compute.cjs); echo "$seen"
[ "$seen" = '1.01 -0.99 -1.99 0.03 -0.01 -3.78' ] || { echo 'The behaviour has changed.'; exit 1; }
