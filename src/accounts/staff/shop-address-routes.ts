/** The API of the addresses to which the shop sends data: list, send again or take over, withdraw, and confirm. */
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import type { AddressSetting } from '../../shop/settings.ts'
import { visitOf } from '../audit-log.ts'
import { Token } from '../input.ts'
import { requirePermission, signedIn } from '../sessions/access.ts'
import {
  ADDRESS_SETTINGS,
  confirmAddress,
  expiryOf,
  type findAddress,
  listAddresses,
  renewAddress,
  withdrawAddress,
} from './shop-addresses.ts'

const SettingAddress = Type.Object(
  {
    id: Uuid,
    setting: Type.Enum(Object.keys(ADDRESS_SETTINGS) as AddressSetting[]),
    address: Type.String({ format: 'email' }),
    askedBy: orNull(Type.String(), { description: 'The name of who entered it; null for a former user.' }),
    askedAt: Time,
    expiresAt: { ...Time, description: 'Until then the link in the newest email works.' },
    confirmedAt: orNull(Time, { description: 'Null while it waits for its reader.' }),
    isPaused: Type.Boolean({
      description: 'Whoever entered it may not set it at this moment, so it does not count. Renewed, it is yours.',
    }),
  },
  { title: 'SettingAddress' },
)

const Id = uuidOf('address')
const settings = { role: 'staff', permission: 'settings' } as const

export function shopAddressRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /admin/settings/addresses', {
    id: 'listSettingAddresses',
    summary: 'List the addresses that the shop sends data to',
    access: settings,
    description:
      'Those that somebody has entered in the settings `replyTo` and `orderEmail`: one that counts, and one that ' +
      'waits until the reader of its mailbox confirms it.',
    answers: { 200: Type.Object({ items: Type.Array(SettingAddress) }, { title: 'SettingAddressList' }) },
    handler: async () => ({ items: (await listAddresses(context.db)).map(show) }),
  })

  operation(api, 'POST /admin/settings/addresses/:id/renew', {
    id: 'renewSettingAddress',
    summary: 'Send the email to an address again, or take it over',
    access: settings,
    stepUp: true,
    description:
      'The address is yours then. If nobody has confirmed it, one more email goes there, at most five a day, and its link ' +
      'works for 3 days. Needs the permission for the data, as the setting does.',
    problems: ['not_found', 'rate_limited'],
    once: true,
    params: Id,
    answers: { 200: SettingAddress },
    handler: async (request, reply) => {
      const step = { ...stepOf(request, context), id: request.params.id }
      return answerOnce(context, request, reply, async tx => show(await renewAddress(tx, step)))
    },
  })

  operation(api, 'DELETE /admin/settings/addresses/:id', {
    id: 'withdrawSettingAddress',
    summary: 'Withdraw an address that the shop sends data to',
    access: settings,
    stepUp: WITHOUT_STEP_UP.ends,
    description:
      'Its link stops working. If it counts, its setting is empty again, so the data goes to the support address.',
    problems: ['not_found'],
    params: Id,
    handler: async request => withdrawAddress(context, { ...stepOf(request, context), id: request.params.id }),
  })

  operation(api, 'POST /setting-addresses/confirm', {
    id: 'confirmSettingAddress',
    summary: 'Confirm an address that the shop sends data to',
    access: 'public',
    description:
      'Takes the token of the email to that address. From then on it counts, in place of the former one. The ' +
      'same token again changes nothing.',
    problems: ['invalid_verification_token'],
    body: Type.Object({ token: Token }),
    answers: { 200: Type.Object({ message: Type.String() }, { title: 'Message' }) },
    handler: async request => {
      await confirmAddress(context, request.body.token, visitOf(request))
      return { message: 'Thank you. This address is confirmed.' }
    },
  })
}

function stepOf(request: FastifyRequest, { clock }: AppContext) {
  const permit = (setting: AddressSetting) => requirePermission(request, ADDRESS_SETTINGS[setting])
  return { actorId: signedIn(request).userId, visit: visitOf(request), now: clock.now(), permit }
}

type Row = NonNullable<Awaited<ReturnType<typeof findAddress>>>

function show(row: Row): Static<typeof SettingAddress> {
  const { id, setting, address, askedBy, askedAt, confirmedAt, mayCount } = row
  return {
    id,
    setting,
    address,
    askedBy,
    askedAt: askedAt.toISOString(),
    expiresAt: expiryOf(row).toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    isPaused: !mayCount,
  }
}
