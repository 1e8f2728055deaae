/**
 * Checks the VAT ID of a buyer at VIES, if the shop wants that and if the order would have no VAT because of it.
 *
 * The process that serves a quote or an order asks before its transaction, so no lock waits for VIES. An answer counts for an hour for
 * all processes: the order is priced by that of its quote. A process that dies here has changed nothing, and the next request asks
 * again. Two that ask at once get the same, or the later one counts; an answer is never replaced by none.
 *
 * When VIES is down or slow, the setting decides: the number counts, and the order says that nobody has checked it, or the order
 * carries VAT. A client who makes the shop ask too often gets VAT.
 */
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tables } from '../../database/schema.ts'
import { isUuid } from '../../http/input/validation.ts'
import { tryToConsumeByClient } from '../../http/rate-limits/attempts.ts'
import { readShop } from '../../shop/settings.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import { territoryOf } from '../../world/territories.ts'
import { isOwedByBuyer } from '../reverse-charge/rule.ts'
import type { Seller } from '../seller.ts'
import { askVies } from './ask.ts'
import type { VatIdCheck } from './vat-id-check.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    vat_id_checks: {
      vat_id: string
      requester: string
      status: VatIdCheck['status']
      reason: string | null
      consultation_number: string | null
      checked_at: Date
    }
  }
}

const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

const ANSWER_COUNTS = 1 * HOUR
/** A missing answer counts for a shorter time, so that the next request asks again soon. */
const SILENCE_COUNTS = 1 * MINUTE
const CHECKS_KEPT = 1 * DAY
/** Requests to VIES at once from one process. Beyond it there is no answer. */
const MOST_QUESTIONS = 10
const TOO_OFTEN = 'TOO_OFTEN'

/** `vatId`: the number, if it counts for the price. `check`: null if nobody asked. */
export type CheckedBuyer = { vatId: string | null; check: VatIdCheck | null }

/** `ip`: of a client who buys; programs of the shop, which order for others, ask as often as they like. */
type Buyer = {
  vatId: string | null
  country?: string | undefined
  postcode?: string | undefined
  /** Method of delivery, if one is chosen. */
  delivery?: string | null | undefined
  ip: string | undefined
}

/** Call it before a transaction, not inside: it waits for another service. */
export async function checkBuyer(context: AppContext, buyer: Buyer, seller: Seller): Promise<CheckedBuyer> {
  const { vatId, country, postcode, delivery } = buyer
  const { vatIdCheck: rule, vatId: requester } = await readShop(context.db)
  const place = territoryOf(country ?? seller.country, country && postcode)
  if (vatId === null || rule === 'form' || !isOwedByBuyer(place, vatId, seller)) return { vatId, check: null }
  if (await isCollection(context.db, delivery)) return { vatId, check: null }
  const check =
    (await findCheck(context, vatId, requester)) ?? (await checkNow(context, { ...buyer, vatId, requester }))
  const isAccepted = rule === 'vies_or_accept' && check.reason !== TOO_OFTEN
  const counts = check.status === 'valid' || (check.status === 'unavailable' && isAccepted)
  return { vatId: counts ? vatId : null, check }
}

/** Goods that the customer collects go nowhere, so the number changes nothing of their VAT. */
async function isCollection(db: Db, delivery: string | null | undefined): Promise<boolean> {
  if (!delivery || !isUuid(delivery)) return false
  const query = db.selectFrom('delivery_methods').select('kind').where('id', '=', delivery)
  return (await query.executeTakeFirst())?.kind === 'collection'
}

async function findCheck({ db, clock }: AppContext, vatId: string, requester: string): Promise<VatIdCheck | undefined> {
  const row = await db
    .selectFrom('vat_id_checks')
    .selectAll()
    .where('vat_id', '=', vatId)
    .where('requester', '=', requester)
    .executeTakeFirst()
  if (!row) return undefined
  const counts = row.status === 'unavailable' ? SILENCE_COUNTS : ANSWER_COUNTS
  return row.checked_at > after(clock.now(), -counts) ? showCheck(row) : undefined
}

const questions = new WeakMap<Db, number>()

async function checkNow(
  context: AppContext,
  { vatId, requester, ip }: Buyer & { vatId: string; requester: string },
): Promise<VatIdCheck> {
  const { db, clock, log } = context
  const now = clock.now()
  const silence = (reason: string): VatIdCheck => {
    return { status: 'unavailable', reason, consultationNumber: null, checkedAt: now.toISOString() }
  }
  if (ip !== undefined && !(await tryToConsumeByClient(db, 'vat-id-checks', ip, now))) return silence(TOO_OFTEN)
  const open = questions.get(db) ?? 0
  if (open >= MOST_QUESTIONS) return silence('BUSY')
  questions.set(db, open + 1)
  const address = context.development?.viesAddress(context.baseUrl()) ?? VIES
  const answer = await askVies(address, { vatId, requester }).finally(() => questions.set(db, questions.get(db)! - 1))
  const [reason, consultation] =
    answer.status === 'unavailable' ? [answer.reason, null] : [null, answer.consultationNumber]
  if (reason !== null) log.warn({ reason }, 'VIES has not checked a VAT ID')
  const { status } = answer
  const row = { vat_id: vatId, requester, status, reason, consultation_number: consultation, checked_at: now }
  await db
    .insertInto('vat_id_checks')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['vat_id', 'requester'])
        .doUpdateSet({ status, reason, consultation_number: consultation, checked_at: now })
        .where(sql<boolean>`excluded.status <> 'unavailable' or vat_id_checks.checked_at < ${after(now, -ANSWER_COUNTS)}
          or vat_id_checks.status = 'unavailable'`),
    )
    .execute()
  // Another request may have had an answer meanwhile.
  return (await findCheck(context, vatId, requester)) ?? showCheck(row)
}

function showCheck(
  row: Pick<Selectable<Tables['vat_id_checks']>, 'status' | 'reason' | 'consultation_number' | 'checked_at'>,
) {
  const { status, reason, consultation_number: consultationNumber, checked_at: at } = row
  return { status, reason, consultationNumber, checkedAt: at.toISOString() }
}

/** The orders have their own copies. */
export async function deleteOldVatIdChecks(db: Db): Promise<void> {
  await sql`delete from vat_id_checks where checked_at < now() - ${CHECKS_KEPT / MINUTE} * interval '1 minute'`.execute(
    db,
  )
}
