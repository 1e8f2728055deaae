import type { AppContext } from '../../context.ts'
import { readCsv } from '../../csv.ts'
import { importToken } from './hardware-tokens.ts'
import { fromBase32 } from './totp.ts'

export type TokenImport = { imported: number; known: number; bad: { line: number; reason: string }[] }

/**
 * Tokens from a CSV file of two columns, serial and base32 secret; a first line with their names may be there. Bad lines
 * are reported and the others kept. A token that was imported before stays as it is, so the file can be run again.
 */
export async function importTokens(context: AppContext, text: AsyncIterable<string>): Promise<TokenImport> {
  const outcome: TokenImport = { imported: 0, known: 0, bad: [] }
  let first = true
  for await (const record of readCsv(text)) {
    const isHeading = first && 'fields' in record && record.fields[0]?.trim().toLowerCase() === 'serial'
    first = false
    if (isHeading) continue
    const row = 'fields' in record ? checked(record.fields) : record.mistake
    if (typeof row === 'string') {
      outcome.bad.push({ line: record.line, reason: row })
      continue
    }
    const isNew = await context.db.transaction().execute(tx => importToken(tx, context, row.serial, row.seed))
    outcome[isNew ? 'imported' : 'known']++
  }
  return outcome
}

/** @returns what is wrong, or the row */
function checked(fields: string[]): { serial: string; seed: Buffer } | string {
  if (fields.length !== 2) return `has ${fields.length} fields, not serial and secret`
  const [serial, secret] = fields.map(field => field.trim()) as [string, string]
  if (!/^[\w.:-]{1,64}$/.test(serial)) return 'serial must be 1 to 64 letters, digits or one of . : _ -'
  const seed = fromBase32(secret)
  if (!seed) return 'secret is not base32'
  // RFC 4226 §4, R6.
  if (seed.length < 16) return `secret has ${seed.length * 8} bits, and needs at least 128`
  if (seed.length > 64) return `secret has ${seed.length * 8} bits, and may have at most 512`
  return { serial, seed }
}
