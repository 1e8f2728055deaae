/** The proof of R4: a form of the shop says the same as the API about the same values. */
import { reasonsOf } from '../src/pages/assets/form-errors.js'
import type { Problem } from '../src/pages/assets/form-rules.js'
import { type Answer, Client } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { type Random, randomFrom } from '../test/support/listings.ts'
import { spawnServe } from '../test/support/process.ts'

import type { Proof } from './proof.ts'

type FormPage = { page: string; address: string; fields: string[]; csrf?: boolean }

/** The forms that need no sign-in. */
const OPEN_FORMS: FormPage[] = [
  { page: '/contact', address: '/api/contact-messages', fields: ['email', 'message'] },
  { page: '/register', address: '/api/auth/register', fields: ['email', 'password', 'userName', 'phone'] },
  { page: '/login', address: '/api/auth/login', fields: ['email', 'password'] },
  { page: '/forgot-password', address: '/api/auth/forgot-password', fields: ['email'], csrf: true },
  { page: '/reset-password', address: '/api/auth/reset-password', fields: ['password'] },
]

const TYPED = [
  '',
  ' ',
  'x',
  'a@b',
  'ada@',
  '@example.com',
  'two words',
  '<b>&"\'',
  'ä'.repeat(300),
  'x'.repeat(6000),
  '+49',
  '12345678',
]

/**
 * Each run submits one form with random values, sends the same values to the API as JSON, and compares the two answers.
 * The page must have the status of the API, and name every field that the API names by its label, in the summary and
 * beside the field. The form comes from one process, the submission goes to the other one, and the API request to the
 * first.
 */
export const proof: Proof = {
  rule: 'R4',
  promise: 'A rejected form names each field that the API refuses, and the reason',
  defaultRuns: 500,
  async run({ runs, plays }) {
    await using database = await cloneDatabase()
    const servers = await Promise.all([spawnServe(database.url), spawnServe(database.url)])
    await using stack = new AsyncDisposableStack()
    for (const server of servers) stack.use(server)
    const random = randomFrom(4)
    let cases = 0
    while (cases < runs) {
      const form = OPEN_FORMS[random(OPEN_FORMS.length)]!
      const values = someValues(form.fields, random)
      const [one, other] = cases % 2 === 0 ? servers : servers.toReversed()
      await plays.run(form.page, async () => {
        const violation = await compare([one!.origin, other!.origin], form, values)
        return violation ? [`with ${JSON.stringify(values)}: ${violation}`] : []
      })
      cases++
    }
    return { cases, faults: 0 }
  },
}

function someValues(fields: string[], random: Random): Record<string, string> {
  return Object.fromEntries(fields.map(field => [field, TYPED[random(TYPED.length)]!.slice(0, 6000)]))
}

/** @returns the violation, or undefined */
async function compare(
  [first, origin]: [string, string],
  form: FormPage,
  values: Record<string, string>,
): Promise<string | undefined> {
  const reader = new Client(first)
  const shown = await reader.get(form.page, { headers: { accept: 'text/html' } })
  const hidden = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(shown.text)?.[1] ?? ''
  const body = new URLSearchParams({ ...values, _csrf: hidden('_csrf'), _key: hidden('_key'), token: hidden('token') })
  const browser = new Client(origin)
  for (const [name, value] of reader.cookies) browser.cookies.set(name, value)
  const page = await browser.request('POST', form.page, {
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin },
  })
  const api = await askApi(first, form, values)
  if (page.status !== api.status && !(page.status === 303 && api.status < 300))
    return `${page.status}, the API ${api.status}`
  if (api.status < 300) return undefined
  if (api.status === 429) return visible(page.text).includes('Too many attempts') ? undefined : 'the page hides the 429'

  return shortcoming(page.text, api.body, values)
}

/** The first part of the API's answer that the page does not show. */
function shortcoming(page: string, refusal: Problem, values: Record<string, string>): string | undefined {
  const summary = /<div class="notice problem".*?<\/div>/s.exec(page)?.[0]
  if (!summary) return 'no summary'
  const alerts = page.split('role="alert"').length - 1
  if (alerts !== 1) return `${alerts} alerts`
  const kinds: Record<string, string> = { phone: 'phone' }
  const fields = Object.keys(values).map(name => ({ name, label: labelOf(page, name), kind: kinds[name] }))
  const reasons = reasonsOf(refusal, null, fields)
  for (const { reason } of reasons) {
    const times = visible(page).split(reason).length - 1
    if (times !== 1) return `the page says "${reason}" ${times} times`
  }
  const unnamed = refusal.errors?.find(
    ({ field }) => field in values && !reasons.some(reason => reason.field === field),
  )
  if (unnamed) return `the page does not name ${unnamed.field}`
  const links = [...summary.matchAll(/<a href="#([^"]+)">(.*?)<\/a>/gs)]
  for (const { field, reason } of reasons) {
    if (field === undefined || !(field in values)) continue
    const label = labelOf(page, field)
    if (refusal.errors && !(label && reason.toLowerCase().includes(label.toLowerCase()))) {
      return `"${reason}" does not name ${label}`
    }
    const id = links.find(([, to, words]) => to!.endsWith(`-${field}`) && visible(words!) === label)?.[1]
    if (!id) return `the summary does not lead to ${field}, for "${reason}"`
    const control = new RegExp(`<\\w+[^>]* id="${id}"[^>]*>`).exec(page)?.[0] ?? ''
    if (!control.includes('aria-invalid="true"')) return `${field} is not marked`
    if (!new RegExp(`aria-describedby="[^"]*\\b${id}-error"`).test(control)) return `${field} is not tied to its error`
    const error = new RegExp(`id="${id}-error"[^>]*>(.*?)</p>`, 's').exec(page)?.[1] ?? ''
    if (!visible(error).includes(reason)) return `beside ${field} it does not say "${reason}"`
  }
  const lost = Object.entries(values).find(([name, value]) => name !== 'password' && !page.includes(escaped(value)))
  return lost && `what was typed as ${lost[0]} is gone`
}

function labelOf(page: string, field: string): string | undefined {
  return new RegExp(`<label for="[^"]*-${field}">([^<]*)`).exec(page)?.[1]?.trim()
}

/** JSON omits a field that is empty on the page. */
async function askApi(origin: string, form: FormPage, values: Record<string, string>): Promise<Answer> {
  const client = new Client(origin)
  const headers: Record<string, string> = {}
  if (form.csrf) headers['x-csrf-token'] = (await client.get('/api/auth/csrf')).body.csrfToken
  return client.post(form.address, filledIn(values), { headers })
}

function filledIn(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return Object.entries(ENTITIES).reduce((html, [character, entity]) => html.replaceAll(character, entity), text)
}

function visible(html: string): string {
  const text = html.replace(/<[^>]+>/g, ' ')
  const plain = Object.entries(ENTITIES).reduceRight(
    (read, [character, entity]) => read.replaceAll(entity, character),
    text,
  )
  return plain.replace(/\s+/g, ' ')
}
