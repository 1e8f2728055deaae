import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sends requests to the web part of the copy, without network and database. */
const SEND_REQUESTS = `
  import { pino } from 'pino'
  import { loadConfig } from './src/config.ts'
  import { createMetrics } from './src/observability/metrics.ts'
  import { systemClock } from './src/time.ts'
  import { createWeb } from './src/web.ts'
  const context = {
    config: loadConfig({ LOG_LEVEL: 'silent' }), db: {}, clock: systemClock, log: pino({ level: 'silent' }),
    metrics: createMetrics(), serviceKey: Buffer.alloc(32), baseUrl: () => 'http://localhost',
  }
  const web = await createWeb(context)
  const answers = []
  for (const url of ['/api/v1/auth/csrf?x=1', '/v1/nothing', '/api/v2/auth/csrf', '/api/auth/csrf', '/api/v2/openapi.json']) {
    const { statusCode, headers, body } = await web.inject({ url })
    answers.push({ url, status: statusCode, link: headers.link, code: statusCode < 400 ? undefined : JSON.parse(body).code })
  }
  console.log(JSON.stringify(answers))
  process.exit()
`

test("v1's file and line deleted → its addresses answer 410, others work", async () => {
  const copy = await mkdtemp(join(tmpdir(), 'semel-retire-'))
  try {
    for (const part of [
      'src',
      'test',
      'bench',
      'prove',
      'scripts',
      'docs',
      'migrations',
      'package.json',
      'tsconfig.json',
    ]) {
      await cp(part, join(copy, part), { recursive: true, filter: path => !basename(path).startsWith('.') })
    }
    for (const part of ['node_modules', 'packages']) await symlink(resolve(part), join(copy, part))

    await rm(join(copy, 'src/versions/v1.ts'))
    const table = join(copy, 'src/versions/table.ts')
    const lines = (await readFile(table, 'utf8')).split('\n')
    const kept = lines.filter(line => !line.includes("'./v1.ts'"))
    assert.equal(kept.length, lines.length - 1)
    await writeFile(table, kept.join('\n'))

    await run('node_modules/.bin/tsc', ['--singleThreaded'], { cwd: copy }).catch(error => assert.fail(error.stdout))
    const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', SEND_REQUESTS], {
      cwd: copy,
    })
    assert.deepEqual(JSON.parse(stdout), [
      { url: '/api/v1/auth/csrf?x=1', status: 410, link: link('/api/v2/auth/csrf'), code: 'version_retired' },
      { url: '/v1/nothing', status: 410, link: link('/api/v2/nothing'), code: 'version_retired' },
      { url: '/api/v2/auth/csrf', status: 200, link: link('/api/v3/auth/csrf') },
      { url: '/api/auth/csrf', status: 200 },
      { url: '/api/v2/openapi.json', status: 200, link: link('/api/v3/openapi.json') },
    ])
  } finally {
    await rm(copy, { recursive: true })
  }
})

function link(address: string): string {
  return `<${address}>; rel="successor-version"`
}
