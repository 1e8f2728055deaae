/** Checks the words of a shop before they are stored, so that an email hardly ever has to do without them. */

import { type FieldError, invalidInput } from '../../problems.ts'
import { inLanguage } from '../../words/words.ts'
import { oneLine } from '../messages/letter.ts'
import { valuesFor } from './apply.ts'
import {
  type MailTexts,
  PARTS,
  type Part,
  type Placeholder,
  placeholdersOf,
  subjectRules,
  type TextKind,
  type TextName,
} from './placeholders.ts'
import { SAMPLE_NAME } from './sample-order.ts'
import { SAMPLE_SHOP, sampleLetter } from './samples.ts'
import { fillIn, findMistake, type Mistake, mistakeOf, type Values } from './template.ts'

/** @throws Problem 422 with the field, the line and the column of each mistake */
export function requireGoodTexts(name: TextName, texts: MailTexts): void {
  const values = exampleValues(name.kind)
  const errors = PARTS.flatMap(part => {
    const text = texts[part]
    const mistake = text === null ? undefined : mistakeIn(name, part, text, values)
    return mistake ? [errorOf(part, mistake)] : []
  })
  if (errors.length > 0) throw invalidInput(...errors)
}

/** An example of each value that this kind may insert. */
function exampleValues(kind: TextKind): Values {
  const all = inLanguage('en', () => valuesFor(sampleLetter(kind, SAMPLE_SHOP), SAMPLE_NAME, SAMPLE_SHOP))
  return Object.fromEntries(placeholdersOf(kind).map(name => [name, all[name] ?? '']))
}

function mistakeIn(name: TextName, part: Part, text: string, values: Values): Mistake | undefined {
  const mistake = findMistake(text, values)
  if (mistake || (part !== 'subject' && part !== 'heading')) return mistake
  try {
    return mistakeInLine(text, values) ?? (part === 'subject' ? mistakeInSubject(name, text, values) : undefined)
  } catch (error) {
    return mistakeOf(error)
  }
}

const START = { line: 1, column: 1 }

/** A line break would begin another header, or pose as another part. */
function mistakeInLine(text: string, values: Values): Mistake | undefined {
  const end = text.search(/[\n\r\v\f\x85\u2028\u2029]/)
  if (end >= 0) return { line: 1, column: end + 1, reason: 'must be one line', code: 'invalid_format' }
  return variantsOf(values).some(some => oneLine(fillIn(text, some)) === '')
    ? { ...START, reason: 'must not be empty for any customer', code: 'required' }
    : undefined
}

function mistakeInSubject(name: TextName, text: string, values: Values): Mistake | undefined {
  const { needs, says } = subjectRules(name)
  const filledIn = variantsOf(values).map(some => ({ some, line: oneLine(fillIn(text, some)) }))
  const lacks = needs.find(name => !filledIn.every(({ some, line }) => line.includes(some[name]!)))
  if (lacks) return { ...START, reason: `must insert {{ ${lacks} }}`, code: 'missing_placeholder' }
  if (says && !filledIn.every(({ line }) => line.includes(says))) {
    return { ...START, reason: `must contain "${says}", by which programs find this email`, code: 'missing_words' }
  }
  return undefined
}

/** Placeholders that are empty in some emails. A condition may ask for them. */
const MAY_BE_EMPTY: readonly Placeholder[] = ['customer.name', 'order.tracking', 'order.carrier', 'order.follow']

/**
 * Makes one with everything, and without what some emails do not have. The values are such as no text contains by
 * chance.
 */
function variantsOf(values: Values): Values[] {
  const names = Object.keys(values) as Placeholder[]
  const full = Object.fromEntries(names.map((name, index) => [name, `8${index}31`]))
  return [full, { ...full, ...Object.fromEntries(MAY_BE_EMPTY.filter(name => name in full).map(name => [name, ''])) }]
}

function errorOf(field: Part, { line, column, reason, code }: Mistake): FieldError {
  return { field, reason: `${reason} (line ${line}, column ${column})`, code, line, column }
}
