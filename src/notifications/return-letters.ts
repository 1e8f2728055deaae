/** The letters about what comes back and what is changed, from what the database says now. */
import type { Db } from '../database/schema.ts'
import type { EventPayloads } from '../events/announce.ts'
import { findEdit } from '../orders/edits/queries.ts'
import { findReturn } from '../returns/queries.ts'
import type { ReturnState } from '../returns/states.ts'
import { findWithdrawal } from '../returns/withdrawals/queries.ts'
import type { MailShop } from './messages/letter.ts'
import type { OrderForMail } from './messages/order.ts'
import { orderChanged } from './messages/order-changed.ts'
import { returnLetter } from './messages/return.ts'
import { withdrawalReceipt } from './messages/withdrawal.ts'

type FindOrder = (id: number) => Promise<OrderForMail | undefined>
type Reader = { name: string; isVerified: boolean }

export function returnLetters(db: Db, orderOf: FindOrder) {
  const about =
    (step: ReturnState) =>
    async ({ orderId, returnId }: EventPayloads['return.requested'], { name }: Reader, shop: MailShop) => {
      const [order, found] = await Promise.all([orderOf(orderId), findReturn(db, returnId)])
      return order && found && returnLetter(step, found, order, name, shop)
    }
  return {
    'return.requested': about('requested'),
    'return.approved': about('approved'),
    'return.received': about('received'),
    'return.closed': about('closed'),
    'return.declined': about('declined'),
    'withdrawal.received': async (
      { withdrawalId, at }: EventPayloads['withdrawal.received'],
      _: Reader,
      shop: MailShop,
    ) => {
      const found = await findWithdrawal(db, withdrawalId)
      return found && withdrawalReceipt(found, new Date(at), shop)
    },
    'order.changed': async (
      { orderId, editId }: EventPayloads['order.changed'],
      { name, isVerified }: Reader,
      shop: MailShop,
    ) => {
      const [order, edit] = await Promise.all([orderOf(orderId), findEdit(db, editId)])
      return order && edit && orderChanged(edit, isVerified ? order : { ...order, deliveryAddress: null }, name, shop)
    },
  }
}

/** Whoever has sent a withdrawal may have no account. */
export async function personWho(db: Db, withdrawalId: string) {
  const found = await findWithdrawal(db, withdrawalId)
  return found && { userId: null, name: found.name, address: found.email, isVerified: false, locale: found.locale }
}
