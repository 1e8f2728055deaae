/** The examples of bodies in the documents: what a reader, or a collection of requests, sends first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  await stockProduct(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

/** These need no thing that a fresh shop lacks. */
const TRIED = [
  'POST /auth/register',
  'POST /admin/announcements',
  'POST /admin/announcement-drafts',
  'POST /admin/api-keys',
  'POST /admin/delivery-methods',
  'POST /admin/discount-codes',
  'POST /categories',
  'POST /product-groups',
  'PUT /admin/settings/logo',
  'PUT /admin/settings/picture',
  'POST /contact-messages',
  'PATCH /admin/settings',
  'PUT /admin/email-texts/{kind}/{language}',
]

for (const version of ['v1', 'v3']) {
  test(`${version}: the documented bodies can be sent as they are`, async () => {
    const { body: document } = await semel.client().get(`/api/${version}/openapi.json`)
    const refused: string[] = []
    for (const operation of version === 'v1' ? TRIED.slice(0, 1) : TRIED) {
      const [method, path] = operation.split(' ') as [string, string]
      const { example } = document.paths[path][method.toLowerCase()].requestBody.content['application/json']
      const address = `/api/${version}${path.replace('{kind}', 'order.shipped').replace('{language}', 'en')}`
      // An address belongs to one account, and a version is the one that was read.
      const body = {
        ...example,
        ...('password' in example && { email: `${version}@example.com` }),
        ...('version' in example && { version: (await semel.client().get(address, admin)).body.version }),
      }
      const { status, text } = await semel.client().request(method, address, { ...admin, body })
      if (status >= 300) refused.push(`${operation} ${status} ${text}`)
    }
    assert.deepEqual(refused, [])
  })
}

test('the example of a recovery code has the form of one', async () => {
  const { body: document } = await semel.client().get('/api/v3/openapi.json')
  const { example } = document.paths['/auth/mfa/recovery'].post.requestBody.content['application/json']
  assert.match(example.recoveryCode, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
})
