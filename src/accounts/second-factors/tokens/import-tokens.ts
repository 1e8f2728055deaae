/** Imports the tokens of a file, as their vendor ships it or as somebody has written it. */
import { StartError } from '../../../config.ts'
import type { AppContext } from '../../../context.ts'
import type { Tx } from '../../../database/schema.ts'
import { decodeWhole } from '../../../encoding.ts'
import { seal } from '../../../secrets/crypto.ts'
import { type Making, USUAL_MAKING } from '../totp.ts'
import { seedOfToken } from './hardware-tokens.ts'
import { readPskc } from './pskc.ts'
import { readTokenCsv } from './token-csv.ts'
import type { TokenEntry } from './token-file.ts'

type TokenImport = { imported: number; replaced: number; known: number; bad: { place: string; reason: string }[] }

/** `password`: of an encrypted file. `replace`: a secret that differs is taken over, unless somebody uses the token. */
type TokenImportOptions = { password?: string | undefined; replace?: boolean | undefined }

/**
 * Bad tokens are reported and the others kept. A token that was imported before stays as it is, so a file can be imported
 * again; with another secret it is reported.
 * @throws StartError when nothing in the file can be read
 */
export async function importTokens(
  context: AppContext,
  file: AsyncIterable<Uint8Array>,
  options: TokenImportOptions = {},
): Promise<TokenImport> {
  const outcome: TokenImport = { imported: 0, replaced: 0, known: 0, bad: [] }
  for (const entry of readTokens(Buffer.concat(await Array.fromAsync(file)), options.password)) {
    const { place } = entry
    const result =
      'reason' in entry
        ? entry.reason
        : await context.db.transaction().execute(tx => importToken(tx, context, entry, options.replace))
    if (result === 'imported' || result === 'replaced' || result === 'known') outcome[result]++
    else outcome.bad.push({ place, reason: result })
  }
  return outcome
}

/** Text that was copied from a page or a chat has characters that nobody sees, and no serial and no secret has any. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

export function readTokens(bytes: Buffer, password: string | undefined): Iterable<TokenEntry> {
  const text = decodeWhole(bytes).replaceAll(UNSEEN, '')
  if (text.trim() === '') throw new StartError('The file is empty.')
  return text.trimStart().startsWith('<') ? readPskc(text, password) : readTokenCsv(text)
}

/** @returns `known` when the token was imported before with this secret, or why it was not taken */
export async function importToken(
  tx: Tx,
  context: AppContext,
  { serial, seed, making = USUAL_MAKING }: { serial: string; seed: Buffer; making?: Making },
  replace = false,
): Promise<string> {
  const secret = seal(context.serviceKey, seed.toString('base64'), `token:${serial}`)
  const imported_at = context.clock.now()
  const inserted = await tx
    .insertInto('hardware_tokens')
    .values({ serial, secret, ...making, imported_at, factor_id: null })
    .onConflict(conflict => conflict.column('serial').doNothing())
    .returning('serial')
    .executeTakeFirst()
  if (inserted) return 'imported'
  const known = await tx
    .selectFrom('hardware_tokens')
    .select(['serial', 'secret', 'step_seconds', 'digits', 'digest', 'factor_id'])
    .where('serial', '=', serial)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isSame = seedOfToken(context, known).equals(seed)
  if (isSame && makesSame(known, making)) return 'known'
  const difference = isSame ? 'other codes' : 'another secret'
  if (known.factor_id !== null) {
    const remedy = 'Its owner has to remove it there first'
    return `${serial} was imported before with ${difference}, and an account uses it. ${remedy}`
  }
  if (!replace) return `${serial} was imported before with ${difference}. If this one is right, use --replace`
  await tx
    .updateTable('hardware_tokens')
    .set({ secret, ...making, imported_at })
    .where('serial', '=', serial)
    .execute()
  return 'replaced'
}

function makesSame(one: Making, other: Making): boolean {
  return one.step_seconds === other.step_seconds && one.digits === other.digits && one.digest === other.digest
}
