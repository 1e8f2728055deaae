import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { INSTALL } from '../../src/openapi/guides/clients.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** The clients as a shop serves them, in the oldest Node that they promise, and in Python: both do the main job. */
const run = promisify(execFile)
const WANTED =
  /^120 products, each once: true\nOrder (\d+), again \1\nRefused: insufficient_stock\norder.placed \1\nAda Lovelace\n$/

let semel: Semel
let directory: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  directory = await mkdtemp(join(tmpdir(), 'semel-clients-'))
  for (let i = 0; i < 120; i++) await stockProduct(semel.db, { price: i % 3, stock: 9 })
})
after(async () => {
  await semel?.[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

async function environment() {
  const ada = await newPerson(semel, { userName: 'Ada Lovelace' })
  const { key } = await createApiKey(semel, {
    name: 'Programs',
    scopes: ['products:read', 'orders:read', 'events:read'],
  })
  semel.clock.advance(30_000)
  const { head } = (await (
    await fetch(`${semel.origin}/api/events?limit=1`, { headers: { 'x-api-key': key } })
  ).json()) as {
    head: number
  }
  const about = { SHOP: semel.origin, EMAIL: ada.email, PASSWORD, CODE: ada.code(), KEY: key, HEAD: String(head) }
  return { ...process.env, ...about, ONCE: ada.email }
}

test('the client of TypeScript does the main job in Node 20', async () => {
  await writeFile(join(directory, 'package.json'), '{ "type": "module", "private": true }')
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    'node@20',
    INSTALL.npm(semel.origin).split(' ').at(-1)!,
  ]
  await run('npm', install, { cwd: directory })
  await writeFile(join(directory, 'job.js'), JAVASCRIPT)
  const { stdout } = await run(join(directory, 'node_modules/node/bin/node'), ['job.js'], {
    cwd: directory,
    env: await environment(),
  })
  assert.match(stdout, WANTED)
})

test('the client of Python does the main job', async () => {
  const python = join(directory, 'venv/bin/python')
  await run('python3', ['-m', 'venv', join(directory, 'venv')])
  await run(python, ['-m', 'pip', 'install', '--quiet', INSTALL.pip(semel.origin).split(' ').at(-1)!])
  await writeFile(join(directory, 'job.py'), PYTHON)
  const { stdout } = await run(python, ['-W', 'error', 'job.py'], { cwd: directory, env: await environment() })
  assert.match(stdout, WANTED)
})

test('the Python client repeats under one key and verifies webhooks', async () => {
  await writeFile(join(directory, 'faults.py'), FAULTS)
  const { stdout } = await run(join(directory, 'venv/bin/python'), ['faults.py'], { cwd: directory })
  assert.equal(stdout, '4 requests, 1 key\nstep: 1 request\nsigned\nrefused refused refused\n')
})

const JAVASCRIPT = `
import { createClient, orThrow, SemelProblem } from '@semel/client'
const { SHOP, EMAIL, PASSWORD, CODE, KEY, HEAD, ONCE } = process.env
const program = createClient({ baseUrl: SHOP, apiKey: KEY })
const ids = []
for await (const { id } of program.each('/products', { sort: 'price' })) ids.push(id)
console.log(\`\${ids.length} products, each once: \${new Set(ids).size === ids.length}\`)
const person = createClient({ baseUrl: SHOP })
await person.signIn({ email: EMAIL, password: PASSWORD, code: CODE })
const order = quantity => ({
  params: { header: { 'Idempotency-Key': ONCE + quantity } },
  body: { items: [{ productId: ids[0], quantity }] },
})
const first = await orThrow(person.POST('/orders', order(1)))
const again = await orThrow(person.POST('/orders', order(1)))
console.log(\`Order \${first.id}, again \${again.id}\`)
await orThrow(person.POST('/orders', order(1000))).catch(error => {
  if (!(error instanceof SemelProblem)) throw error
  console.log(\`Refused: \${error.code}\`)
})
for await (const event of program.events({ after: Number(HEAD), types: ['order.*'] })) {
  console.log(event.type, event.order.id)
  break
}
console.log((await orThrow(person.GET('/users/me'))).userName)
`

const PYTHON = `
import os
from semel_client import Client, SemelProblem
env = os.environ
program = Client(env["SHOP"], api_key=env["KEY"])
ids = [product["id"] for product in program.each("/products", sort="price")]
print(f"{len(ids)} products, each once: {str(len(set(ids)) == len(ids)).lower()}")
person = Client(env["SHOP"])
person.sign_in(env["EMAIL"], env["PASSWORD"], lambda step: env["CODE"])
def order(quantity):
    return person.post("/orders", {"items": [{"productId": ids[0], "quantity": quantity}]}, key=env["ONCE"] + str(quantity))
print(f"Order {order(1)['id']}, again {order(1)['id']}")
try:
    order(1000)
except SemelProblem as problem:
    print("Refused:", problem.code)
for event in program.events(after=int(env["HEAD"]), types=["order.*"]):
    print(event["type"], event["order"]["id"])
    break
print(person.get("/users/me")["userName"])
`

/** A server that answers three times with nothing, half of a body, and 503; then it takes the order. */
const FAULTS = `
import base64, hashlib, hmac, json, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from semel_client import Client, SemelProblem, WebhookRefused, verify_webhook
seen = []
class Faulty(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen.append(self.headers["Idempotency-Key"])
        if len(seen) == 1 or self.path.endswith("/rotate"):
            return
        self.send_response(503 if len(seen) == 3 else 201)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "100" if len(seen) == 2 else "2")
        self.end_headers()
        self.wfile.write(b"{}")
    def log_message(self, *parts):
        pass
server = HTTPServer(("127.0.0.1", 0), Faulty)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = Client(f"http://127.0.0.1:{server.server_port}", token="t", timeout=5)
client.post("/orders", {})
print(f"{len(seen)} requests, {len(set(seen))} key")
seen.clear()
try:
    client.post("/webhooks/1/rotate", {})
except OSError:
    pass
print(f"step: {len(seen)} request")
secret = "whsec_" + base64.b64encode(b"k" * 32).decode()
body = json.dumps({"type": "order.placed"})
def headers(at, content=body):
    signed = f"m1.{at}.{content}".encode()
    signature = base64.b64encode(hmac.new(b"k" * 32, signed, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "m1", "webhook-timestamp": str(at), "webhook-signature": "v1,bm8= v1," + signature}
now = int(time.time())
verify_webhook(body, headers(now), ["whsec_" + base64.b64encode(b"o" * 32).decode(), secret])
print("signed")
refused = []
for content, given in ((body + " ", headers(now)), (body, headers(now - 1000)), (body, {})):
    try:
        verify_webhook(content, given, secret)
    except WebhookRefused:
        refused.append("refused")
print(*refused)
`
