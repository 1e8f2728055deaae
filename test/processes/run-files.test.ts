import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runFiles } from '../support/run-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'semel-run-'))
after(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.test.ts`)
  await writeFile(file, `import { test } from 'node:test'\n${text}`)
  return file
}

async function run(name: string, text: string, limit?: number) {
  const file = await write(name, text)
  const { passed, failures } = await runFiles([file], limit)
  return { passed, failures: failures.map(failure => testOf(failure).replace(file, name)) }
}

/** The first line; the reason is below it. */
const testOf = (failure: string) => failure.split('\n')[0]!

test('a file of tests passes and fails test by test', async () => {
  assert.deepEqual(await run('mixed', `test('a', () => {}); test('b', () => { throw 1 }); test.skip('c', () => {})`), {
    passed: 1,
    failures: ['mixed: b', 'mixed: c'],
  })
})

test('test fails → its reason is below its name', async () => {
  const file = await write('reason', `test('a', () => { throw new Error('no lamp\\nat all') })`)
  const { failures } = await runFiles([file])
  assert.deepEqual(failures, [`${file}: a\n    no lamp\n    at all`])
})

test('file does not end → stopped, and the tests that ran are named', async () => {
  const endless = 'setInterval(() => {}, 1000);'
  const hangs = await run('hangs', `${endless} test('a', () => {}); test('b', () => new Promise(() => {}))`, 3000)
  assert.deepEqual(hangs, { passed: 1, failures: ['hangs: stopped after 3 s, while these tests ran: b'] })
})

test('a file that breaks off or has no test has failed', async () => {
  assert.deepEqual(await run('broken', 'process.exit(3)'), { passed: 0, failures: ['broken: ended with 3'] })
  assert.deepEqual(await run('empty', ''), { passed: 0, failures: ['empty: has no test'] })
})

test('files share a process; no test or a broken hook fails one', async () => {
  const files = [
    await write('first', `test('a', () => {})`),
    await write('second', ''),
    await write('third', `import { after } from 'node:test'; after(() => { throw 1 }); test('a', () => {})`),
  ]
  const { passed, failures, parts } = await runFiles(files)
  assert.equal(passed, 2)
  assert.deepEqual(failures.map(testOf), [`${files[2]}: ${files[2]}`, `${files[1]}: has no test`])
  assert.deepEqual(
    parts.map(({ name }) => name),
    files,
  )
})

test("error outside a test's promise → the test that caused it fails", async () => {
  const wait = 'await new Promise(done => setTimeout(done, 100))'
  const causes = {
    timer: `setTimeout(() => { throw new Error('late') }, 5)`,
    rejection: `setTimeout(async () => { await 1; throw new Error('late') }, 5)`,
    nothing: '',
  }
  const tests = Object.entries(causes).map(([name, cause]) => `test('${name}', async () => { ${cause}; ${wait} })`)
  assert.deepEqual(await run('late', tests.join('\n'), 20_000), {
    passed: 1,
    failures: ['late: timer', 'late: rejection'],
  })
})

test('an error after the end of its test fails the file', async () => {
  const late = `test('a', () => { setTimeout(() => { throw new Error('late') }, 20) })`
  const { failures } = await run(
    'ended',
    `${late}\ntest('b', () => new Promise(done => setTimeout(done, 100)))`,
    20_000,
  )
  assert.deepEqual(failures, ['ended: ended with 1'])
})
