/** Breaks a copy of the source, and runs the plays of a proof in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
type Edit = { file: string; from: string; to: string }

const ROOT = resolve(import.meta.dirname, '../..')
const COPIED = ['src', 'prove', 'migrations', 'openapi', 'deploy', 'package.json', 'test/support']

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

/** Runs the plays of a mutant in a copy with its edits, which are taken back afterwards. @returns the violations */
export async function tryMutant(directory: string, mutant: Mutant): Promise<string[]> {
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
    throw new Error(`${file} has ${source.split(from).length - 1} times, not once: ${from}`)
  }
  return before + to + after
}

/**
 * Runs plays in the copy as it is.
 * @returns the violations @throws when the run crashes, because then it has no verdict
 */
export async function runPlays(
  directory: string,
  { rule, plays, runs = 1 }: Pick<Mutant, 'rule' | 'plays' | 'runs'>,
): Promise<string[]> {
  const args = ['prove/run.ts', '--rule', rule, '--plays', plays, '--runs', String(runs), '--limit', '60']
  const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  // The first line announces the proof; the table comes last.
  const [, ...violations] = output.split('\n').filter(line => line.startsWith(`${rule}: `))
  if (!output.includes('└') || code !== (violations.length > 0 ? 1 : 0)) {
    throw new Error(`The proof ended with ${code}:\n${output}${errors}`)
  }
  return violations
}
