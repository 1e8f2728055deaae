import { type Static, Type } from 'typebox'
import { uuidOf } from '../../http/filters.ts'
import { Time } from '../../http/schemas.ts'
import { invalidInput } from '../../problems.ts'
import type { NewAnnouncement as Announcement } from './announcements.ts'

export const NewAnnouncement = Type.Object(
  {
    subject: Type.String({
      minLength: 1,
      maxLength: 150,
      pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$',
      'x-reason': 'must be one line',
    }),
    message: Type.String({
      minLength: 1,
      maxLength: 20_000,
      pattern: '\\S',
      description: 'Plain text. An empty line begins a new paragraph.',
    }),
    orderedFrom: Type.Optional(
      Type.String({ ...Time, description: 'Only to customers who placed an order at or after this time.' }),
    ),
    orderedBefore: Type.Optional(
      Type.String({ ...Time, description: 'Only to customers who placed an order before this time.' }),
    ),
  },
  { title: 'NewAnnouncement' },
)

export const Id = uuidOf('announcement')

/** @throws Problem when the period is empty */
export function readAnnouncement({ subject, message, ...period }: Static<typeof NewAnnouncement>): Announcement {
  const orderedFrom = period.orderedFrom ? new Date(period.orderedFrom) : undefined
  const orderedBefore = period.orderedBefore ? new Date(period.orderedBefore) : undefined
  if (orderedFrom && orderedBefore && orderedFrom >= orderedBefore) {
    throw invalidInput({ field: 'orderedBefore', reason: 'must be later than orderedFrom', code: 'empty_period' })
  }
  return { subject: subject.trim(), message, orderedFrom, orderedBefore }
}
