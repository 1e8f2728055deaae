/** Text that people type or paste and machines compare: codes and serial numbers have one canonical form. */

/**
 * Small letters and ASCII digits. Decimal digits of every script count as digits. Spaces, dashes, dots and other marks that
 * are no letter or digit are dropped, and so is what nobody sees: marks of direction, joiners, variation selectors.
 */
export function canonicalText(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}

/** Unicode keeps the ten digits of a script together, in their order. Blocks that touch are full, so ten steps are one turn. */
function digitOf(character: string): string {
  const point = character.codePointAt(0)!
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}
