/**
 * A scanner types like a keyboard. If it believes in another layout than the computer, the computer writes other characters. Layouts:
 * `kbdfr` and `kbdgr` of Microsoft's keyboard pages, and xkeyboard-config 2.35 (symbols `fr` and `de`).
 */

/** The characters of a French keyboard, each with what the same key writes in the United States. */
const FRENCH: Readonly<Record<string, string>> = {
  ...pairs('&é"\'(-è_çà', '1234567890'),
  ...pairs('AQZWaqzw', 'QAWZqawz'),
  ...pairs('?,;', 'Mm,'),
  ...pairs('°)', '_-'),
}

const GERMAN: Readonly<Record<string, string>> = { ...pairs('YZyz', 'ZYzy'), ...pairs('ß', '-') }

function pairs(written: string, meant: string): Record<string, string> {
  return Object.fromEntries([...written].map((character, n) => [character, meant[n]!]))
}

/** @returns the text as a scanner may have meant it, for each layout that would have written something else */
export function meantBy(text: string): string[] {
  return [FRENCH, GERMAN]
    .map(layout => [...text].map(character => layout[character] ?? character).join(''))
    .filter(meant => meant !== text)
}

/** The upper row of a French keyboard writes these in place of digits. */
export function looksLikeUpperRow(text: string): boolean {
  return (text.match(/[&é"'(è_çà)§!]/g)?.length ?? 0) >= 3 && !/\d{4}/.test(text)
}
