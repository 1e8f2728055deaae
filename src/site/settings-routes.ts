/** The API of the settings of the shop. */
import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { visitOf } from '../accounts/audit-log.ts'
import { requireStepUp } from '../accounts/second-factors/step-up.ts'
import { requirePermission, signedIn } from '../accounts/sessions/access.ts'
import { PictureData, TAKES_PICTURE } from '../catalogue/images/image.ts'
import type { AppContext } from '../context.ts'
import type { Run } from '../database/in-transaction.ts'
import type { App } from '../http/app.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { answerTagged, ifMatch, Unchanged } from '../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput, type Problem } from '../problems.ts'
import { findZoneFault } from '../shop/calendar/zones.ts'
import { ENDED_CURRENCY } from '../shop/currencies.ts'
import { requireMarkdown } from '../shop/markdown/kept-markdown.ts'
import { loadShop, type Shop, ShopSettings } from '../shop/settings.ts'
import { ENDED_CURRENCIES } from '../world/currencies.ts'
import { type By, changePicture, changeSettings, type Picture } from './change-settings.ts'
import { SETTING_EFFECTS } from './setting-effects.ts'

/** The field `version` in the body of a change. */
export const SeenVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    examples: [3],
    description:
      'The `version` that you have read, in place of `If-Match`. If there is a newer one, the answer is 412.',
  }),
)

const Settings = Type.Object(
  {
    ...ShopSettings.properties,
    waitingAddresses: Type.Object(
      {
        replyTo: Type.Optional(Type.String({ format: 'email' })),
        orderEmail: Type.Optional(Type.String({ format: 'email' })),
      },
      { title: 'WaitingAddresses', description: 'By setting: an address that nobody has confirmed yet.' },
    ),
    version: Type.Integer({ examples: [3], description: 'Counts the changes.' }),
  },
  { title: 'ShopSettings' },
)

const { logo: _, homePicture: __, ...WRITABLE } = declareEffects(ShopSettings.properties)
const SettingsChange = Type.Partial(Type.Object({ ...WRITABLE, version: SeenVersion }), { title: 'ShopSettingsChange' })

const NewPicture = Type.Object(
  {
    data: PictureData,
  },
  { title: 'NewShopPicture' },
)

/** The schema of each setting says what its change needs. */
function declareEffects<T extends Record<keyof typeof SETTING_EFFECTS, TSchema>>(properties: T): T {
  const declared = Object.entries(SETTING_EFFECTS).map(([name, { stepUp, permission }]) => {
    const schema = properties[name as keyof T]
    return [name, { ...schema, 'x-step-up': stepUp, ...(permission && { 'x-permission': permission }) }]
  })
  return { ...properties, ...Object.fromEntries(declared) }
}

export function settingsRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /admin/settings', {
    id: 'getSettings',
    summary: 'Get the settings of the shop',
    access: { role: 'staff', permission: 'settings' },
    answers: { 200: Settings, 304: Unchanged },
    handler: async (request, reply) => answerTagged(request, reply, await loadShop(context.db)),
  })

  operation(api, 'PATCH /admin/settings', {
    id: 'changeSettings',
    summary: 'Change settings of the shop',
    access: { role: 'staff', permission: 'settings' },
    stepUp: { when: 'A setting is set to something else, and its schema does not say why it needs no second factor.' },
    description:
      'Changes what the body names. Texts by language are changed one by one, and `""` removes one. The audit ' +
      'log says who changed what. What each setting needs is in its schema: `x-step-up` (a second factor of the ' +
      'last ten minutes) and `x-permission` (beside `settings`).',
    problems: ['changed_meanwhile', 'rate_limited'],
    once: true,
    ifMatch: true,
    body: SettingsChange,
    answers: { 200: Settings },
    handler: async (request, reply) => {
      const { version, currency, timeZone, homeText = {} } = request.body
      await requireMarkdown(Object.fromEntries(Object.entries(homeText).map(([at, text]) => [`homeText.${at}`, text])))
      const zoneFault = timeZone && (await findZoneFault(context.db, timeZone))
      const hasEnded = currency !== undefined && ENDED_CURRENCIES.includes(currency)
      const isAsRead = ifMatch(request, reply)
      const check = (shop: Shop) => {
        isAsRead?.(shop)
        if (hasEnded && currency !== shop.currency) throw invalidInput(ENDED_CURRENCY)
        if (zoneFault && timeZone !== shop.timeZone) throw unknownZone(zoneFault)
      }
      const permit = (changed: readonly (keyof typeof SETTING_EFFECTS)[]) => {
        const effects = changed.map(name => SETTING_EFFECTS[name])
        for (const { permission } of effects) if (permission) requirePermission(request, permission)
        if (effects.some(({ stepUp }) => stepUp === true)) requireStepUp(signedIn(request), context.clock.now())
      }
      const seen = { check, version, permit }
      const run: Run = work => answerOnce(context, request, reply, work)
      return changeSettings(context, pickWritable(request.body), seen, byOf(request), run)
    },
  })

  pictureRoutes(api, context, 'logo', { name: 'Logo', words: 'the logo' })
  pictureRoutes(api, context, 'homePicture', { name: 'HomePicture', words: 'the picture of the home page' })
}

function unknownZone(fault: string): Problem {
  const reason = `cannot be the time zone of a shop: ${fault}. Write it like Europe/Paris`
  return invalidInput({ field: 'timeZone', reason, code: 'unknown_time_zone' })
}

function pictureRoutes(
  api: App,
  context: AppContext,
  picture: Picture,
  { name, words }: { name: string; words: string },
): void {
  const address = `/admin/settings/${picture === 'logo' ? 'logo' : 'picture'}` as const

  operation(api, `PUT ${address}`, {
    id: `set${name}`,
    summary: `Set ${words}`,
    access: { role: 'staff', permission: 'settings' },
    stepUp: WITHOUT_STEP_UP.picture,
    ...TAKES_PICTURE,
    description: 'Semel stores WebP files of its own making, without the metadata of the upload. SVG is refused.',
    body: NewPicture,
    answers: { 200: Settings },
    once: true,
    handler: async (request, reply) => {
      const upload = Buffer.from(request.body.data, 'base64')
      const run: Run = work => answerOnce(context, request, reply, work)
      return changePicture(context, picture, upload, byOf(request), run)
    },
  })

  operation(api, `DELETE ${address}`, {
    id: `remove${name}`,
    summary: `Remove ${words}`,
    access: { role: 'staff', permission: 'settings' },
    stepUp: WITHOUT_STEP_UP.picture,
    answers: { 200: Settings },
    handler: async request => changePicture(context, picture, null, byOf(request)),
  })
}

/** Drops members that a client must not set. */
function pickWritable(body: Static<typeof SettingsChange>): Partial<Shop> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(WRITABLE, name)))
}

export function byOf(request: FastifyRequest): By {
  return { actorId: signedIn(request).userId, visit: visitOf(request) }
}
