import { type Answer, Client } from '../test/client.ts'
import { cloneDatabase } from '../test/database.ts'
import { type Random, randomFrom } from '../test/listings.ts'
import { spawnServe } from '../test/process.ts'
import type { Proof } from './proof.ts'

type FormPage = { page: string; address: string; fields: string[]; csrf?: boolean }

/** The forms that everybody can reach. */
const FORMS: FormPage[] = [
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
 * What a person types wrong: the page answers with the status and the words of the API, beside the fields and in the
 * summary. A run is one submission; the same values go to the API as JSON, and the two answers are compared.
 */
export const proof: Proof = {
  rule: 'R4',
  promise: 'A rejected form says which field and why, in the words of the API',
  defaultRuns: 500,
  async run({ runs }) {
    await using database = await cloneDatabase()
    await using server = await spawnServe(database.url)
    const random = randomFrom(4)
    const violations: string[] = []
    let cases = 0
    while (cases < runs) {
      const form = FORMS[random(FORMS.length)]!
      const values = someValues(form.fields, random)
      const violation = await compare(server.origin, form, values)
      if (violation) violations.push(`${form.page} with ${JSON.stringify(values)}: ${violation}`)
      cases++
      if (process.stdout.isTTY) process.stdout.write(`\r${cases}/${runs} `)
    }
    return { cases, faults: 0, violations }
  },
}

function someValues(fields: string[], random: Random): Record<string, string> {
  return Object.fromEntries(fields.map(field => [field, TYPED[random(TYPED.length)]!.slice(0, 6000)]))
}

/** @returns what is wrong, if anything is */
async function compare(origin: string, form: FormPage, values: Record<string, string>): Promise<string | undefined> {
  const browser = new Client(origin)
  const shown = await browser.get(form.page, { headers: { accept: 'text/html' } })
  const hidden = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(shown.text)?.[1] ?? ''
  const body = new URLSearchParams({ ...values, _csrf: hidden('_csrf'), _key: hidden('_key'), token: hidden('token') })
  const page = await browser.request('POST', form.page, {
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin },
  })
  const api = await askApi(origin, form, page, values)
  if (page.status !== api.status && !(page.status === 303 && api.status < 300))
    return `${page.status}, the API ${api.status}`
  if (api.status < 300) return undefined
  if (api.status === 429) return visible(page.text).includes(api.body.title) ? undefined : 'the page hides the 429'

  const words = visible(page.text)
  if (!page.text.includes('role="alert"')) return 'no summary'
  for (const { field, reason } of api.body.errors ?? []) {
    if (!values[field] && values[field] !== '') continue
    if (!words.includes(reason)) return `the page does not say that ${field} ${reason}`
    if (
      !new RegExp(`name="${field}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="${field}"`).test(page.text)
    ) {
      return `${field} is not marked`
    }
  }
  return undefined
}

/** An empty field of a page is one that was not filled in; JSON would say so by leaving it out. */
async function askApi(origin: string, form: FormPage, page: Answer, values: Record<string, string>): Promise<Answer> {
  const client = new Client(origin)
  const headers: Record<string, string> = {}
  if (form.csrf) headers['x-csrf-token'] = (await client.get('/api/auth/csrf')).body.csrfToken
  const token: Record<string, string> = form.page === '/reset-password' ? { token: '' } : {}
  const answer = await client.post(form.address, { ...values, ...token }, { headers })
  return answer.status === page.status
    ? answer
    : client.post(form.address, filledIn({ ...values, ...token }), { headers })
}

function filledIn(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function visible(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}
