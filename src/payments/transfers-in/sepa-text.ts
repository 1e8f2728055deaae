/**
 * Text as every bank of the Single Euro Payments Area takes it: a–z, A–Z, 0–9, the space and / - ? : ( ) . , ' + (EPC217-08, SEPA
 * Requirements for an Extended Character Set). Other letters lose their accents, and what is left becomes a full stop, as its conversion
 * table says. Umlauts and ß become two letters, which the German banks allow instead (DFÜ-Abkommen, annex 3), and & becomes + there too.
 */
export function sepaText(text: string, longest: number): string {
  const plain = [...text.normalize('NFC')]
    .map(letter => SPELLED[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.')
    .replaceAll(/ +/g, ' ')
    .trim()
  // No slash at an end and no two in a row, as in the references of the shop (setting-rules.ts).
  return plain
    .slice(0, longest)
    .replaceAll(/^\/+|\/+$|\/(?=\/)/g, '')
    .trim()
}

/** Letters that are more than a letter with an accent, and signs. */
const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'TH',
  '&': '+',
  '’': "'",
  '–': '-',
  '#': '',
  '\u00a0': ' ',
  '\u202f': ' ',
}
