import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createDemoUsers } from '../../src/dev/demo-users.ts'
import type { postmanCollection } from '../../src/openapi/guides/postman.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
  await createDemoUsers(semel)
})
after(() => semel[Symbol.asyncDispose]())

test('a Postman run stays signed in, and each request reaches its operation', async () => {
  const collection = (await (await fetch(`${semel.origin}/docs/postman.json`)).json()) as Collection
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
  assert.equal(variables.get('origin'), semel.origin)
  const requests = collection.item.flatMap(folder => folder.item)
  assert.ok(requests.length > 200)
  let sent = 0
  for (const { name, event, request } of requests) {
    let isSkipped = false
    let asked: Promise<void> | undefined
    const scriptOf = (listen: string) => event.find(one => one.listen === listen)?.script.exec.join('\n') ?? ''
    const pm = {
      variables: { get: (name: string) => variables.get(name), replaceIn: fill },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
      execution: { skipRequest: () => (isSkipped = true) },
      sendRequest(url: string, callback: (error: unknown, response: object) => void) {
        asked = fetch(url).then(async response => callback(null, answerOf(response.status, await response.text())))
      },
    }
    runInNewContext(scriptOf('prerequest'), { pm })
    await asked
    if (isSkipped) continue
    sent++
    const response = await fetch(fill(addressOf(request)), {
      method: request.method,
      headers: [...headersOf(request), ...credentialOf(request.auth)].map(([key, value]): [string, string] => [
        key,
        fill(value),
      ]),
      ...(request.body && { body: fill(request.body.raw) }),
    })
    const text = await response.text()
    const told = `${name}: ${response.status} ${text.slice(0, 300)}`
    assert.ok(response.status < 500 && ![401, 405, 415].includes(response.status), told)
    assert.doesNotMatch(text.slice(0, 1000), /"code":"(malformed_json|malformed_request)"/, name)
    if (request.method === 'GET' && request.url.variable.length === 0) assert.equal(response.status, 200, told)
    runInNewContext(scriptOf('test'), { pm: { ...pm, response: answerOf(response.status, text) } })
  }
  assert.ok(sent > 200, String(sent))

  function fill(text: string): string {
    return text
      .replaceAll('{{$guid}}', () => randomUUID())
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '')
  }
})

const answerOf = (code: number, text: string) => ({ code, json: () => JSON.parse(text) })

type Collection = ReturnType<typeof postmanCollection>
type Request = Collection['item'][number]['item'][number]['request']

function addressOf({ url }: Request): string {
  const path = url.path.map(part => url.variable.find(({ key }) => part === `:${key}`)?.value ?? part)
  return `{{origin}}/${path.join('/')}`
}

function headersOf({ header }: Request): (readonly [string, string])[] {
  return header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value] as const)
}

function credentialOf(auth: Request['auth']): (readonly [string, string])[] {
  if (auth.bearer) return [['Authorization', `Bearer ${auth.bearer[0]!.value}`]]
  const part = (name: string) => auth.apikey!.find(({ key }) => key === name)!.value
  return auth.apikey ? [[part('key'), part('value')]] : []
}
