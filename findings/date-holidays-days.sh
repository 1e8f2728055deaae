#!/usr/bin/env bash
# date-holidays 3.37.0 puts Clean Monday of Cyprus on a Tuesday, and lacks 2 January of Romania.
#
# One would guess: Clean Monday (Green Monday) is the Monday 48 days before Orthodox Easter, in Cyprus as in Greece; and
# the days that the labour codes list, 26 December in Bulgaria and 2 January in Romania, are public.
# What happens: Cyprus has it a day later, every year on a Tuesday; the Monday itself is listed as "Ash Sunday", in Greece too.
# 26 December of Bulgaria is an observance only, and 2 January of Romania is not there.
# Source: the Orthodox paschal calendar: Easter on 12 April 2026, so Clean Monday on 23 February; Labour Code of Bulgaria, Article 154(1);
# Labour Code of Romania (Law 53/2003), Article 139(1); date-holidays 3.37.0.
# Hurts: periods of the law and promises of delivery that end with the next working day (Regulation (EEC, Euratom) 1182/71, Article 3(4)).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund date-holidays@3.37.0
cat > list.cjs <<'JS'
const Holidays = require('date-holidays')
const named = { 'Clean Monday': true, 'Ash Sunday': true }
for (const country of ['CY', 'GR'])
  for (const year of [2026, 2027])
    for (const { date, name } of new Holidays(country, { languages: 'en' }).getHolidays(year))
      if (named[name]) console.log(country, date.slice(0, 10), new Date(`${date.slice(0, 10)}T12:00Z`).toUTCString().slice(0, 3), name)
for (const [country, day] of [['BG', '2026-12-26'], ['RO', '2026-01-02']])
  console.log(country, day, new Holidays(country).getHolidays(2026).filter(({ date }) => date.startsWith(day)).map(({ type }) => type).join() || 'none')
JS
echo "date-holidays $(node -p 'require("./node_modules/date-holidays/package.json").version'), node $(node --version)"
seen=$(node list.cjs); echo "$seen"
expected=$(printf '%s\n' 'CY 2026-02-23 Mon Ash Sunday' 'CY 2026-02-24 Tue Clean Monday' 'CY 2027-03-15 Mon Ash Sunday' \
  'CY 2027-03-16 Tue Clean Monday' 'GR 2026-02-23 Mon Ash Sunday' 'GR 2027-03-15 Mon Ash Sunday' \
  'BG 2026-12-26 observance' 'RO 2026-01-02 none')
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
