/** Describes internal notes and tags as the API shows and takes them. No customer reads them in the shop. */
import { type Static, Type } from 'typebox'
import { TRIM } from '../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { Problem } from '../problems.ts'

export const MOST_NOTES = 100
export const MOST_TAGS = 25
const LONGEST_NOTE = 4000
const LONGEST_TAG = 40

const SUBJECT = {
  orderId: orNull(Type.Integer(), { description: 'The order that it is about; null: it is about a customer.' }),
  userId: orNull(Uuid, { description: 'The customer that it is about; null: it is about an order.' }),
}

export const Note = Type.Object(
  {
    id: Uuid,
    ...SUBJECT,
    text: Type.String(),
    author: Type.Object(
      {
        id: Uuid,
        name: orNull(Type.String(), { description: 'A member of staff or an API key; null when it is gone.' }),
      },
      { title: 'NoteAuthor' },
    ),
    at: Time,
  },
  { title: 'Note', description: 'An internal note. Customers never read it.' },
)
export type Note = Static<typeof Note>

export const Notes = Type.Object({ items: Type.Array(Note) }, { title: 'Notes' })

export const NewNote = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: LONGEST_NOTE,
      [TRIM]: true,
      examples: ['Rang on Monday: the parcel may go to the neighbour.'],
      description: 'It is kept as it is, and no markup is read in it.',
    }),
  },
  { title: 'NewNote' },
)

const TagText = Type.String({
  minLength: 1,
  maxLength: LONGEST_TAG,
  [TRIM]: 'typed',
  pattern: '^[^,]*$',
  'x-reason': 'must have no comma',
})

export const Tags = Type.Object(
  { ...SUBJECT, tags: Type.Array(Type.String(), { examples: [['wholesale']] }) },
  { title: 'Tags', description: 'Internal tags, sorted. Customers never read them.' },
)
export type Tags = Static<typeof Tags>

const list = (description: string) =>
  Type.Optional(Type.Array(TagText, { maxItems: MOST_TAGS, description, examples: [['wholesale']] }))

export const TagsChange = Type.Object(
  { add: list('What is there already stays as it is written.'), remove: list('What is not there is left out.') },
  { title: 'TagsChange' },
)

/** A filter of lists. */
export const TAG_QUERY = {
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_TAG,
      description: 'Only those with this tag, in any case. For staff and API keys.',
      examples: ['wholesale'],
    }),
  ),
}

/** @throws Problem 403 for a customer, who could find out tags by trying */
export function tagFilterOf(tag: string | undefined, forShop: boolean): string | undefined {
  if (tag !== undefined && !forShop) throw new Problem('forbidden', 'Only staff and API keys can filter by `tag`.')
  return tag
}

/** Folds a tag: "VIP" and "vip" are one. */
export function keyOf(tag: string): string {
  return tag.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
