import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { describeAll } from '../../../scripts/openapi-documents.ts'
import { type Call, curl, exampleCall, httpie } from './commands.ts'

const SECRETS = { TOKEN: 'the token', PARTIAL_TOKEN: 'half a token', API_KEY: 'the key' }
const documents = await describeAll()
const calls = [...documents.values()].flatMap(document =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      exampleCall(document, path, method, operation, 'https://shop.example'),
    ),
  ),
)
const words = `it's "$HOME" \`id\` $(id) \\ \\n !! %s é\n* ~ #`
const hostile: Call = {
  method: 'POST',
  url: "https://shop.example/it's?a=$HOME&b=`id`",
  headers: [['Idempotency-Key', words.replace('\n', ' ')]],
  body: { note: words, items: [{ note: words }] },
}

test('the curl lines of the reference say in a shell what the example says', () => {
  assert.ok(calls.length > 150)
  const all = [...calls, hostile]
  for (const [index, args] of inShell('curl', all.map(curl)).entries()) {
    const asked: Call = { method: 'GET', url: '', headers: [], body: undefined }
    while (args.length > 0) {
      const word = args.shift()!
      if (word === '--request') asked.method = args.shift()!
      else if (word === '--header')
        asked.headers.push(/^([^:]+): (.*)$/s.exec(args.shift()!)!.slice(1) as [string, string])
      else if (word === '--data') asked.body = JSON.parse(args.shift()!)
      else asked.url = word
    }
    const { body, headers, ...said } = filledIn(all[index]!)
    const typed: Call['headers'] = body === undefined ? [] : [['Content-Type', 'application/json']]
    assert.deepEqual(asked, { ...said, headers: [...headers, ...typed], body })
  }
})

test('and so do those for HTTPie', () => {
  const all = [...calls, hostile]
  for (const [index, [method, url, ...items]] of inShell('http', all.map(httpie)).entries()) {
    const headers: Call['headers'] = []
    const members: [string, unknown][] = []
    for (const item of items) {
      const [, name, separator, value] = /^([^:=]+)(:=|=|:)(.*)$/s.exec(item) as unknown as string[]
      if (separator === ':') headers.push([name!, value!])
      else members.push([name!, separator === '=' ? value : JSON.parse(value!)])
    }
    const body = members.length > 0 ? Object.fromEntries(members) : undefined
    assert.deepEqual({ method, url, headers, body }, filledIn(all[index]!))
  }
})

/** What each line gives to the program that it names: a function in its place writes its arguments down. */
function inShell(program: string, lines: string[]): string[][] {
  const script = `${program}() { printf '%s\\0' "$@"; printf '\\0'; }\n${lines.join('\n')}\n`
  const { status, stdout, stderr } = spawnSync('sh', ['-eu'], { input: script, env: { ...SECRETS }, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const told = stdout.split('\0\0').slice(0, -1)
  return told.map(args => args.split('\0'))
}

function filledIn({ headers, body, ...call }: Call): Call {
  const fill = (value: string) =>
    value.replace(/\$([A-Z_]+)$/, (all, name: keyof typeof SECRETS) => SECRETS[name] ?? all)
  return { ...call, headers: headers.map(([name, value]) => [name, fill(value)]), body: withoutNothing(body) }
}

/** JSON knows no undefined, and an empty body needs no words. */
function withoutNothing(body: unknown): unknown {
  return typeof body === 'object' && Object.keys(body ?? {}).length === 0 ? undefined : body
}
