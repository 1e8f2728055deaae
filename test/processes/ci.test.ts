import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const CI = fileURLToPath(new URL('../../.ci/run', import.meta.url))

for (const [code, script, wanted] of [
  [0, 'test', []],
  [1, 'test:release', ['test:release']],
] as const) {
  test(`CI runs ${script} in a clean checkout → it ends with ${code}`, async () => {
    const programs = await mkdtemp(join(tmpdir(), 'semel-ci-'))
    try {
      await program(join(programs, 'git'), 'for last; do :; done; mkdir "$last"')
      await program(join(programs, 'npm'), `echo "$* in $(basename "$PWD")"; exit ${code}`)
      const PATH = [programs, process.env.PATH].join(delimiter)
      const { status, stdout } = spawnSync('bash', [CI, ...wanted], { env: { PATH }, encoding: 'utf8' })
      assert.deepEqual([status, stdout], [code, `run ${script} in semel\n`])
    } finally {
      await rm(programs, { recursive: true })
    }
  })
}

async function program(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/usr/bin/env bash\n${script}\n`)
  await chmod(path, 0o755)
}
