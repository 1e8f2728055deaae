/**
 * Text as every bank of the Single Euro Payments Area takes it: a–z, A–Z, 0–9, the space and / - ? : ( ) . , ' + (EPC217-08, SEPA
 * Requirements for an Extended Character Set, section 2.1). Other letters become those that it recommends, or lose their accents.
 */
export function sepaText(text: string, longest: number): string {
  const plain = [...text]
    .map(letter => SPELLED[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.')
    .replaceAll(/ +/g, ' ')
    .trim()
  // A name or a reference may neither begin nor end with a slash, nor have two of them together (EPC132-08, section 1.4).
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
}
