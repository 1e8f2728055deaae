/**
 * A French tea shop: a Semel of its own, as operators start it in production, with an empty database and settings of its own. It
 * looks like no other shop, which the screenshots of the README show.
 */
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { codeOf, fromBase32, stepAt } from '../src/accounts/second-factors/totp.ts'
import { freePorts } from '../test/support/free-ports.ts'
import { openTemporary } from '../test/support/postgres.ts'
import { spawnSemel } from '../test/support/process.ts'
import { openTestRelay } from '../test/support/relay.ts'

export type TeaShop = AsyncDisposable & { origin: string; adminToken: string }

const SHOPKEEPER_PASSWORD = 'sept tasses de thé vert'
const EMAIL = 'camille@maison-du-the.example'

export async function openTeaShop(): Promise<TeaShop> {
  const stack = new AsyncDisposableStack()
  const postgres = stack.use(await openTemporary(await mkdtemp(join(tmpdir(), 'semel-tea-'))))
  const relay = stack.use(await openTestRelay())
  const [port] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    BASE_URL: origin,
    PORT: String(port),
    TRUSTED_PROXIES: 'none',
    SMTP_URL: relay.url,
    SMS_URL: 'none',
    MAIL_FROM: EMAIL,
    SUPPORT_EMAIL: EMAIL,
    DRAIN_DELAY: '0s',
  }
  const migration = spawnSemel(['migrate'], env)
  await once(migration.child, 'close')
  const semel = stack.use(spawnSemel(['start'], env))
  await semel.printed(/listens on/)
  const creation = spawnSemel(['user', 'create', '--email', EMAIL, '--name', 'Camille', '--role', 'admin'], {
    ...env,
    SEMEL_PASSWORD: SHOPKEEPER_PASSWORD,
  })
  const [, secret] = await creation.printed(/Secret +(\w+)/)
  await once(creation.child, 'close')
  const adminToken = await signIn(origin, secret!)
  await furnish(origin, adminToken)
  return { origin, adminToken, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function call(origin: string, method: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

async function signIn(origin: string, secret: string): Promise<string> {
  const { partialToken } = await call(origin, 'POST', '/api/auth/login', {
    email: EMAIL,
    password: SHOPKEEPER_PASSWORD,
  })
  const code = codeOf(fromBase32(secret)!, stepAt(new Date()))
  return (await call(origin, 'POST', '/api/auth/mfa', { code }, partialToken)).token
}

/** Does what a shopkeeper does in the console to set up the shop. */
async function furnish(origin: string, token: string): Promise<void> {
  const send = (method: string, path: string, body: object) => call(origin, method, path, body, token)
  await send('PATCH', '/api/admin/settings', SETTINGS)
  await send('PUT', '/api/admin/settings/picture', { data: await drawn(HOME, 1200, 900) })
  for (const [slug, title] of LEGAL) {
    await send('PUT', `/api/admin/pages/${slug}/fr`, { title, body: `${title} de la Maison du Thé.` })
    await send('POST', `/api/admin/pages/${slug}/fr/publish`, {})
  }
  for (const [index, { leaf, ...product }] of TEAS.entries()) {
    const status = 'active'
    const stock = 40
    const sku = `THE-${index + 1}`
    const { id } = await send('POST', '/api/products', {
      ...product,
      sku,
      status,
      stock,
      currency: 'EUR',
      tax_class: 'reduced',
    })
    await send('POST', `/api/products/${id}/images`, { data: await drawn(tin(leaf), 900, 900), alt: product.name })
  }
  await send('PATCH', '/api/admin/settings', { isOpen: true })
}

const SETTINGS = {
  name: 'Maison du Thé',
  accent: '#7a1f3d',
  languages: ['fr'],
  country: 'FR',
  timeZone: 'Europe/Paris',
  currency: 'EUR',
  countries: ['BE', 'CH', 'FR', 'LU'],
  homeTitle: { fr: 'Le thé, feuille à feuille' },
  homeText: {
    fr: 'Des jardins de Darjeeling, d’Assam et du Fujian, en petites récoltes, **emballés à la main** à Lyon.',
  },
  deliveryPromise: { fr: '2 à 3 jours ouvrés' },
  legalName: 'Maison du Thé SARL',
  seat: '4 rue des Tilleuls\n69002 Lyon',
  vatId: 'FR12345678901',
}

const LEGAL = [
  ['imprint', 'Mentions légales'],
  ['terms', 'Conditions générales'],
  ['privacy', 'Confidentialité'],
  ['withdrawal', 'Droit de rétractation'],
  ['delivery', 'Livraison'],
] as const

const TEAS = [
  {
    name: 'Darjeeling de printemps',
    category: 'Thé noir',
    price: 1450,
    leaf: '#7b4a21',
    description: 'Floral et vif, première récolte.',
  },
  { name: 'Assam Mangalam', category: 'Thé noir', price: 990, leaf: '#4d2413', description: 'Malté, pour le matin.' },
  {
    name: 'Sencha de Kagoshima',
    category: 'Thé vert',
    price: 1290,
    leaf: '#4f7a37',
    description: 'Herbacé, un peu iodé.',
  },
  {
    name: 'Jasmin du Fujian',
    category: 'Thé vert',
    price: 1150,
    leaf: '#8aa24f',
    description: 'Parfumé sept nuits avec des fleurs fraîches.',
  },
  {
    name: 'Oolong Tie Guan Yin',
    category: 'Oolong',
    price: 1680,
    leaf: '#a98a3a',
    description: 'Beurré, aux notes d’orchidée.',
  },
  {
    name: 'Pu-erh 2016',
    category: 'Pu-erh',
    price: 2200,
    leaf: '#3b221a',
    description: 'Sombre et doux, dix ans de cave.',
  },
]

/** A tin of tea, on paper. */
function tin(leaf: string): string {
  return `<rect width="100" height="100" fill="#f6eee6"/><ellipse cx="50" cy="84" rx="30" ry="5" fill="#e3d5c6"/>
    <rect x="26" y="26" width="48" height="56" rx="5" fill="${leaf}"/><ellipse cx="50" cy="27" rx="24" ry="6" fill="#efe3d5"/>
    <rect x="26" y="44" width="48" height="24" fill="#fbf6ef"/><path d="M50 48c8 5 8 11 0 16c-8-5-8-11 0-16z" fill="${leaf}"/>`
}

/** A cup on a table, with steam. */
const HOME = `<rect width="120" height="90" fill="#f3e3dc"/><circle cx="92" cy="22" r="13" fill="#e9b69c"/><rect y="66" width="120" height="24" fill="#7a1f3d"/>
  <path d="M30 38h48v10c0 13-9 20-24 20s-24-7-24-20z" fill="#fffaf5"/><path d="M78 42c11-2 13 14-3 15" fill="none" stroke="#fffaf5" stroke-width="4"/>
  <ellipse cx="54" cy="38" rx="24" ry="4.5" fill="#a8552d"/><ellipse cx="54" cy="69" rx="34" ry="4" fill="#f7ebe2"/>
  <path d="M46 30c-5-6 5-9 0-16M58 30c-5-6 5-9 0-16" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>`

async function drawn(shapes: string, width: number, height: number): Promise<string> {
  const box = width === height ? '0 0 100 100' : '0 0 120 90'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}">${shapes}</svg>`
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
}
