/**
 * Money that a person sends back by bank transfer:
 *
 *     to_transfer ──a person says that it was sent──▶ done
 *          ├──the customer waives it────────────────▶ failed (drop.ts)
 *          └──the payment was recorded by mistake──▶ failed
 *
 * Every cause ends here, because `wantRefund` decides by the provider of the payment: a refund, an order that became
 * smaller or was cancelled, a return, a withdrawal, money that was too much. The money is reserved, so nothing can owe
 * it twice.
 */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { languageOf } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import { inLanguage, t } from '../../words/words.ts'
import '../tables.ts'
import { askForAccount } from './account.ts'

/**
 * Writes down what to type into the bank's page, as far as it is known, and asks the customer for the account if nobody knows it. The
 * order is locked.
 * @param now undefined: the money was sent already, so nobody is asked
 */
export async function prepareTransfer(tx: Tx, refundId: string, now: Date | undefined): Promise<void> {
  const { rows } = await sql<Owed>`
    with owed as (
      select r.id, r.return_id, p.order_id, o.locale
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.id = ${refundId}
    )
    select order_id as "orderId", locale, (
      select count(*)::int from refund_transfers t join refunds r on r.id = t.refund_id join payments p on p.id = r.payment_id
      where p.order_id = owed.order_id
    ) as "sentBefore"
    from owed
  `.execute(tx)
  const { orderId, locale, sentBefore } = one(rows)
  const language = languageOf(locale, await readShop(tx))
  const words = inLanguage(language, () => t('Refund order {id}', { id: orderId }))
  const reference = sentBefore === 0 ? words : `${words}-${sentBefore + 1}`
  const { rows: written } = await sql<{ iban: string | null }>`
    insert into refund_transfers (refund_id, reference, iban, holder, bic, account_by, account_at)
    select ${refundId}::uuid, ${reference}, account.iban, account.holder, account.bic, account.by, account.at
    from (select) as one left join lateral (${knownAccountSql(refundId)}) as account on true
    returning iban
  `.execute(tx)
  if (now && one(written).iban === null) await askForAccount(tx, refundId, now)
}

type Owed = { orderId: number; locale: string | null; sentBefore: number }

/** The account that was named for this return, for an earlier transfer of the order, or for another return of it. */
function knownAccountSql(refundId: string) {
  return sql`
    with owed as (
      select p.order_id, r.return_id from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}
    ), known as (
      select case when s.id = owed.return_id then 1 else 3 end as rank, s.id, refund_iban as iban, null as holder, null as bic,
        null::uuid as by, null::timestamptz as at
      from returns s join owed on s.order_id = owed.order_id where refund_iban is not null
      union all
      select 2, t.refund_id, t.iban, t.holder, t.bic, t.account_by, t.account_at
      from refund_transfers t join refunds r on r.id = t.refund_id join payments p on p.id = r.payment_id
      join owed on p.order_id = owed.order_id
      where t.iban is not null
    )
    select iban, holder, bic, by, at from known order by rank, id desc limit 1
  `
}
