/** Letters about an order and its steps. */
import type { Db } from '../../database/schema.ts'
import { readShop } from '../../shop/settings.ts'
import { currentLanguage, currentLocale, t } from '../../words/words.ts'
import type { Letter, MailShop } from '../messages/letter.ts'
import { type OrderForMail, orderCancelled, orderConfirmation } from '../messages/order.ts'
import { type ContractText, contractTexts } from './contract-texts.ts'
import { maskAddress } from './masked.ts'
import { orderReady } from './order-ready.ts'
import { orderShipped, parcelShipped, trackingNumberChanged } from './parcel-letters.ts'
import { withdrawalForm } from './withdrawal-form.ts'

type OrderOf = (id: number) => Promise<OrderForMail | undefined>
type About = { orderId: number }
type Reader = { name: string; isVerified: boolean }

/** A reader whose address nobody has verified may be anybody, and gets nothing that a stranger has written. */
function asReadBy({ isVerified }: Reader, order: OrderForMail): OrderForMail {
  if (isVerified) return order
  const { deliveryAddress, billingAddress } = order
  return {
    ...order,
    note: null,
    deliveryAddress: deliveryAddress && maskAddress(deliveryAddress),
    billingAddress: billingAddress && maskAddress(billingAddress),
  }
}

/** The lines that the law of the shop's trade wants, below whatever else the email says. */
function withOrderLines(letter: Letter, { belowOrders = '' }: MailShop): Letter {
  const lines = belowOrders.split('\n').flatMap(line => (line.trim() ? [line.trim()] : []))
  return { ...letter, last: [...(letter.last ?? []), ...lines.map(text => ({ kind: 'note' as const, text }))] }
}

/** The texts of the contract, and the form for withdrawing from it while it is in force. */
async function contractOf(db: Db, order: OrderForMail, shop: MailShop): Promise<ContractText[]> {
  const { languages, replyTo } = await readShop(db)
  const texts = await contractTexts(db, order, { language: currentLanguage(), languages })
  const form = order.status === 'cancelled' ? undefined : withdrawalForm(order, { ...shop, email: replyTo })
  return form ? [...texts, { title: t('Model withdrawal form'), file: form }] : texts
}

function withContract(letter: Letter, texts: readonly ContractText[]): Letter {
  if (texts.length === 0) return letter
  const list = new Intl.ListFormat(currentLocale()).format(texts.map(({ title }) => title))
  const text = t('These texts belong to your contract and come with this email: {texts}.', { texts: list })
  return { ...letter, last: [...(letter.last ?? []), { kind: 'note', text }], files: texts.map(({ file }) => file) }
}

export function orderLetters(db: Db, orderOf: OrderOf) {
  const about =
    (letter: typeof orderShipped) =>
    async ({ orderId }: About, reader: Reader, shop: MailShop): Promise<Letter | undefined> => {
      const order = await orderOf(orderId)
      return order && withOrderLines(letter(asReadBy(reader, order), reader.name, shop), shop)
    }
  const aboutParcel =
    (write: typeof parcelShipped) =>
    async ({ orderId, parcel }: About & { parcel?: number }, reader: Reader, shop: MailShop) => {
      const order = await orderOf(orderId)
      const letter = order && write(asReadBy(reader, order), parcel, reader.name, shop)
      return letter && withOrderLines(letter, shop)
    }
  const confirmation = async ({ orderId }: About, reader: Reader, shop: MailShop): Promise<Letter | undefined> => {
    const order = await orderOf(orderId)
    if (!order) return undefined
    const letter = orderConfirmation(asReadBy(reader, order), reader.name, shop)
    return withOrderLines(withContract(letter, await contractOf(db, order, shop)), shop)
  }
  return {
    'order.placed': confirmation,
    'order.confirmation_requested': confirmation,
    'order.shipped': about(orderShipped),
    'order.parcel_shipped': aboutParcel(parcelShipped),
    'order.ready_to_collect': about(orderReady),
    'order.cancelled': about(orderCancelled),
    'order.tracking_number_changed': aboutParcel(trackingNumberChanged),
  }
}
