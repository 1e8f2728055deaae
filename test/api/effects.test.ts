import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { isOfStaff } from '../../src/accounts/sessions/declarations.ts'
import type { Permission } from '../../src/accounts/tables.ts'
import { ShopSettings, UNSET } from '../../src/shop/settings.ts'
import { SETTING_EFFECTS } from '../../src/site/setting-effects.ts'
import { MINUTE } from '../../src/time.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Permission and second factor belong to what a request causes: every operation of staff and every setting says which it needs. */

let semel: Semel
let admin: Person
let old: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  old = await withOldFactor('admin')
})
after(() => semel[Symbol.asyncDispose]())

async function withOldFactor(role: 'admin' | 'staff', permissions?: Permission[]): Promise<Person> {
  const one = await person(semel, role, permissions)
  const at = new Date(semel.clock.now().getTime() - 11 * MINUTE)
  await semel.db.updateTable('sessions').set({ second_factor_at: at }).where('user_id', '=', one.id).execute()
  return one
}

const set = (body: object, { token }: Person) => semel.client().patch('/api/admin/settings', body, { token })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code}`

/** Another value than the one of a new shop. */
const OTHERS: Partial<Record<keyof ShopSettings, unknown>> = {
  accent: '#7a1f3d',
  backgroundColor: '#fbf7f0',
  textColor: '#2a1d14',
  productLayout: 'compact',
  homeTitle: { en: 'Tea' },
  homeText: { en: 'Tea' },
  deliveryPromise: { en: 'Soon' },
  headerMenu: [{ label: { en: 'Pay here' }, address: 'https://example.com' }],
  footerLinks: [{ label: { en: 'Pay here' }, address: 'https://example.com' }],
  vatId: 'DE123456788',
  replyTo: 'a@example.com',
  contactEmail: 'a@example.com',
  electronicAddress: '0208:0123456789',
  invoiceLines: { en: 'Thank you.' },
  orderLines: { en: 'Thank you.' },
  orderEmail: 'a@example.com',
  orderNotice: 'daily',
  timeZone: 'Europe/Paris',
  currency: 'SEK',
  country: 'FR',
  vatRule: 'home',
  vatIdCheck: 'vies_or_charge',
  countries: ['FR'],
  languages: ['fr'],
  invoiceMoment: 'never',
  invoiceEmail: 'link',
  eInvoice: 'peppol',
  iban: 'GB82 WEST 1234 5698 7654 32',
  bic: 'DEUTDEFF',
  creditNotePrefix: 'K-',
  datevChart: 'skr04',
  accountNumbers: ['8400 = 8410'],
  carriers: [{ code: '', name: 'Courier', link: 'https://example.com/{number}' }],
  transferReference: 'Order {order}',
}
function otherValueOf(name: keyof ShopSettings): unknown {
  const now = UNSET[name]
  if (name in OTHERS) return OTHERS[name]
  if (typeof now === 'boolean') return !now
  if (typeof now === 'number') return now + 1
  return 'Q-'
}

const writable = (Object.keys(SETTING_EFFECTS) as (keyof ShopSettings)[]).filter(name => !/logo|homePicture/.test(name))

test('settings → each declared; a missing second factor has a reason', () => {
  assert.deepEqual(Object.keys(SETTING_EFFECTS).sort(), Object.keys(ShopSettings.properties).sort())
  for (const [name, { stepUp }] of Object.entries(SETTING_EFFECTS))
    assert.ok(stepUp === true || stepUp.no.length > 10, name)
})

for (const name of writable) {
  const { stepUp, permission } = SETTING_EFFECTS[name]
  const asks = stepUp === true ? 'asks for' : 'needs no'
  const by = permission ?? 'settings'
  test(`${name} → ${asks} second factor, permission ${by}`, async () => {
    const body = { [name]: otherValueOf(name) }
    const { permission: needed } = SETTING_EFFECTS[name]
    if (needed) {
      const all: Permission[] = ['settings', 'orders', 'products', 'customers', 'money']
      const lacking = await person(
        semel,
        'staff',
        all.filter(one => one !== needed),
      )
      assert.equal(codeOf(await set(body, lacking)), '403 forbidden')
    }
    const refused = await set(body, old)
    if (stepUp === true) assert.equal(codeOf(refused), '403 reauthentication_required')
    else assert.equal(refused.status, 200, refused.text)
    const staff = await person(semel, 'staff', needed ? ['settings', needed] : ['settings'])
    const { status, text } = await set(body, staff)
    assert.equal(status, 200, text)
    // A value that does not change needs no permission and no confirmation.
    const { body: stored } = await semel.client().get('/api/admin/settings', { token: old.token })
    assert.equal((await set({ [name]: stored[name] }, old)).status, 200)
  })
}

test('undeclared changing operation of staff → Semel does not start', async () => {
  const { guard } = await import('../../src/accounts/sessions/access.ts')
  const { fastify } = await import('fastify')
  const app = fastify()
  app.decorate('accessOf', new Map())
  guard(app, semel)
  const add = (config: object) => () => app.route({ method: 'POST', url: '/x', config, handler: () => '' })
  assert.throws(add({ access: 'admin' }), /stepUp/)
  assert.throws(add({ access: { role: 'user', permission: 'orders' } }), /stepUp/)
  assert.doesNotThrow(add({ access: { role: 'admin', scope: 'users:write' }, stepUp: true }))
  assert.ok(!isOfStaff('user') && isOfStaff({ role: 'staff', permission: 'any' }))
})

test('old second factor → messaging customers, moving money and creating accounts refused', async () => {
  const id = '01920000-0000-7000-8000-000000000000'
  const requests: [string, string, object?][] = [
    ['POST', '/api/users/import', { users: [{ email: 'a@example.com', userName: 'Ada' }] }],
    ['DELETE', '/api/admin/email-texts/order.placed/en'],
    ['POST', '/api/admin/pages/imprint/en/publish', {}],
    ['PUT', `/api/admin/refund-transfers/${id}/account`, { iban: 'GB82 WEST 1234 5698 7654 32', holder: 'A' }],
    ['POST', `/api/webhooks/${id}/take-over`],
    ['POST', `/api/admin/announcements/${id}/take-over`],
  ]
  for (const [method, path, body] of requests) {
    const options = { token: old.token, ...(body && { body }) }
    assert.equal(codeOf(await semel.client().request(method, path, options)), '403 reauthentication_required', path)
  }
})

test('an API key has no second factor → its scopes are its guard', async () => {
  const { key } = await createApiKey(semel, { name: 'sync', scopes: ['users:write'] })
  const { status, text } = await semel
    .client()
    .post(
      '/api/users/import',
      { users: [{ email: 'by-key@example.com', userName: 'Ada' }] },
      { headers: { 'x-api-key': key } },
    )
  assert.equal(status, 200, text)
})

test('caches are cleared with the permission settings; emails about accounts need customers', async () => {
  const packer = await person(semel, 'staff', ['orders'])
  const cared = await person(semel, 'staff', ['customers'])
  const { token } = await person(semel, 'staff', ['settings'])
  const clear = async (token: string) =>
    (await semel.client().delete('/api/admin/caches/shop-settings', { token })).status
  assert.deepEqual([await clear(packer.token), await clear(token)], [403, 204])
  const customer = await person(semel)
  const { announce } = await import('../../src/events/announce.ts')
  const told = (type: 'user.factors_reset' | 'order.placed', payload: object) =>
    semel.db
      .transaction()
      .execute(tx =>
        announce(tx, { type, payload: payload as never, to: [{ userId: customer.id }], at: semel.clock.now() }),
      )
  const idOf = async (event: string) =>
    (await semel.db.selectFrom('deliveries').select('id').where('event_id', '=', event).executeTakeFirstOrThrow()).id
  const ofAccount = await idOf(await told('user.factors_reset', { userId: customer.id }))
  const ofOrder = await idOf(await told('order.placed', { orderId: 1 }))
  const see = async (id: string, { token }: Person) =>
    (await semel.client().get(`/api/notifications/${id}`, { token })).status
  assert.deepEqual([await see(ofAccount, packer), await see(ofOrder, packer)], [404, 200])
  assert.deepEqual(
    [await see(ofAccount, cared), await see(ofOrder, cared), await see(ofAccount, admin)],
    [200, 200, 200],
  )
})
