/**
 * The job of the workers that writes invoices and credit notes. What is to be written is in the orders and refunds
 * themselves (`needs_invoice`, `needs_credit_note`), so a worker that dies loses nothing. News wakes it, and it looks every second.
 * Any number of processes may run it.
 */
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { Rounds } from '../database/news/rounds.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import { missingFacts } from '../shop/missing.ts'
import { readShop, type Shop } from '../shop/settings.ts'
import { MINUTE } from '../time.ts'
import { type Issued, issueCreditNote, issueInvoice, type Refusal, settleCredit, takeCreditNoteBack } from './issue.ts'
import { IS_CREDITED, TO_TAKE_BACK } from './reversal.ts'

/** A document that failed is tried again after this time, and keeps no other one waiting. */
const AFTER_FAILURE = 1 * MINUTE

/** Disposing it waits for the document that is being written. */
export function startIssuer(context: AppContext): AsyncDisposable {
  return new Issuer(context)
}

class Issuer implements AsyncDisposable {
  #context: AppContext
  #failed = new Map<string, number>()
  #rounds: Rounds

  constructor(context: AppContext) {
    this.#context = context
    this.#rounds = new Rounds(context, { failed: 'documents failed', recovered: 'documents recovered' }, () =>
      this.#round(),
    )
  }

  async #round(): Promise<void> {
    const { db } = this.#context
    if (!(await isAnythingDue(db))) return
    const shop = await readShop(db)
    if (shop.invoiceMoment === 'never') return leaveOut(db)
    if (missingFacts(shop).length > 0) return
    for (const issue of [issueNextInvoice, issueNextCreditNote]) {
      while (!this.#rounds.isStopping && (await this.#tryNext(issue, shop))) {}
    }
  }

  /** @returns whether there may be another one */
  async #tryNext(issue: typeof issueNextInvoice, shop: Shop): Promise<boolean> {
    const { db, clock, log } = this.#context
    const attempt: Attempt = { shop, now: clock.now(), except: this.#failedLately(), about: undefined }
    try {
      return await db.transaction().execute(tx => issue(tx, attempt))
    } catch (error) {
      if (attempt.about === undefined) throw error
      this.#failed.set(attempt.about, performance.now())
      log.error({ err: error, about: attempt.about }, 'a document was left for later')
      return true
    }
  }

  #failedLately(): string[] {
    for (const [about, at] of this.#failed) if (performance.now() - at > AFTER_FAILURE) this.#failed.delete(about)
    return [...this.#failed.keys()]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rounds[Symbol.asyncDispose]()
  }
}

/** @param about the order, refund or return, as soon as it is chosen */
type Attempt = { shop: Shop; now: Date; except: readonly string[]; about: string | undefined }

const IS_PAID = sql`payment_status in ('paid', 'refund_due', 'partly_refunded', 'refunded')`
const BILLABLE = sql`needs_invoice and total > 0`
/** The email of the shipment still waits for an undo. An invoice that was numbered cannot be taken back. */
const IS_HELD = sql`exists (
  select from order_steps s join deliveries d on d.event_id = s.event_id
  where s.order_id = orders.id and s.status = 'shipped'
    and d.state = 'pending' and d.attempts = 0 and d.due_at > statement_timestamp()
)`
/**
 * A supply to another member state is invoiced once it is shipped: payments on account of it need no invoice (Directive 2006/112/EC,
 * Article 220(1)(4)), and its e-invoice names the day of the delivery (BR-IC-11).
 */
const MAY_BE_EARLY = sql`vat_rule is distinct from 'reverse_charge'`
/** Each has an index of its own. */
const WHEN_SHIPPED = sql`select id from orders where ${BILLABLE} and status in ('shipped', 'delivered') and not ${IS_HELD}`
const WHEN_PAID = sql`select id from orders where ${BILLABLE} and status <> 'cancelled' and ${IS_PAID} and ${MAY_BE_EARLY}`
/**
 * Lists the credit notes to write: for refunds and credited returns whose order is invoiced or never will be, and for
 * invoiced orders that cost less now.
 */
export const TO_CREDIT = sql`
  select r.id::text as id, 'refunds' as "table"
  from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
  where r.needs_credit_note and ${IS_CREDITED} and (not o.needs_invoice or o.status = 'cancelled')
  union all
  select r.id::text, 'returns' from returns r join orders o on o.id = r.order_id where r.needs_credit_note and not o.needs_invoice
  union all
  select id::text, 'orders' from orders where needs_credit_note
  union all ${TO_TAKE_BACK}
`

async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`${PREPARED}
    select exists (${WHEN_SHIPPED}) or exists (${WHEN_PAID}) or exists (${TO_CREDIT}) as "isDue"
  `.execute(db)
  return one(rows).isDue
}

/** A shop that writes its invoices elsewhere gets none for these orders, also when it changes its mind later. */
async function leaveOut(db: Db): Promise<void> {
  await sql`update orders set needs_invoice = false where needs_invoice and id in (${WHEN_SHIPPED} union ${WHEN_PAID})`.execute(
    db,
  )
  for (const table of ['refunds', 'returns', 'orders']) {
    const id = table === 'orders' ? sql`id::bigint` : sql`id::uuid`
    await sql`
      update ${sql.table(table)} set needs_credit_note = false
      where needs_credit_note and id in (select ${id} from (${TO_CREDIT}) as due where "table" = ${table})
    `.execute(db)
  }
}

/** Writes the invoice of the oldest order that is due and that no other process has. @returns false when there is none */
export async function issueNextInvoice(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { shop, now, except } = attempt
  const due = shop.invoiceMoment === 'shipped' ? WHEN_SHIPPED : sql`${WHEN_SHIPPED} union ${WHEN_PAID}`
  const { rows } = await sql<{ id: number }>`
    select id from orders where needs_invoice and id in (${due}) and id::text <> all(${except}::text[])
    order by id limit 1 for no key update skip locked
  `.execute(tx)
  const [order] = rows
  if (!order) return false
  attempt.about = String(order.id)
  return isProgress(await issueInvoice(tx, order.id, shop, now))
}

const CAUSES = {
  refunds: (refundId: string) => ({ refundId }),
  returns: (returnId: string) => ({ returnId }),
  orders: (orderId: string) => ({ unpaidOrderId: Number(orderId) }),
}

/** @returns false when nothing is to be credited */
export async function issueNextCreditNote(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { shop, now, except } = attempt
  const { rows } = await sql<{ id: string; table: keyof typeof CAUSES | 'reversals' }>`
    select id, "table" from (${TO_CREDIT}) as due where id <> all(${except}::text[]) order by id limit 1
  `.execute(tx)
  const [due] = rows
  if (!due) return false
  attempt.about = due.id
  if (due.table === 'reversals') return isProgress(await takeCreditNoteBack(tx, due.id, shop, now))
  const cause = CAUSES[due.table](due.id)
  const result = await issueCreditNote(tx, cause, shop, now)
  if (result === 'no_invoice' || result === 'nothing_to_credit') {
    await settleCredit(tx, cause)
    return true
  }
  return isProgress(result)
}

/** Everything waits while the numbers wait. */
function isProgress(result: Issued | Refusal): boolean {
  return result !== 'numbers_wait' && result !== 'no_seller'
}
