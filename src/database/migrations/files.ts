/** The files of migrations/: their names, checksums and statements. `migrate.ts` beside it says what a file may hold. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type Migration = {
  name: string
  sql: string
  checksum: string
  /** false for a contract file that nobody has asked for yet */
  isDue: boolean
}

export const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/** @param options `contract`: files that end the support of the release before are due, too */
export async function readMigrations(directory: URL, { contract }: { contract: boolean }): Promise<Migration[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      // A checkout on Windows may have other line ends. It is the same migration.
      const sql = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, isDue: contract || !isContract(name) }
    }),
  )
}

export function isContract(name: string): boolean {
  return name.endsWith('.contract.sql')
}

export function isOutsideTransaction({ sql }: Migration): boolean {
  return /^-- no transaction\b/.test(sql)
}

export type Statement = { text: string; firstLine: number }

/** A statement ends with a semicolon at the end of a line, outside of `$$`. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  const lines = sql.trimEnd().split('\n')
  let [start, isInBody] = [0, false]
  for (const [n, line] of lines.entries()) {
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody
    const isEnd = !isInBody && /;\s*$/.test(line.replace(/--.*/, ''))
    if (!isEnd && n < lines.length - 1) continue
    statements.push({ text: lines.slice(start, n + 1).join('\n'), firstLine: start + 1 })
    start = n + 1
  }
  return statements
}
