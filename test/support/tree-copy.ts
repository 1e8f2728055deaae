import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const COPIED = ['src', 'test', 'migrations', 'openapi', 'scripts', 'package.json', 'tsconfig.json', 'docs']
const LINKED = ['node_modules', 'packages', 'bench', 'prove']

/** Lines that a drill adds, each behind another one of its file. */
export type Patch = Record<string, [after: string, added: string]>

/**
 * Adds something to a copy of the source, which then compiles and passes a test of its own.
 * @param change more than lines: gets the folder of the copy
 */
export async function drill(test: string, patch: Patch, change?: (copy: string) => Promise<void>): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'semel-drill-'))
  try {
    for (const part of COPIED) {
      await cp(part, join(copy, part), { recursive: true, filter: path => !basename(path).startsWith('.') })
    }
    for (const part of LINKED) await symlink(resolve(part), join(copy, part))
    for (const [file, [after, added]] of Object.entries(patch)) {
      const text = await readFile(join(copy, file), 'utf8')
      assert.ok(text.includes(after), file)
      await writeFile(join(copy, file), text.replace(after, `${after}${added}`))
    }
    await change?.(copy)
    await writeFile(join(copy, 'drill.ts'), test)
    await run('node_modules/.bin/tsc', ['--singleThreaded'], { cwd: copy }).catch(error => assert.fail(error.stdout))
    await run(process.execPath, ['--test', 'drill.ts'], { cwd: copy }).catch(error => assert.fail(error.stdout))
  } finally {
    await rm(copy, { recursive: true })
  }
}
