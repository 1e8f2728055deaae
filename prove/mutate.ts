import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** A small breakage of the source, and the plays of a proof that must notice it. */
export type Mutant = {
  name: string
  rule: string
  /** The names of the plays, as a regular expression. */
  plays: string
  runs?: number
  edits: Edit[]
}
/** Each text occurs exactly once in the file. */
export type Edit = { file: string; from: string; to: string }

export type Verdict = { violations: string[]; output: string }

const ROOT = resolve(import.meta.dirname, '..')
const COPIED = ['src', 'prove', 'migrations', 'openapi', 'package.json', 'schema.sql', 'test/support']

/** A copy of the source in which proofs can run. */
export async function copySource(): Promise<AsyncDisposable & { directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'semel-mutants-'))
  for (const part of COPIED) {
    await cp(join(ROOT, part), join(directory, part), {
      recursive: true,
      filter: path => !basename(path).startsWith('.'),
    })
  }
  for (const part of ['node_modules', 'packages']) await symlink(join(ROOT, part), join(directory, part))
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
}

/** Runs the plays of a mutant in a copy with its edits, which are taken back afterwards. */
export async function tryMutant(directory: string, mutant: Mutant): Promise<Verdict> {
  const originals = new Map<string, string>()
  try {
    for (const { file, from, to } of mutant.edits) {
      const path = join(directory, file)
      const source = await readFile(path, 'utf8')
      if (!originals.has(path)) originals.set(path, source)
      await writeFile(path, edited(source, { file, from, to }))
    }
    return await runPlays(directory, mutant)
  } finally {
    for (const [path, source] of originals) await writeFile(path, source)
  }
}

/** @throws when the text to replace is not there exactly once, because the code has changed since */
export function edited(source: string, { file, from, to }: Edit): string {
  const [before, after, ...more] = source.split(from)
  if (after === undefined || more.length > 0) {
    throw new Error(`${file} has ${more.length + (after === undefined ? 0 : 1)} times, not once: ${from}`)
  }
  return before + to + after
}

/** Runs the plays in the copy as it is. @throws when the run crashes, because then it has no verdict */
export async function runPlays(directory: string, { rule, plays, runs = 1 }: Omit<Mutant, 'edits'>): Promise<Verdict> {
  const args = ['prove/run.ts', '--rule', rule, '--plays', plays, '--runs', String(runs), '--limit', '60']
  const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>(resolve => child.once('close', resolve)),
  ])
  const violations = output
    .split('\n')
    .filter(line => line.startsWith(`${rule}: `))
    .slice(1)
  if ((code === 0) !== (violations.length === 0) || (code !== 0 && code !== 1)) {
    throw new Error(`The proof ended with ${code}:\n${output}${errors}`)
  }
  return { violations, output }
}
