/** Lists the things that a member of staff has made, if they still act, or will once their maker is permitted again. */
import { type Static, Type } from 'typebox'
import { listApiKeys } from '../../accounts/sessions/api-keys.ts'
import { listInvitations } from '../../accounts/staff/invitations.ts'
import { listAddresses } from '../../accounts/staff/shop-addresses.ts'
import type { Db } from '../../database/schema.ts'
import { Time, Uuid } from '../../http/schemas.ts'
import { listAnnouncementsOf } from '../../notifications/announcements/announcements.ts'
import { listEndpoints } from '../../webhooks/queries.ts'

export const MADE_KINDS = ['api_key', 'invitation', 'webhook', 'announcement', 'address'] as const

export const Made = Type.Object(
  {
    kind: Type.Enum([...MADE_KINDS]),
    id: Uuid,
    name: Type.String({ description: 'Its name, the address that is invited, or the one that gets events or emails.' }),
    createdAt: Time,
    isPaused: Type.Boolean({ description: 'It waits, because its maker may no longer make it.' }),
  },
  { title: 'MadeThing' },
)
type Made = Static<typeof Made>

/** Enough for one person. If somebody has made more, the admin ends some and looks again. */
const MOST_MADE = 200

/** Includes the things that the person's API keys have made. */
export async function listMade(db: Db, userId: string, now: Date): Promise<Made[]> {
  const page = { page: 1, limit: MOST_MADE }
  const [keys, invitations, endpoints, addresses] = await Promise.all([
    listApiKeys(db, { ...page, createdBy: userId }),
    listInvitations(db, { ...page, by: userId }),
    listEndpoints(db),
    listAddresses(db, { by: userId }),
  ])
  const keyIds = keys.items.map(({ id }) => id)
  const announcements = await listAnnouncementsOf(db, userId, keyIds, MOST_MADE)
  const isTheirs = (maker: string | null) => maker === userId || keyIds.includes(maker ?? '')
  return [
    ...keys.items
      .filter(({ revokedAt, expiresAt }) => !revokedAt && (!expiresAt || new Date(expiresAt) > now))
      .map(({ id, name, createdAt, isPaused }) => ({ kind: 'api_key' as const, id, name, createdAt, isPaused })),
    ...invitations.items
      .filter(({ expiresAt }) => expiresAt > now)
      .map(({ id, email, createdAt, inviterMay }) => ({
        kind: 'invitation' as const,
        id,
        name: email,
        createdAt: createdAt.toISOString(),
        isPaused: !inviterMay,
      })),
    ...endpoints
      .filter(({ createdBy, createdByKey, disabledAt }) => !disabledAt && isTheirs(createdBy ?? createdByKey))
      .map(({ id, url, createdAt, pausedBecause }) => ({
        kind: 'webhook' as const,
        id,
        name: url,
        createdAt: createdAt.toISOString(),
        isPaused: pausedBecause === 'maker',
      })),
    ...announcements.map(({ id, subject, created_at, isPaused }) => ({
      kind: 'announcement' as const,
      id,
      name: subject,
      createdAt: created_at.toISOString(),
      isPaused,
    })),
    ...addresses.map(({ id, address, askedAt, mayCount }) => ({
      kind: 'address' as const,
      id,
      name: address,
      createdAt: askedAt.toISOString(),
      isPaused: !mayCount,
    })),
  ]
}
