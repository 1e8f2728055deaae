import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { deleteUnusedImages } from '../../src/catalogue/images/images.ts'
import { eraseOldDocuments } from '../../src/documents/retention.ts'
import { Client } from '../support/client.ts'
import { ADDRESS, placeForInvoice, sellAs } from '../support/documents.ts'
import { objectsOf } from '../support/pdf.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { spawnServe } from '../support/process.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/** Ends the first thread of the process as soon as it begins. */
const WITHOUT_FIRST_THREAD = `--import=data:text/javascript,${encodeURIComponent(
  "process.once('worker', thread => void thread.terminate())",
)}`

let semel: Semel
/** A process of its own, because another file of this process may have drawn a PDF, whose thread lives on for a while. */
let serve: Awaited<ReturnType<typeof spawnServe>>
let staff: Person
before(async () => {
  semel = await startSemel()
  serve = await spawnServe(semel.databaseUrl, { NODE_OPTIONS: WITHOUT_FIRST_THREAD })
  await sellAs(semel)
  staff = await person(semel, 'staff')
})
after(async () => {
  await serve[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

async function issueInvoice(buyer: Person): Promise<string> {
  const order = await placeForInvoice(semel, buyer)
  const kind = { kind: 'invoice' }
  const { body, text } = await semel.client().post(`/api/orders/${order}/documents`, kind, { token: staff.token })
  assert.ok(body.id, text)
  return body.id
}

async function readPdf(id: string, { token }: Person, { origin } = semel as { origin: string }): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/documents/${id}.pdf`, { headers })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

async function readXml(id: string, { token }: Person): Promise<string> {
  const { status, text } = await semel.client().get(`/api/documents/${id}.xml`, { token })
  assert.equal(status, 200)
  return text
}

const keptOf = (id: string) =>
  semel.db.selectFrom('document_pdfs').select(['pdf', 'drawn_at']).where('document_id', '=', id).executeTakeFirst()

test('thread ends while drawing → 503 pdf_not_drawn, nothing kept, next request draws', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  const client = new Client(serve.origin)
  const { status, headers, body } = await client.get(`/api/documents/${id}.pdf`, { token: buyer.token })
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'pdf_not_drawn', '10'])
  assert.equal(await keptOf(id), undefined)
  assert.ok((await readPdf(id, buyer, serve)).equals((await keptOf(id))!.pdf))
})

test('SIGTERM while a PDF is drawn → delivered, then a clean end', async () => {
  const buyer = await person(semel)
  const [id, other] = [await issueInvoice(buyer), await issueInvoice(buyer)]
  const headers = { authorization: `Bearer ${buyer.token}` }
  const answers = [id, other].map(id => fetch(`${serve.origin}/api/documents/${id}.pdf`, { headers }))
  // When the process answers a later request, it has read both.
  await fetch(`${serve.origin}/healthz`)
  const ended = serve.stop()
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.status, 200)
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
  }
  assert.equal(await ended, 0)
})

test('an e-invoice → written once, same bytes after later releases', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => readXml(id, buyer)))
  assert.match(first!, /<ram:GrandTotalAmount>23.80<\/ram:GrandTotalAmount>/)
  assert.deepEqual(new Set(others), new Set([first]))
  const earlier = '<Invoice>of an earlier release</Invoice>'
  await semel.db.updateTable('document_xmls').set({ xml: earlier }).where('document_id', '=', id).execute()
  assert.equal(await readXml(id, staff), earlier)
  const { status } = await semel.client().get(`/api/documents/${id}.xml`, { token: (await person(semel)).token })
  assert.equal(status, 404)
})

test('a PDF with enough facts → inside is the e-invoice of the download', async () => {
  const buyer = await person(semel)
  const [id, other] = [await issueInvoice(buyer), await issueInvoice(buyer)]
  const pdf = await readPdf(id, buyer)
  assert.equal(xmlIn(pdf), await readXml(id, buyer))
  const xml = await readXml(other, buyer)
  assert.equal(xmlIn(await readPdf(other, buyer)), xml)
  await sellAs(semel, { vatId: '', taxNumber: '' })
  const without = await issueInvoice(buyer)
  assert.equal(xmlIn(await readPdf(without, buyer)), undefined)
  await sellAs(semel)
})

function xmlIn(pdf: Buffer): string | undefined {
  const file = objectsOf(pdf).find(({ dictionary }) => dictionary.includes('/Type /EmbeddedFile'))
  return file && Buffer.from(file.stream!, 'latin1').toString('utf8')
}

test('a new logo → on new documents alone, and older ones keep theirs', async () => {
  const [buyer, admin] = [await person(semel), await person(semel, 'admin')]
  const setLogo = async (background: string) => {
    const create = { width: 900, height: 300, channels: 4 as const, background }
    const data = (await sharp({ create }).png().toBuffer()).toString('base64')
    const { body, text } = await semel.client().put('/api/admin/settings/logo', { data }, { token: admin.token })
    assert.ok(body.logo, text)
    return body.logo as string
  }
  const plain = await issueInvoice(buyer)
  const former = await setLogo('#c63')
  const drawn = await issueInvoice(buyer)
  const [before, later] = [await readPdf(drawn, buyer), await issueInvoice(buyer)]
  const latter = await setLogo('#36c')
  await semel.db
    .updateTable('image_files')
    .set({ unused_since: new Date('2020-01-01') })
    .execute()
  await deleteUnusedImages(semel.db)
  assert.ok((await readPdf(drawn, staff)).equals(before))
  assert.equal(pictureIn(await readPdf(plain, buyer)), undefined)
  assert.equal(pictureIn(await readPdf(later, buyer)), pictureIn(before))
  const after = await readPdf(await issueInvoice(buyer), buyer)
  assert.notEqual(pictureIn(after), pictureIn(before))
  assert.match(after.toString('latin1'), /\/S \/Figure\n\/Alt \(Lamp House\)/)
  const logos = await Promise.all([plain, later].map(async id => (await readDocument(id)).seller.logo))
  assert.deepEqual(logos, [undefined, former])
  const page = await fetch(`${semel.origin}/documents/${later}`, {
    headers: { cookie: `semel_session=${buyer.token}` },
  })
  assert.match(await page.text(), new RegExp(`<img src="/assets/images/${former}/320.webp" alt="Lamp House"`))
  assert.notEqual(former, latter)
  await semel.client().delete('/api/admin/settings/logo', { token: admin.token })
})

const readDocument = async (id: string) =>
  (await semel.client().get(`/api/documents/${id}`, { token: staff.token })).body

/** Bytes of the JPEG in a PDF. */
function pictureIn(pdf: Buffer): string | undefined {
  return objectsOf(pdf).find(({ dictionary }) => dictionary.includes('/Filter /DCTDecode'))?.stream
}

test('the document says too little for a profile → 409 with the facts', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  const { status, body } = await semel.client().get(`/api/documents/${id}.xml?profile=peppol`, { token: buyer.token })
  const lacks = ['seller_phone', 'seller_email', 'buyer_electronic_address']
  assert.deepEqual([status, body.code, body.lacks], [409, 'e_invoice_incomplete', lacks])
  const page = await fetch(`${semel.origin}/documents/${id}`, { headers: { authorization: `Bearer ${buyer.token}` } })
  assert.doesNotMatch(await page.text(), /profile=peppol/)
})

test('twenty simultaneous requests for a PDF → kept once, equal bytes', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  assert.equal(await keptOf(id), undefined)
  const all = await Promise.all(Array.from({ length: 20 }, () => readPdf(id, buyer)))
  const { pdf } = (await keptOf(id))!
  for (const bytes of all) assert.ok(bytes.equals(pdf))
})

test('a release draws otherwise → everybody still gets what was kept', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  await readPdf(id, buyer)
  const earlier = Buffer.from('%PDF-1.3 of an earlier release')
  await semel.db.updateTable('document_pdfs').set({ pdf: earlier }).where('document_id', '=', id).execute()
  assert.deepEqual([await readPdf(id, buyer), await readPdf(id, staff)], [earlier, earlier])
})

test('the email with an invoice → it brings the bytes that are kept', async () => {
  await sellAs(semel, { eInvoice: 'factur-x' })
  const buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  const id = await issueInvoice(buyer)
  const invoice = async () => (await semel.mailTo(buyer.email)).find(({ subject }) => subject.includes('Invoice'))
  await until(async () => (await invoice()) !== undefined)
  const { source } = await semel.db
    .selectFrom('dev_mail')
    .select('source')
    .where('id', '=', (await invoice())!.id)
    .executeTakeFirstOrThrow()
  assert.ok(
    source
      .toString()
      .replaceAll(/\s/g, '')
      .includes((await keptOf(id))!.pdf.toString('base64')),
  )
  const xml = Buffer.from(await readXml(id, buyer)).toString('base64')
  assert.match(source.toString(), /filename="R-[\d-]+\.xml"/)
  assert.ok(source.toString().replaceAll(/\s/g, '').includes(xml))
})

test('a PDF is drawn → the thread of requests hardly works', async () => {
  const buyer = await person(semel)
  const [warm, id] = [await issueInvoice(buyer), await issueInvoice(buyer)]
  await readPdf(warm, buyer)
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
  await readPdf(id, buyer)
  const [mine, whole] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
  assert.ok(mine.user < whole.user / 2, `${mine.user / 1000} of ${whole.user / 1000} ms`)
})

test('retention ends → kept PDF deleted; the next one names nobody', async () => {
  const buyer = await person(semel)
  const id = await issueInvoice(buyer)
  // A document cannot be made older, so there is another one.
  const old = '0190a5c8-0000-7000-8000-00000000000a'
  await sql`insert into invoice_series (name, next) values ('invoice/2010', 2)`.execute(semel.db)
  await sql`
    insert into documents (id, kind, series, number, label, order_id, issued_at, content, sha256)
    select ${old}::uuid, kind, 'invoice/2010', 1, 'R-2010-1', order_id + 1000000, '2010-05-01', content || '{"issuedOn": "2010-05-01"}', sha256
    from documents where id = ${id}
  `.execute(semel.db)
  const before = await readPdf(old, staff)
  await readXml(old, staff)
  await eraseOldDocuments(semel.db)
  assert.equal(await keptOf(old), undefined)
  const refused = await semel.client().get(`/api/documents/${old}.xml`, { token: staff.token })
  assert.deepEqual(refused.body.lacks, ['buyer'])
  const pdf = await readPdf(old, staff)
  assert.ok(pdf.equals((await keptOf(old))!.pdf))
  assert.ok(!pdf.equals(before))
  const { body } = await semel.client().get(`/api/documents/${old}`, { token: staff.token })
  assert.equal(body.buyer, null)
  assert.ok(!JSON.stringify(body).includes(ADDRESS.name))
})
