#!/usr/bin/env bash
# fontkit 2.0.4 keeps the text in which a glyph was first used, and gives it to every later text.
#
# One would guess: `layout('o')` says of its glyph that it stands for "o", whatever was laid out before.
# What happens: Noto Sans draws the Vietnamese letter U+1ECD as the glyph of "o" and a dot below. After it, `layout('o')` says "ọ".
# Source: fontkit 2.0.4, Glyph.codePoints ("the Unicode code points that this glyph represents"); font of @expo-google-fonts/noto-sans 0.4.2.
# Hurts: whoever writes PDFs with it (pdfkit does): after one Vietnamese name each "o" of the paper is copied and searched as "ọ".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund fontkit@2.0.4 @expo-google-fonts/noto-sans@0.4.2
cat > texts.cjs <<'JS'
const fontkit = require('fontkit')
const open = () => fontkit.openSync('node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
const textsOf = (font, text) => font.layout(text).glyphs.map(glyph => String.fromCodePoint(...glyph.codePoints)).join('+')
const used = open()
textsOf(used, '\u1ecd')
console.log(`a new font: ${textsOf(open(), 'lo')}; after one name: ${textsOf(used, 'lo')}`)
JS
echo "fontkit $(node -p 'require("./node_modules/fontkit/package.json").version'), node $(node --version)"
seen=$(node texts.cjs); echo "$seen"
[ "$seen" = 'a new font: l+o; after one name: l+ọ' ] || { echo 'The behaviour has changed.'; exit 1; }
