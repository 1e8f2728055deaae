import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { SCOPES } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { createDemoUsers } from '../../src/dev/demo-users.ts'
import { GUIDES } from '../../src/openapi/guides/guide.ts'
import { SECOND } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * The examples of the guides run as the shop shows them, from top to bottom, in one shell, as their reader runs them. A block with
 * a response or an output says what the example before it prints: JSON may leave out members, and numbers in a text may
 * differ. Programs are saved as JavaScript, as a reader with Node 20 does. What needs Python runs where Python is;
 * test/release/clients.test.ts asks for it.
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
  env = { ...process.env, TOKEN: token, KEY: key }
  directory = await mkdtemp(join(tmpdir(), 'semel-guides-'))
  // The guide for the sign-in comes first and installs the clients; the others say so.
  await writeFile(join(directory, 'package.json'), '{"type": "module"}')
})
after(async () => {
  await semel[Symbol.asyncDispose]()
  await rm(directory, { recursive: true })
})

/** `npm test` needs nothing but Node, so this test brings substitutes for the commands. One guide always uses them. */
const STAND_INS = resolve('test/support/guide-commands')
const areInstalled = isInstalled('curl') && isInstalled('jq')
const hasPython = isInstalled('python3')

for (const path of areInstalled ? ['', STAND_INS] : [STAND_INS]) {
  for (const guide of areInstalled && path ? (['pages'] as const) : GUIDES) {
    test(`${guide}: examples run with ${path ? 'the stand-ins' : 'curl and jq'}`, async () => {
      // Each code opens one session.
      semel.clock.advance(30 * SECOND)
      await using run = await runner(path)
      for (const { language, code } of blocksOf(await readShown(guide))) {
        if (needsPython(language, code) && !hasPython) run.skip()
        else if (language === 'sh') await run.shell(code)
        else if (language === 'html') continue
        else if (language in RUN) await run.program(language as keyof typeof RUN, code)
        else await run.expect(language, code)
      }
      await run.end()
    })
  }
}

/** Reads a guide as the shop answers it at /docs/guides/NAME.md. */
async function readShown(guide: string): Promise<string> {
  return (await fetch(`${semel.origin}/docs/guides/${guide}.md`)).text()
}

/** Their readers click, or look at answers. */
const WITHOUT_PROGRAM: readonly string[] = ['keys', 'moving', 'payments', 'your-shop', 'email-texts']

test('the programs of the guides compile in strict mode', async () => {
  const files = []
  for (const guide of GUIDES) {
    const programs = blocksOf(await readShown(guide)).filter(({ language }) => language === 'ts')
    assert.equal(programs.length > 0, !WITHOUT_PROGRAM.includes(guide), guide)
    for (const [index, { code }] of programs.entries()) files.push({ name: `${guide}-${index}.ts`, code })
  }
  for (const { name, code } of files) await writeFile(join(directory, name), code)
  const options = `--noEmit --strict --target esnext --module nodenext --types node --skipLibCheck --typeRoots ${resolve('node_modules/@types')}`
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

type Block = { language: string; code: string }

function blocksOf(source: string): Block[] {
  return [...source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }))
}

const RUN = {
  ts: { ending: 'mjs', command: [process.execPath, '--no-warnings'] },
  py: { ending: 'py', command: ['python3'] },
}

function needsPython(language: string, code: string): boolean {
  return language === 'py' || code.startsWith('python3 ')
}

async function runner(commands: string) {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const here = (code: string) =>
    code
      .replaceAll('localhost:4000', `localhost:${port}`)
      .replaceAll(/\((4000|"", 4000)/g, text => text.replace('4000', `${port}`))
  const running: Program[] = []
  // A reader activates it in every shell.
  const venv = join(directory, '.venv/bin')
  const PATH = [commands, venv, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter)
  const shell = openShell({ ...env, PATH })
  let shown = ''
  let isSkipped = false

  return {
    skip() {
      isSkipped = true
    },
    /** Variables stay for the blocks that follow. Those that are exported reach the programs. */
    async shell(code: string) {
      isSkipped = false
      shown = await shell.run(here(code))
    },
    async program(language: keyof typeof RUN, code: string) {
      isSkipped = false
      const { ending, command } = RUN[language]
      const file = join(directory, `program-${running.length}.${ending}`)
      await writeFile(file, here(code))
      const exported = Object.fromEntries(
        (await shell.run('env -0')).split('\0').map(line => line.split(/=(.*)/s).slice(0, 2)),
      )
      // The same in another language takes the place of the first, also at its port.
      if (language === 'py') await stop(running.at(-1))
      const data = join(await mkdtemp(join(directory, 'data-')), 'sqlite')
      const child = spawn(command[0]!, [...command.slice(1), file], {
        cwd: directory,
        env: { ...exported, DATABASE: data },
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
      if (isSkipped) return
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
      shell.close()
      for (const program of running) await stop(program)
    },
  }
}

type Program = { child: ChildProcess; output: string }

async function stop(program: Program | undefined): Promise<void> {
  if (!program || program.child.exitCode !== null || program.child.signalCode !== null) return
  const closed = once(program.child, 'close')
  program.child.kill('SIGKILL')
  await closed
}

/** One shell for a whole guide. It ends at the first command that fails. */
function openShell(env: Record<string, string | undefined>) {
  const child = spawn('sh', ['-eu'], { cwd: directory, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  return {
    /** @returns what the commands print */
    async run(code: string): Promise<string> {
      // The commands must not read the lines that follow.
      child.stdin.write(`{\n${code}\n} </dev/null\nprintf '\\001'\n`)
      let output = ''
      while (!output.endsWith('\u0001')) {
        const { done, value } = await chunks.next()
        if (done) assert.fail(`a command failed:\n${code}\n${output}`)
        output += value
      }
      return output.slice(0, -1)
    },
    close: () => child.kill(),
  }
}

/** Waits until the program has printed the lines, and takes them away. Lines about earlier examples can follow. */
async function printedBy(program: Program, expected: string): Promise<void> {
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
