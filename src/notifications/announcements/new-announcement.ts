/** The body of an announcement or a draft: its text, and to whom it goes. */
import { type Static, Type } from 'typebox'
import { uuidOf } from '../../http/filters.ts'
import { Day, Time } from '../../http/schemas.ts'
import { invalidInput } from '../../problems.ts'
import { addDays, startOfDay } from '../../shop/days.ts'
import { ANNOUNCEMENT_KINDS } from '../tables.ts'
import { AnnouncementTexts, readTexts, TEXT } from './announcement-texts.ts'
import type { NewAnnouncement as Announcement } from './announcements.ts'

export const NewAnnouncement = Type.Object(
  {
    kind: Type.Optional(
      Type.Enum([...ANNOUNCEMENT_KINDS], {
        default: 'service',
        description:
          '`news` goes to customers who have asked for news and whose address is verified. `service` is what ' +
          'every customer must know, and goes to all.',
      }),
    ),
    ...TEXT,
    texts: Type.Optional(AnnouncementTexts),
    orderedFrom: Type.Optional(
      Type.String({ ...Time, description: 'Only to customers who placed an order at or after this time.' }),
    ),
    orderedBefore: Type.Optional(
      Type.String({ ...Time, description: 'Only to customers who placed an order before this time.' }),
    ),
    orderedFromDay: Type.Optional(
      Type.String({ ...Day, description: 'In place of `orderedFrom`: the start of this day of the shop.' }),
    ),
    orderedToDay: Type.Optional(
      Type.String({ ...Day, description: 'In place of `orderedBefore`: the end of this day of the shop.' }),
    ),
  },
  { title: 'NewAnnouncement' },
)

export const Id = uuidOf('announcement')

/**
 * @param zone the time zone of the shop
 * @throws Problem when the period is empty, or has two beginnings or ends
 */
export function readAnnouncement(body: Static<typeof NewAnnouncement>, zone: string): Announcement {
  const { subject, message, texts, kind = 'service', orderedFromDay, orderedToDay, ...times } = body
  refuseBoth(body, 'orderedFrom', 'orderedFromDay')
  refuseBoth(body, 'orderedBefore', 'orderedToDay')
  const orderedFrom = orderedFromDay ? startOfDay(orderedFromDay, zone) : momentOf(times.orderedFrom)
  const orderedBefore = orderedToDay ? startOfDay(addDays(orderedToDay, 1), zone) : momentOf(times.orderedBefore)
  if (orderedFrom && orderedBefore && orderedFrom >= orderedBefore) {
    const [field, reason] = orderedToDay
      ? ['orderedToDay', 'must not be before the first day']
      : ['orderedBefore', 'must be later than orderedFrom']
    throw invalidInput({ field: field!, reason: reason!, code: 'empty_period' })
  }
  return { subject: subject.trim(), message, texts: readTexts(texts), kind, orderedFrom, orderedBefore }
}

function refuseBoth(body: Static<typeof NewAnnouncement>, time: keyof typeof body, day: keyof typeof body): void {
  if (body[time] === undefined || body[day] === undefined) return
  throw invalidInput({ field: day, reason: `must not be given together with ${time}`, code: 'not_together' })
}

function momentOf(text: string | undefined): Date | undefined {
  return text ? new Date(text) : undefined
}
