/** The built-in words as a shop would write them, to begin with. */
import type { Language } from '../../words/languages.ts'
import { inLanguage } from '../../words/words.ts'
import type { Letter } from '../messages/letter.ts'
import { valuesFor } from './apply.ts'
import type { Part, TextName } from './placeholders.ts'
import { SAMPLE_NAME } from './sample-order.ts'
import { SAMPLE_SHOP, sampleLetter } from './samples.ts'

/** Words that depend on the order are those of the sample. */
export function builtInTexts({ kind, language }: TextName): Record<Part, string> {
  return inLanguage(language as Language, () => {
    const letter = sampleLetter(kind, SAMPLE_SHOP)
    const insert = inserting(valuesFor(letter, SAMPLE_NAME, SAMPLE_SHOP))
    return {
      subject: insert(letter.subject),
      heading: insert(letter.heading),
      before: insert(letter.before.join('\n\n')),
      after: insert(textOf(letter.after)),
      footer: insert(letter.reason),
    }
  })
}

function textOf(blocks: Letter['after']): string {
  return blocks.flatMap(block => ('text' in block ? block.text : [])).join('\n\n')
}

/** @returns a function that puts the placeholder in place of each value, the longest values first */
function inserting(values: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const known = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const names = new Map(known.map(([name, value]) => [value, name]))
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g')
  return text => text.replaceAll(pattern, value => `{{ ${names.get(value)} }}`)
}
