#!/usr/bin/env bash
# pdfkit 0.20.0 writes the title of a PDF/A into its XMP metadata without escaping it.
#
# One would guess: `info.Title` "Miller & Sons" stands in the XMP as "Miller &amp; Sons", as it stands right in the Info dictionary.
# What happens: the ampersand is written as it is, so the metadata is not well-formed XML; the file opens, nothing is raised.
# Source: pdfkit 0.20.0, option `subset: 'PDF/A-3b'`; ISO 16684-1 (XMP is XML); ISO 19005-3, 6.6.2 (metadata of PDF/A).
# Hurts: whoever archives invoices of a company with "&" in its name: the file claims PDF/A and is none. Escape `info` before.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund pdfkit@0.20.0 @expo-google-fonts/noto-sans@0.4.2
cat > title.cjs <<'JS'
const PDFDocument = require('pdfkit')
const document = new PDFDocument({ pdfVersion: '1.7', subset: 'PDF/A-3b', info: { Title: 'Miller & Sons' }, font: null, compress: false })
document.font('node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf').text('Invoice')
const parts = []
document.on('data', part => parts.push(part)).on('end', () => {
  const file = Buffer.concat(parts).toString('latin1')
  console.log(/Miller[^<]*/.exec(file.slice(file.indexOf('<dc:title>')))[0])
})
document.end()
JS
echo "pdfkit $(node -p 'require("./node_modules/pdfkit/package.json").version'), node $(node --version)"
seen=$(node title.cjs); echo "$seen"
[ "$seen" = 'Miller & Sons' ] || { echo 'The behaviour has changed.'; exit 1; }
