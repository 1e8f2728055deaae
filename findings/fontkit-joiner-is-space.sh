#!/usr/bin/env bash
# fontkit 2.0.4 lays the zero width non-joiner out as a space of full width.
#
# One would guess: U+200C only keeps two letters apart; it has no width and no ink (Unicode, Default_Ignorable_Code_Point).
# What happens: Persian "می‌خواهم" gets the glyph of U+0020 with its width, and the text of that glyph is a space, so a copy has two words.
# Source: Unicode 17, DerivedCoreProperties.txt (200B..200F), section 5.21 "Ignoring Characters in Processing"; fontkit 2.0.4;
# @fontsource-variable/noto-sans-arabic 5.3.0, which has a glyph for U+200C.
# Hurts: Persian names and words on PDFs (pdfkit lays out with fontkit): a gap where none is written, and a search finds nothing.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund fontkit@2.0.4 @fontsource-variable/noto-sans-arabic@5.3.0
cat > joiner.cjs <<'JS'
const fontkit = require('fontkit')
const font = fontkit.openSync('node_modules/@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2')
const { glyphs } = font.layout('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645')
const space = font.glyphForCodePoint(0x20)
const found = glyphs.find(({ id }) => id === space.id)
console.log(found ? `a space ${found.advanceWidth} wide, with the text U+${found.codePoints[0].toString(16).padStart(4, '0')}` : 'no space')
JS
echo "fontkit $(node -p 'require("./node_modules/fontkit/package.json").version'), node $(node --version)"
seen=$(node joiner.cjs); echo "$seen"
[ "$seen" = 'a space 260 wide, with the text U+0020' ] || { echo 'The behaviour has changed.'; exit 1; }
