import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { cloneDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'

test('the program in the README runs unchanged', async () => {
  const readme = await readFile('README.md', 'utf8')
  const [, program] = /```js\n(.*?)```/s.exec(readme)!
  const directory = await mkdtemp(join(tmpdir(), 'semel-readme-'))
  await using database = await cloneDatabase()
  await using semel = spawnSemel(['start'], { DATABASE_URL: database.url, DATA_DIR: directory })
  try {
    const [, origin] = await semel.printed(/Shop +(http:\S+?)\/\n/)
    const file = join(directory, 'minute.mjs')
    await writeFile(file, program!.replace('http://localhost:3000', origin!))
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    assert.match(stdout, /^\d+ products, the dearest: .+ for [\d.]+ EUR$/m)
    const [, first, second] = /^one order: (\d+) = (\d+)$/m.exec(stdout)!
    assert.equal(first, second)
    assert.match(stdout, /^This code was already used/m)
    assert.match(stdout, /user_name: 'You'/)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('docs/operating.md names every command and subcommand', async () => {
  const operating = await readFile('docs/operating.md', 'utf8')
  const commandsOf = async (...path: string[]) => {
    await using semel = spawnSemel([...path, '--help'])
    await semel.printed(/ {2}help .*\n/)
    const listed = semel.output().split('Commands:\n')[1]!
    return [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name]) => name!).filter(name => name !== 'help')
  }
  for (const command of await commandsOf()) {
    assert.match(operating, new RegExp(`\`${command}\\b`), command)
    if (!['user', 'api-key', 'products', 'tokens', 'deliveries'].includes(command)) continue
    for (const part of await commandsOf(command))
      assert.ok(operating.includes(`\`${command} ${part}\``), `${command} ${part}`)
  }
})
