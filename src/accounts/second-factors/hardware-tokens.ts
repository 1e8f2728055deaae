/** OATH TOTP tokens. The operator imports them; a user claims one with its serial and two consecutive codes. */
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { seal, unseal } from '../../secrets/crypto.ts'
import { canonicalText } from '../typed.ts'
import { addFactor, confirmFactor } from './factors.ts'
import { type Proof, useUp } from './one-time-codes.ts'
import { fromBase32, matchingSteps, newSeed, stepAt } from './totp.ts'

/** How many time steps the clock of a token may be off after years in a drawer: 20 steps are ten minutes. */
const WIDEST_DRIFT = 20

type TokenImport = { imported: number; known: number; bad: { line: number; reason: string }[] }

/**
 * Imports tokens from a CSV file with the columns serial and base32 secret; a header line is optional. Bad lines are
 * reported and the others kept. A token that was imported before stays as it is, so the file can be imported again.
 */
export async function importTokens(context: AppContext, file: AsyncIterable<string>): Promise<TokenImport> {
  const outcome: TokenImport = { imported: 0, known: 0, bad: [] }
  const lines = (await Array.fromAsync(file)).join('').split(/\r\n|\r|\n/)
  for (const [index, text] of lines.entries()) {
    if (text === '' || (index === 0 && /^\s*"?serial\b/i.test(text))) continue
    const row = readRow(text)
    if (typeof row === 'string') {
      outcome.bad.push({ line: index + 1, reason: row })
      continue
    }
    const isNew = await context.db.transaction().execute(tx => importToken(tx, context, row.serial, row.seed))
    outcome[isNew ? 'imported' : 'known']++
  }
  return outcome
}

/** Reads one line by itself: no field spans lines, so a quote that is not closed spoils its own line only. */
function readRow(text: string): { serial: string; seed: Buffer } | string {
  try {
    const [fields = []] = parse(text, { relax_column_count: true, bom: true })
    return checkRow(fields)
  } catch (error) {
    if (error instanceof CsvError) return CSV_ERRORS[error.code] ?? 'is not CSV'
    throw error
  }
}

const CSV_ERRORS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a field that is not quoted',
}

/** @returns the row, or the reason why it is wrong */
function checkRow(fields: string[]): { serial: string; seed: Buffer } | string {
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

/** @returns false when a token with this serial was imported before; it stays as it is */
export async function importToken(tx: Tx, context: AppContext, serial: string, seed: Buffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('hardware_tokens')
    .values({
      serial,
      secret: seal(context.serviceKey, seed.toString('base64'), `token:${serial}`),
      imported_at: context.clock.now(),
      factor_id: null,
    })
    .onConflict(conflict => conflict.column('serial').doNothing())
    .returning('serial')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Assigns a token to an account and uses up both codes.
 * @returns undefined when the codes are not two consecutive ones of this token, or the token is unknown or assigned. All
 * are the same guess to a stranger, who must not learn which serial numbers are free.
 */
export async function assignToken(
  tx: Tx,
  context: AppContext,
  { userId, serial: typed, codes, now }: { userId: string; serial: string; codes: [string, string]; now: Date },
): Promise<Proof | undefined> {
  const token = await findToken(tx, typed)
  const serial = token?.serial ?? typed
  // An unknown token costs the same work.
  const seed = token ? Buffer.from(unseal(context.serviceKey, token.secret, `token:${serial}`), 'base64') : newSeed()
  const step = stepOfPair(seed, codes, stepAt(now))
  if (!token || token.factor_id !== null || step === undefined) return undefined
  await useUp(tx, userId, codes[0], [step], now)
  await useUp(tx, userId, codes[1], [step + 1], now)
  const factorId = await addFactor(tx, context, { userId, kind: 'hardware', name: `Token ${serial}`, seed })
  await confirmFactor(tx, factorId, now)
  await tx
    .updateTable('second_factors')
    .set({ drift: step + 1 - stepAt(now) })
    .where('id', '=', factorId)
    .execute()
  await tx.updateTable('hardware_tokens').set({ factor_id: factorId }).where('serial', '=', serial).execute()
  return { kind: 'hardware', factorId, confirms: false }
}

/**
 * Finds a token by its serial number as people type it, without looking at case and separators. If another serial differs in
 * these alone, only the exact one is found.
 */
async function findToken(tx: Tx, typed: string) {
  const tokens = await tx
    .selectFrom('hardware_tokens')
    .select(['serial', 'secret', 'factor_id'])
    .where(sql<string>`lower(regexp_replace(serial, '[^A-Za-z0-9]', '', 'g'))`, '=', canonicalText(typed))
    .limit(10)
    .forUpdate()
    .execute()
  return tokens.length > 1 ? tokens.find(({ serial }) => serial === typed.trim()) : tokens[0]
}

/** The step of the first of two consecutive codes. If several fit, the one that is closest to now. */
function stepOfPair(seed: Buffer, [first, second]: [string, string], current: number): number | undefined {
  const steps = Array.from({ length: 2 * WIDEST_DRIFT + 1 }, (_, i) => current - WIDEST_DRIFT + i)
  return matchingSteps(seed, first, steps)
    .filter(step => matchingSteps(seed, second, [step + 1]).length > 0)
    .sort((a, b) => Math.abs(a - current) - Math.abs(b - current))[0]
}
