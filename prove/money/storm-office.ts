/**
 * The office of a storm: two clerks who upload the list of the bank, say what each transfer is for, and make those that the shop owes. They
 * work at the same time, with statements that overlap, and ask the customers what nobody can read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankEntry } from './bank.ts'
import { by, PRICE, type Storm, send } from './storm-world.ts'

/** Accounts of customers, as German banks publish them for examples. */
export const ACCOUNTS = ['DE89370400440532013000', 'DE02120300000000202051', 'FR1420041010050500013M02606']

type Incoming = { id: string; amount: number; reference: string }
type Owed = { refundId: string; orderId: number; amount: number; iban: string | null; fileId: string | null }

/** Works until `close`, which returns when nothing is left to do. */
export function openOffice(storm: Storm): { close(): Promise<void> } {
  let isOver = false
  const clerks = [0, 1].map(async () => {
    while (!isOver) {
      await workOnce(storm)
      await sleep(300 + Math.random() * 500)
    }
  })
  return {
    async close() {
      isOver = true
      await Promise.all(clerks)
      for (let rounds = 0; rounds < 20; rounds++)
        if ((await workOnce(storm)) + (await endPartlyPaid(storm)) === 0) return
      throw new Error('The office is never done.')
    },
  }
}

/** @returns how many things there were to do */
async function workOnce(storm: Storm): Promise<number> {
  const { bank } = storm
  if (bank.entries.length === 0) return 0
  const data = Buffer.from(bank.statement()).toString('base64')
  await send(storm, '/api/bank-statements', { data }, storm.staff)
  const { items: incoming } = await read<Incoming>(storm, '/api/incoming-transfers?state=open&limit=100')
  for (const transfer of incoming) await sayWhatFor(storm, transfer)
  return incoming.length + (await payBack(storm))
}

async function sayWhatFor(storm: Storm, { id, amount, reference }: Incoming): Promise<void> {
  const entry = storm.bank.entries.find(({ text }) => reference.includes(text))
  const orders = entry && storm.meant.get(entry.number)
  if (!orders) throw new Error(`Nobody knows this transfer: ${reference}`)
  const { items } = await read<{ kind: string; sameAs: string }>(storm, `/api/incoming-transfers/${id}/proposals`)
  const noted = items.find(({ kind }) => kind === 'noted')
  if (noted && storm.notedByHand.has(orders[0]!)) {
    await send(storm, `/api/incoming-transfers/${id}/same-as`, { transferId: noted.sameAs }, storm.staff)
    return
  }
  const [first, ...others] = orders
  const parts = [
    { orderId: first, amount: amount - others.length * PRICE },
    ...others.map(orderId => ({ orderId, amount: PRICE })),
  ]
  await send(storm, `/api/incoming-transfers/${id}/book`, { parts }, storm.staff)
  // Somebody has pressed too soon. It is open again, unless its money has gone back already.
  if (by(0.1)) await send(storm, `/api/incoming-transfers/${id}/undo`, undefined, storm.staff)
}

/** Puts all that is owed into a file, or types it into the page of the bank. @returns how many */
async function payBack(storm: Storm): Promise<number> {
  const { items: owed } = await read<Owed>(storm, '/api/admin/refund-transfers?limit=100')
  for (const { refundId, iban, orderId } of owed) if (iban === null) await nameAccount(storm, refundId, orderId)
  const { status, body } = await send(storm, '/api/admin/transfer-files', {}, storm.staff)
  if (status === 201) await useFile(storm, body.id)
  return owed.length
}

async function nameAccount(storm: Storm, refundId: string, orderId: number): Promise<void> {
  const account = { iban: ACCOUNTS[orderId % ACCOUNTS.length], holder: `Customer of ${orderId}` }
  await send(storm, `/api/admin/refund-transfers/${refundId}/account`, account, storm.staff, 'PUT')
}

/** The same file twice is refused by the bank. A bank may also refuse it as a whole. */
async function useFile(storm: Storm, id: string): Promise<void> {
  const path = `/api/admin/transfer-files/${id}`
  if (by(0.15)) {
    await send(storm, path, undefined, storm.staff, 'DELETE')
    return
  }
  const { text } = await send(storm, `${path}.xml`, undefined, storm.staff, 'GET')
  storm.bank.execute(text)
  await send(storm, `${path}/sent`, undefined, storm.staff)
}

/** An order of which only a part has come is paid in the end, or cancelled. @returns how many there are */
async function endPartlyPaid(storm: Storm): Promise<number> {
  const { db } = storm.semel
  const partly = await db.selectFrom('orders').select('id').where('payment_status', '=', 'partly_paid').execute()
  for (const { id } of partly) {
    const { body } = await send(storm, `/api/orders/${id}`, undefined, storm.staff, 'GET')
    if (by(0.5)) await send(storm, `/api/orders/${id}/cancel`, undefined, storm.staff)
    else transfer(storm, [id], { amount: body.payment.due })
  }
  return partly.length
}

type Transfer = { amount?: number; name?: string; text?: string }

/** A customer makes a transfer, with a text that no other has. */
export function transfer(storm: Storm, orders: number[], { amount, name, text }: Transfer = {}): BankEntry {
  const letters = [...String(storm.bank.entries.length + 1000)].map(digit => 'ABCDEFGHIJ'[Number(digit)]).join('')
  const entry = storm.bank.receive({
    amount: amount ?? PRICE * orders.length,
    name: name ?? `Customer of ${orders[0]}`,
    iban: ACCOUNTS[orders[0]! % ACCOUNTS.length]!,
    text: `${text ?? orders.map(id => `ORDER ${id}`).join(' AND ')} ${letters}`,
  })
  storm.meant.set(entry.number, orders)
  return entry
}

async function read<Item>(storm: Storm, path: string): Promise<{ items: Item[] }> {
  return (await send(storm, path, undefined, storm.staff, 'GET')).body
}
