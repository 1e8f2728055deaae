/**
 * Keeps a text in one message. A text message holds 160 letters of the GSM alphabet; one other letter makes it three of 67 each, and
 * each message costs (3GPP TS 23.038 §6.2.1, 23.040 §9.2.3.24.1).
 */

/**
 * The alphabet of 7 bits, 3GPP TS 23.038 §6.2.1, without its letter 0x09: the standard shows `Ç` there and Unicode's table of it
 * (GSM0338.TXT, version 2.0) `ç`, so phones differ.
 */
const ALPHABET = new Set(
  '@£$¥èéùìò\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Letters behind an escape, which take the room of two. */
const EXTENSION = new Set('\f^{}\\[~]|€')

/** Septets. */
const ROOM = 160

/** Signs become those of the alphabet; letters that do not decompose go by Unicode CLDR's transform Latin-ASCII. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '‚': ',', '‛': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‹': "'", '›': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...', '·': '.', '•': '.' },
  ...{ œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', þ: 'th', Þ: 'TH', ð: 'd', Ð: 'D' },
}

/** @returns undefined for a text that has letters without any form in the alphabet, such as Cyrillic ones */
export function inGsmAlphabet(text: string): string | undefined {
  const letters = Array.from(text.normalize('NFC'), letter => {
    if (ALPHABET.has(letter) || EXTENSION.has(letter)) return letter
    if (/\p{Cf}/u.test(letter)) return ''
    if (/\s/u.test(letter)) return ' '
    const plain = PLAIN[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return Array.from(plain).every(each => ALPHABET.has(each)) ? plain : undefined
  })
  return letters.includes(undefined) ? undefined : letters.join('')
}

/** Tests whether a text in the alphabet is one message. */
export function isOneMessage(text: string): boolean {
  return Array.from(text).reduce((sum, letter) => sum + (EXTENSION.has(letter) ? 2 : 1), 0) <= ROOM
}
