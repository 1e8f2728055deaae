/** Reads a bank statement that somebody uploads. */
import { setImmediate } from 'node:timers/promises'
import { type Statement, UnreadableStatement } from '../../payments/statements/entry.ts'
import { readStatement } from '../../payments/statements/read-statement.ts'
import { invalidInput } from '../../problems.ts'

/** Bytes. A statement of 10,000 entries in camt has about 10 MB; banks write one a day. */
export const MAX_STATEMENT_BYTES = 8 * 1024 * 1024
export const TOO_LARGE = { field: 'data', reason: 'must have at most 8 MB', code: 'too_long' }
const NOT_BASE64 = /[^\w+/=\s-]/

/** Runs outside of the transaction, and not in the turn of other requests. @throws Problem */
export async function readUpload(data: string): Promise<Statement> {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0 || NOT_BASE64.test(data))
    throw invalidInput({ field: 'data', reason: 'must be a file in base64', code: 'invalid_format' })
  if (bytes.length > MAX_STATEMENT_BYTES) throw invalidInput(TOO_LARGE)
  await setImmediate()
  try {
    return readStatement(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    throw invalidInput({ field: 'data', reason: `cannot be read. ${error.message}`, code: 'unreadable_statement' })
  }
}
