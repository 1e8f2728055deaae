/**
 * Delays the answer to a sign-in with a wrong password. Hashes of other programs take from 1 to some 800 ms, and several forms of a
 * password are compared with them, so their time would reveal which addresses have an account, and from which program it came. While the
 * shop has any such hash, each refusal is answered at a full step after its beginning for each form of what was typed, the same for every
 * address. The wait holds no connection and no place of a queue.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { MINUTE, SECOND } from '../../time.ts'
import { formsOf } from '../passwords/imported/forms.ts'

/** Longer than any hash that an import takes (imported/algorithms.ts), with several at a time, on a machine that is not overloaded. */
const REFUSAL_STEP = 1.5 * SECOND
/** Steps after which a refusal waits no longer: the machine is too busy to tell anything by its time. */
const LONGEST_STEPS = 8
/** Time for which a slow check counts for the refusals after it. */
const SLOW_CHECKS_COUNT = 10 * MINUTE

/**
 * Says when a refusal is answered, in milliseconds after its beginning. A check that took longer than a step, because the machine is busy,
 * makes the refusals after it wait as long. Otherwise the expensive hash alone would be late.
 */
export class RefusalTime {
  #longest = 0
  #until = 0

  /** @param forms of the password that was typed, each of which may have been compared */
  answerAfter(elapsed: number, forms: number, now: number): number {
    if (now >= this.#until) this.#longest = 0
    // A queue that somebody has filled is no reason to let everybody wait for minutes.
    const each = Math.min(elapsed / forms, LONGEST_STEPS * REFUSAL_STEP - 1)
    if (each > this.#longest) {
      this.#longest = each
      this.#until = now + SLOW_CHECKS_COUNT
    }
    return (Math.floor(this.#longest / REFUSAL_STEP) + 1) * REFUSAL_STEP * forms
  }
}

const refusals = new RefusalTime()

/** @param started of `performance.now()`, when the request began */
export async function waitForRefusal(db: Db, password: string, started: number): Promise<void> {
  if (!(await hasForeignHash(db))) return
  const now = performance.now()
  const forms = formsOf(password).length
  await sleep(refusals.answerAfter(now - started, forms, now) - (now - started))
}

/** The condition is that of the index `users_foreign_password_hash`, which answers it. */
async function hasForeignHash(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from users where password_hash !~ '^(\\$argon2id\\$v=19\\$m=(\\d{1,4}|19456,t=2,p=1)[,$]|$)' limit 1
  `.execute(db)
  return rows.length > 0
}
