import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { SCOPES } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { createDemoUsers } from '../../src/dev/demo-users.ts'
import { GUIDES, readGuide } from '../../src/openapi/guides/guide.ts'
import type { postmanCollection } from '../../src/openapi/guides/postman.ts'
import { SECOND } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * The examples of the guides run as they stand, from top to bottom, with the address of the shop replaced. A block with
 * a response or an output says what the example before it prints: JSON may leave out members, and numbers in a text may
 * differ.
 */
let semel: Semel
let directory: string
let env: Record<string, string | undefined>
before(async () => {
  semel = await startSemel()
  await createDemoUsers(semel)
  for (let number = 1; number <= 60; number++) await stockProduct(semel.db, { price: 1000 + (number % 7), stock: 100 })
  const { token } = await newPerson(semel)
  const { key } = await createApiKey(semel, { name: 'Guides', scopes: [...SCOPES] })
  env = { HOME: process.env.HOME, TOKEN: token, KEY: key }
  directory = await mkdtemp(join(tmpdir(), 'semel-guides-'))
  await symlink(resolve('node_modules'), join(directory, 'node_modules'))
  await writeFile(join(directory, 'package.json'), '{"type": "module"}')
})
after(async () => {
  await semel[Symbol.asyncDispose]()
  await rm(directory, { recursive: true })
})

/** `npm test` needs nothing but Node, so this test brings stand-ins for the commands. One guide always uses them. */
const STAND_INS = resolve('test/support/guide-commands')
const areInstalled = isInstalled('curl') && isInstalled('jq')

for (const path of areInstalled ? ['', STAND_INS] : [STAND_INS]) {
  for (const guide of areInstalled && path ? (['pages'] as const) : GUIDES) {
    test(`the examples of the guide ${guide} run with ${path ? 'the stand-ins' : 'curl and jq'} and print what it says`, async () => {
      // Each code opens one session.
      semel.clock.advance(30 * SECOND)
      await using run = await runner(path)
      for (const { language, code } of blocksOf(readGuide(guide).source)) {
        if (language === 'sh') await run.shell(code)
        else if (language === 'ts') await run.program(code)
        else await run.expect(language, code)
      }
      await run.end()
    })
  }
}

/** Their readers click, or look at answers. */
const WITHOUT_PROGRAM: readonly string[] = ['payments', 'your-shop', 'email-texts']

test('the programs of the guides compile in strict mode', async () => {
  const files = []
  for (const guide of GUIDES) {
    const programs = blocksOf(readGuide(guide).source).filter(({ language }) => language === 'ts')
    assert.equal(programs.length > 0, !WITHOUT_PROGRAM.includes(guide), guide)
    for (const [index, { code }] of programs.entries()) files.push({ name: `${guide}-${index}.ts`, code })
  }
  for (const { name, code } of files) await writeFile(join(directory, name), code)
  const options = '--noEmit --strict --target esnext --module nodenext --types node --skipLibCheck'
  const tsc = [resolve('node_modules/typescript/bin/tsc'), ...options.split(' '), ...files.map(({ name }) => name)]
  await promisify(execFile)(process.execPath, tsc, { cwd: directory }).catch(({ stdout }) => assert.fail(stdout))
})

test('every link of a guide and of llms.txt answers', async () => {
  const llms = await (await fetch(`${semel.origin}/llms.txt`)).text()
  assert.match(llms, /^# Semel\n\n> /)
  const links = new Set([...llms.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => link!))
  for (const path of ['/docs/guides', ...GUIDES.map(name => `/docs/guides/${name}`)]) {
    const page = await fetch(`${semel.origin}${path}`)
    assert.equal(page.status, 200, path)
    for (const [, link] of (await page.text()).matchAll(/href="(\/[^"]*)"/g)) links.add(`${semel.origin}${link}`)
  }
  assert.ok(links.size > 30)
  for (const link of links) assert.equal((await fetch(link)).status, 200, link)
  assert.equal((await fetch(`${semel.origin}/docs/guides/nothing`)).status, 404)
})

test('each request of the Postman collection reaches its operation, and those that read succeed', async () => {
  const collection = await (await fetch(`${semel.origin}/docs/postman.json`)).json()
  const { item, variable } = collection as ReturnType<typeof postmanCollection>
  assert.equal(variable[0]!.value, semel.origin)
  const admin = await newPerson(semel, { role: 'admin' })
  const all = item.flatMap(folder => folder.item)
  // Those that read come first: the request that changes the own address puts the role to sleep.
  const requests = [...all.filter(isRead), ...all.filter(one => !isRead(one))]
  assert.ok(requests.length > 80)
  for (const { name, request } of requests) {
    const path = request.url.path.map(part => request.url.variable.find(({ key }) => part === `:${key}`)?.value ?? part)
    const headers = request.header
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }): [string, string] => [key, value])
    const ending = /logout|sessions/.test(path.join('/')) && request.method !== 'GET'
    const response = await fetch(`${semel.origin}/${path.join('/')}`, {
      method: request.method,
      headers: [...headers, ...(ending ? [] : [['Authorization', `Bearer ${admin.token}`] as [string, string]])],
      ...(request.body && { body: request.body.raw }),
    })
    const text = await response.text()
    assert.ok(response.status < 500 && ![405, 415].includes(response.status), `${name}: ${response.status} ${text}`)
    assert.doesNotMatch(text.slice(0, 1000), /"code":"(malformed_json|malformed_request)"/, name)
    if (request.method === 'GET' && request.url.variable.length === 0)
      assert.equal(response.status, 200, `${name}: ${text}`)
  }
})

function isRead({ request }: { request: { method: string } }): boolean {
  return request.method === 'GET'
}

type Block = { language: string; code: string }

function blocksOf(source: string): Block[] {
  return [...source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }))
}

async function runner(commands: string) {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const here = (code: string) =>
    code
      .replaceAll('http://localhost:3000', semel.origin)
      .replaceAll('localhost:4000', `localhost:${port}`)
      .replaceAll('(4000', `(${port}`)
  const running: { child: ChildProcess; output: string }[] = []
  const PATH = [commands, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter)
  let variables = { ...env, PATH, DATABASE: join(await mkdtemp(join(directory, 'data-')), 'sqlite') } as Record<
    string,
    string
  >
  let shown = ''

  return {
    /** Variables stay for the blocks that follow. */
    async shell(code: string) {
      const script = `set -eua\n${here(code)}\nprintf '\\001'\nexec env -0`
      const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: directory, env: variables })
      const [output, dump] = stdout.split('\u0001') as [string, string]
      shown = output
      variables = Object.fromEntries(
        dump
          .split('\0')
          .filter(Boolean)
          .map(line => line.split(/=(.*)/s).slice(0, 2)),
      )
    },
    async program(code: string) {
      const file = join(directory, `program-${running.length}.ts`)
      await writeFile(file, here(code))
      const options = ['--no-warnings', '--experimental-strip-types', file]
      const child = spawn(process.execPath, options, {
        cwd: directory,
        env: variables,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const program = { child, output: '' }
      child.stdout.on('data', chunk => {
        program.output += chunk
      })
      running.push(program)
      shown = ''
    },
    async expect(language: string, expected: string) {
      if (language === 'json') {
        const printed = JSON.parse(`[${shown.trim().replaceAll(/\}\s*\{/g, '},{')}]`)
        assert.ok(printed.length > 0)
        for (const value of printed) assertLike(value, JSON.parse(expected), '')
      } else if (shown.trim()) {
        assert.equal(withoutNumbers(shown), withoutNumbers(expected))
      } else {
        await printedBy(running.at(-1)!, expected)
      }
    },
    async end() {
      for (const { child } of running) assert.ok(!child.exitCode, 'a program failed')
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of running) child.kill('SIGKILL')
    },
  }
}

/** Waits until the program has printed the lines, and takes them away. Lines about earlier examples can follow. */
async function printedBy(program: { child: ChildProcess; output: string }, expected: string): Promise<void> {
  const { child } = program
  const count = expected.trim().split('\n').length
  while (program.output.split('\n').length <= count) {
    if (child.exitCode !== null) break
    await Promise.race([
      new Promise(resolve => child.stdout!.once('data', resolve)),
      new Promise(resolve => child.once('close', resolve)),
    ])
  }
  const lines = program.output.split('\n')
  assert.equal(withoutNumbers(lines.splice(0, count).join('\n')), withoutNumbers(expected))
  program.output = lines.join('\n')
}

function withoutNumbers(text: string): string {
  return text.trim().replaceAll(/\d+/g, '0').replaceAll('\r', '')
}

/** Each member that the guide shows exists, with a value of the same kind. */
function assertLike(value: unknown, shown: unknown, where: string): void {
  assert.equal(typeof value, typeof shown, where)
  if (typeof shown !== 'object' || shown === null) return
  for (const [name, member] of Object.entries(shown)) {
    assertLike((value as Record<string, unknown>)[name], member, `${where}.${name}`)
  }
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}
