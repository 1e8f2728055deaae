/** Options by which products differ, as far as search engines and product feeds have a name of their own for them. */
import type { OptionValue } from './group.ts'

/**
 * Names of options in the languages of the shop. Google groups variants by these four, and by the age and gender that they are for
 * (https://support.google.com/merchants/answer/6324507, read on 2026-11-28).
 */
const NAMES = {
  color: /^(?:colou?rs?|farben?|farbtöne?|couleurs?|coloris)$/i,
  size: /^(?:sizes?|grö(?:ß|ss)en?|schuhgrö(?:ß|ss)en?|tailles?|pointures?)$/i,
  material: /^(?:materials?|material(?:ie)?n?|stoffe?|matières?|matériaux?)$/i,
  pattern: /^(?:patterns?|muster|motifs?)$/i,
} as const
export type KnownOption = keyof typeof NAMES

export function knownOption(name: string): KnownOption | undefined {
  return (Object.keys(NAMES) as KnownOption[]).find(known => NAMES[known].test(name.trim()))
}

/** The values of the options that are known, by the name of the property, and the options that are not. */
export function sortOptions(options: readonly OptionValue[]) {
  const known: Partial<Record<KnownOption, string>> = {}
  const others: OptionValue[] = []
  for (const option of options) {
    const property = knownOption(option.name)
    if (property && known[property] === undefined) known[property] = option.value
    else others.push(option)
  }
  return { known, others }
}
