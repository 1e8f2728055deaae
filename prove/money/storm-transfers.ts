/**
 * The buyers of a storm who pay by bank transfer: too little, too much, twice, for two orders, after a cancellation,
 * from another payer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentStatus } from '../../test/support/payments.ts'
import { until } from '../../test/support/until.ts'
import { type Buyer, cancel, type Order, openPage, PATIENCE, part, place, refund } from './storm-buyers.ts'
import { transfer } from './storm-office.ts'
import { by, PRICE, send } from './storm-world.ts'

export const TRANSFER_BUYERS: [string, number, Buyer][] = [
  ['transfer of too little', 3, async ({ storm, id }) => void transfer(storm, [id], { amount: part(PRICE - 200) })],
  ['transfer in two parts', 3, inTwoParts],
  ['transfer of too much', 3, async ({ storm, id }) => void transfer(storm, [id], { amount: PRICE + part(3000) })],
  ['transfer twice', 3, twice],
  ['one transfer for two orders', 3, forTwo],
  ['transfer after a cancellation', 3, afterCancellation],
  ['transfer while the order is cancelled', 3, whileCancelled],
  ['transfer from another payer', 3, fromAnother],
  ['transfer that was noted before', 3, notedBefore],
  ['transfer that goes back in parts', 3, refundedInParts],
  ['transfer for what is returned', 3, returned],
]

/** These have a page of the provider open, and pay there too. */
export const TWO_WAYS: [string, number, Buyer][] = [['transfer beside the page of the provider', 3, besideThePage]]

async function inTwoParts({ storm, id }: Order): Promise<void> {
  const first = part(PRICE - 200)
  transfer(storm, [id], { amount: first })
  await sleep(Math.random() * 1500)
  transfer(storm, [id], { amount: PRICE - first })
}

async function twice({ storm, id }: Order): Promise<void> {
  transfer(storm, [id])
  await sleep(Math.random() * 1500)
  transfer(storm, [id])
}

async function forTwo({ storm, id, buyer }: Order): Promise<void> {
  const other = await place(storm, buyer, 'invoice')
  transfer(storm, [id, other], { amount: 2 * PRICE + (by(0.3) ? part(500) : 0) })
}

async function afterCancellation(order: Order): Promise<void> {
  await cancel(order)
  transfer(order.storm, [order.id])
}

async function whileCancelled(order: Order): Promise<void> {
  transfer(order.storm, [order.id])
  await sleep(Math.random() * 2000)
  await cancel(order)
}

/** A grandmother pays, and writes no number. */
async function fromAnother({ storm, id }: Order): Promise<void> {
  transfer(storm, [id], { name: 'Somebody else', text: 'for the lamp of my grandchild' })
}

async function notedBefore({ storm, id }: Order): Promise<void> {
  storm.notedByHand.add(id)
  await send(storm, `/api/orders/${id}/mark-paid`, { amount: PRICE }, storm.staff)
  transfer(storm, [id])
}

async function isPaid({ storm, id }: Order): Promise<boolean> {
  const paid = async () => (await paymentStatus(storm.semel, id)) === 'paid'
  await until(paid, 'paid', PATIENCE).catch(() => {})
  return paid()
}

async function refundedInParts(order: Order): Promise<void> {
  transfer(order.storm, [order.id])
  if (await isPaid(order)) await Promise.all([refund(order, part(3000)), refund(order, part(3000)), refund(order)])
}

async function returned(order: Order): Promise<void> {
  const { storm, id, buyer } = order
  transfer(storm, [id])
  if (!(await isPaid(order))) return
  for (const step of ['process', 'ship']) await send(storm, `/api/orders/${id}/${step}`, undefined, storm.staff)
  const { status, body } = await send(storm, `/api/orders/${id}/returns`, { items: [{ line: 1, quantity: 1 }] }, buyer)
  if (status !== 201) return
  const at = `/api/admin/returns/${body.id}`
  await send(storm, `${at}/approve`, {}, storm.staff)
  await send(storm, `${at}/receive`, { items: [{ line: 1, restocked: 0 }] }, storm.staff)
  const made = await Promise.all([1, 2].map(() => send(storm, `${at}/refund`, {}, storm.staff)))
  for (const { status, body } of made)
    if (status === 201) storm.refunds.push({ orderId: id, id: body.id, amount: body.amount })
}

async function besideThePage(order: Order): Promise<void> {
  const { storm, id } = order
  const page = await openPage(order)
  transfer(storm, [id], { amount: by(0.5) ? PRICE : part(PRICE - 200) })
  await sleep(Math.random() * 1500)
  if (page?.status === 'open') storm.provider.bank.pay(page.id)
}
