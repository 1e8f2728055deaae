/** Changes the words of an email: one transaction compares what the admin has seen, writes, and audits. */
import { audit, type Visit } from '../../accounts/audit-log.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { Problem } from '../../problems.ts'
import { requireGoodTexts } from './check.ts'
import { type MailTexts, PARTS, type TextName } from './placeholders.ts'
import { BUILT_IN, lockTexts, readTexts, type StoredTexts, sendTextTest, textsTag, writeTexts } from './texts.ts'

type Change = {
  /** Throws if the stored words are not those that the client has seen. */
  check?: ((stored: StoredTexts | undefined) => void) | undefined
  /** The version that the client has seen, which a form says in its body. */
  version?: string | undefined
  by: { actorId: string; visit: Visit }
}

/** @returns the words as they are stored now; undefined when all are built-in */
export async function changeTexts(
  { db, clock }: AppContext,
  name: TextName,
  texts: MailTexts,
  { check, version, by }: Change,
): Promise<StoredTexts | undefined> {
  requireGoodTexts(name, texts)
  return inTransaction(db, async tx => {
    await lockTexts(tx)
    const stored = await readTexts(tx, name)
    check?.(stored)
    const before = stored ?? BUILT_IN
    if (version !== undefined && version !== textsTag(before)) throw new Problem('changed_meanwhile')
    const changed = PARTS.filter(part => texts[part] !== before[part])
    if (changed.length === 0) return stored
    await writeTexts(tx, name, texts)
    const action = textsTag(texts) === textsTag(BUILT_IN) ? 'email_text_reset' : 'email_text_changed'
    await audit(tx, action, { at: clock.now(), ...by, detail: { ...name, changed: changed.join(', ') } })
    return readTexts(tx, name)
  })
}

/** Sends a made-up email with the stored words to the person who asks. */
export async function testTexts({ db, clock }: AppContext, name: TextName, userId: string): Promise<void> {
  await db.transaction().execute(tx => sendTextTest(tx, name, userId, clock.now()))
}
