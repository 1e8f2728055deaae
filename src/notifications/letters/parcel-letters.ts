/** The letters about the parcels of an order: what has left, with whom, and where it can be followed. */
import { type ShownParcel, showParcels } from '../../orders/parcels/parcel.ts'
import { t } from '../../words/words.ts'
import { type Block, type Fact, hello, type Letter, type MailShop } from '../messages/letter.ts'
import { aboutOrder, type OrderForMail, orderButton, orderFacts, orderItems } from '../messages/order.ts'

export function orderShipped(order: OrderForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const parcels = showParcels(order)
  return {
    subject: t('Order #{id} has been shipped', { id }),
    preview: previewOf(parcels.at(-1)),
    heading: t('Your order is on its way'),
    before: [`${hello(userName)}\n${t('we have handed order #{id} to the carrier.', { id })}`],
    facts: [
      { kind: 'facts', rows: [...orderFacts(order, shop), ...trackingFact(parcels.at(-1))] },
      ...(parcels.length > 1 ? contentOf(order, parcels.at(-1)!) : []),
      orderItems(order, shop),
      orderButton(order, shop),
    ],
    after: [],
    ...aboutOrder(order, shop),
  }
}

/** @returns undefined for a parcel that was taken back */
export function parcelShipped(
  order: OrderForMail,
  number: number | undefined,
  userName: string,
  shop: MailShop,
): Letter | undefined {
  const { id } = order
  const parcels = showParcels(order)
  const parcel = parcels.find(one => one.number === number)
  if (!parcel) return undefined
  return {
    subject: t('A part of order #{id} has been shipped', { id }),
    preview: previewOf(parcel),
    heading: t('A part of your order is on its way'),
    before: [
      `${hello(userName)}\n${t('we have handed a part of order #{id} to the carrier. The rest follows in a parcel of its own.', { id })}`,
    ],
    facts: [
      { kind: 'facts', rows: [...orderFacts(order, shop), ...trackingFact(parcel)] },
      ...contentOf(order, parcel),
      orderButton(order, shop),
    ],
    after: [],
    ...aboutOrder(order, shop, parcel),
  }
}

function previewOf(parcel: ShownParcel | undefined): string {
  const trackingNumber = parcel?.trackingNumber
  return trackingNumber ? t('Tracking number {trackingNumber}', { trackingNumber }) : t('It is on its way to you.')
}

/** Lists the pieces of a parcel, and those that have not left yet. */
function contentOf({ items, status }: OrderForMail, parcel: ShownParcel): Block[] {
  const nameOf = (line: number) => items.find(item => item.line === line)?.name ?? ''
  const inside = parcel.items.map(({ line, quantity }) => `${quantity} × ${nameOf(line)}`)
  const left = items.filter(({ quantity, shipped }) => status === 'processing' && quantity > shipped)
  const toCome = left.map(({ name, quantity, shipped }) => `${quantity - shipped} × ${name}`)
  const lines: Block[] = [
    ...(inside.length > 0
      ? [{ kind: 'note' as const, text: t('In this parcel: {pieces}', { pieces: inside.join('; ') }) }]
      : []),
    ...(toCome.length > 0
      ? [{ kind: 'note' as const, text: t('Still to come: {pieces}', { pieces: toCome.join('; ') }) }]
      : []),
  ]
  return lines
}

/** @param number of the parcel; undefined: the last one */
export function trackingNumberChanged(
  order: OrderForMail,
  number: number | undefined,
  userName: string,
  shop: MailShop,
): Letter {
  const { id } = order
  const parcels = showParcels(order)
  const parcel = parcels.find(one => one.number === number) ?? parcels.at(-1)
  return {
    subject: t('Order #{id} has a new tracking number', { id }),
    preview: previewOf(parcel),
    heading: t('Your new tracking number'),
    before: [`${hello(userName)}\n${t('please use this number to follow order #{id}.', { id })}`],
    facts: [{ kind: 'facts', rows: parcels.flatMap(trackingFact) }, orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop, parcel),
  }
}

function trackingFact(parcel: ShownParcel | undefined): Fact[] {
  if (!parcel) return []
  const { carrier, trackingNumber, trackingUrl } = parcel
  if (!trackingNumber) return []
  const number = carrier ? `${carrier.name} ${trackingNumber}` : trackingNumber
  return [trackingUrl ? [t('Tracking'), number, trackingUrl] : [t('Tracking'), number]]
}
