/** Transfers that people make at the bank, counted by the bank's own list: by hand, and by the files that it was given. */
import { sql } from 'kysely'
import { one } from '../../src/database/rows.ts'
import type { Semel } from '../../test/support/semel.ts'
import { readyTransfer } from '../../test/support/transfers.ts'

/** Two of the staff mark the same transfers as sent, two others put them into files, and the customer waives one. */
async function madeOnce({ semel }: { semel: Semel }): Promise<string[]> {
  const owed = [await readyTransfer(semel), await readyTransfer(semel), await readyTransfer(semel)]
  const ids = owed.map(({ refundId }) => refundId)
  const token = owed[0]!.staff.token
  const post = (path: string, body: object = {}) => semel.client().post(path, body, { token })
  const atBank: string[] = []

  const byHand = async (id: string) => {
    if ((await post(`/api/admin/refund-transfers/${id}/sent`)).status === 200) atBank.push(id)
  }
  const byFile = async (refundIds: string[]) => {
    const { status, body } = await post('/api/admin/transfer-files', { refundIds })
    if (status !== 201) return
    const { text } = await semel.client().get(`/api/admin/transfer-files/${body.id}.xml`, { token })
    atBank.push(...ids.filter(id => text.includes(`<EndToEndId>${id.replaceAll('-', '')}<`)))
    await Promise.all([1, 2].map(() => post(`/api/admin/transfer-files/${body.id}/sent`)))
  }
  const waive = () => post(`/api/admin/refund-transfers/${ids[2]}/waive`, { reason: 'Keep it' })
  await Promise.all([
    byHand(ids[0]!),
    byHand(ids[0]!),
    byFile(ids.slice(0, 2)),
    byFile([ids[1]!]),
    byFile([ids[1]!]),
    waive(),
    byHand(ids[2]!),
  ])

  const { rows } = await sql<{ sent: number; owed: number; reserved: number; refunded: number; told: number }>`
    with refund as (select r.* from refunds r where r.id = any(${ids}::uuid[]))
    select (select coalesce(sum(amount), 0)::int from refund where state = 'done') as sent,
      (select coalesce(sum(amount), 0)::int from refund where state = 'to_transfer') as owed,
      (select sum(refund_reserved)::int from payments where id in (select payment_id from refund)) as reserved,
      (select sum(refunded)::int from payments where id in (select payment_id from refund)) as refunded,
      (select count(*)::int from events where type = 'refund.sent' and payload ->> 'refundId' = any(${ids}::text[])) as told
  `.execute(semel.db)
  const { sent, owed: left, reserved, refunded, told } = one(rows)
  const wrong: Record<string, boolean> = {
    'the bank made a transfer twice': new Set(atBank).size !== atBank.length,
    'what was sent is not what the bank made': sent !== atBank.length * AMOUNT,
    'what is owed and sent is not what is reserved': sent + left !== reserved || sent !== refunded,
    'not one email for each transfer': told !== atBank.length,
  }
  return Object.keys(wrong)
    .filter(rule => wrong[rule])
    .map(rule => `${rule}: ${JSON.stringify({ sent, left, reserved, refunded, told, atBank })}`)
}

/** Of `readyTransfer`. */
const AMOUNT = 1250

const TIMES = 3

export const TRANSFERS = [
  {
    name: 'transfers are made once, by hand or by a file',
    async race(bed: { semel: Semel }): Promise<string[]> {
      const found: string[] = []
      for (let time = 0; time < TIMES; time++) found.push(...(await madeOnce(bed)))
      return found
    },
  },
]
