#!/usr/bin/env bash
# mt940js 1.3.5 puts the booking day of an entry into the wrong year around New Year.
#
# One would guess: field 61 gives the value date with its year and the entry date as MMDD, so 251231 with 0102 was booked on 2 January 2026.
# What happens: the entry date gets the year of the value date: 2 January 2025, almost a year before the value date.
# Source: SWIFT Standards MT, MT940, field 61 subfields 1 (value date, YYMMDD) and 2 (entry date, MMDD); mt940js 1.3.5.
# Hurts: everybody who sorts, matches or closes months by booking day in the first days of January.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund mt940js@1.3.5
cat > read.mjs <<'JS'
import mt940js from 'mt940js'
const text = [':20:STARTUMS', ':25:10020030/1234567', ':28C:00001/001', ':60F:C251231EUR100,00',
  ':61:2512310102C50,00NTRFORDER 1', ':86:came in', ':62F:C260102EUR150,00', '-'].join('\r\n')
const [{ transactions }] = new mt940js.Parser().parse(text)
const day = date => date.toISOString().slice(0, 10)
console.log(JSON.stringify(transactions.map(({ date, entryDate }) => ({ date: day(date), entryDate: day(entryDate) }))))
JS
echo "mt940js $(node -p 'require("./node_modules/mt940js/package.json").version'), node $(node --version)"
seen=$(TZ=UTC node read.mjs); echo "$seen"
[ "$seen" = '[{"date":"2025-12-31","entryDate":"2025-01-02"}]' ] || { echo 'The behaviour has changed.'; exit 1; }
