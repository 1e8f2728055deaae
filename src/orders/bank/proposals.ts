/*
 * Proposes the orders that a transfer of a statement may pay: by the reference in all its spellings, the numbers of
 * papers, the amount, and the name of the payer. Only a proposal in which reference, amount and currency agree is sure
 * enough to be confirmed together with others.
 */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { DUE, IS_DUE } from '../../payments/due.ts'
import type { IncomingRow } from '../../payments/transfers-in/queries.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { inLanguage, t } from '../../words/words.ts'
import { findPapers, readSpelling } from '../references/find.ts'
import { readNumbers, type Spelling } from '../references/read.ts'

/**
 * - `exact`: the reference names orders, and the amount is what is due of them;
 * - `noted`: a person has noted this transfer before the statement came;
 * - `differs`: the reference names an order, and something else is due;
 * - `paid`: the reference names an order of which nothing is due, so all of it would go back;
 * - `number`: a number without words, and the amount agrees;
 * - `name`: the payer and the amount agree.
 */
export const PROPOSAL_KINDS = ['exact', 'noted', 'differs', 'paid', 'number', 'name'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]
export type Proposal = {
  kind: ProposalKind
  parts: { orderId: number; amount: number }[]
  sameAs: string | null
  /** The amount due of the order, where the transfer differs. */
  due?: number
}

const MOST_PROPOSALS = 5
/** Customers who pay more orders at once say so in another way. */
export const MOST_PARTS = 10

export async function proposalsFor(db: Db, transfers: readonly IncomingRow[]): Promise<Map<string, Proposal[]>> {
  const spelling = await readSpelling(db)
  const found = new Map<string, Proposal[]>()
  for (const transfer of transfers) found.set(transfer.id, await proposals(db, transfer, spelling))
  return found
}

type Candidate = { id: number; due: number; currency: string; names: string[] }

async function proposals(db: Db, transfer: IncomingRow, spelling: Spelling): Promise<Proposal[]> {
  const { amount, currency, reference, isReturn } = transfer
  if (isReturn || isOwnRefund(reference ?? '')) return []
  const { named, bare, labels } = readNumbers(reference ?? '', spelling)
  const papers = await findPapers(db, labels)
  const meant = [...new Set([...named, ...papers.map(({ orderId }) => orderId)])]
  const [orders, sameAmount, noted] = await Promise.all([
    findCandidates(db, [...meant, ...bare]),
    findOfAmount(db, transfer),
    findNoted(db, transfer),
  ])
  const known = orders.filter(order => order.currency === currency)
  const byName = known.filter(({ id }) => meant.includes(id))
  const all: Proposal[] = [
    ...noted.map(({ id, orderIds }) => ({
      kind: 'noted' as const,
      sameAs: id,
      parts: orderIds.map(orderId => ({ orderId, amount })),
    })),
    ...exactOnes(byName, amount),
    ...byName
      .filter(({ due }) => due !== amount)
      .map(({ id, due }) => ({
        kind: due > 0 ? ('differs' as const) : ('paid' as const),
        parts: [{ orderId: id, amount }],
        sameAs: null,
        due,
      })),
    ...known
      .filter(({ id, due }) => bare.includes(id) && !meant.includes(id) && due === amount)
      .map(({ id }) => ({ kind: 'number' as const, parts: [{ orderId: id, amount }], sameAs: null })),
    ...sameAmount
      .filter(({ id, names }) => !meant.includes(id) && isNamed(transfer.payer, names))
      .map(({ id }) => ({ kind: 'name' as const, parts: [{ orderId: id, amount }], sameAs: null })),
  ]
  const ranked = all.toSorted((a, b) => KINDS_BEST_FIRST.indexOf(a.kind) - KINDS_BEST_FIRST.indexOf(b.kind))
  return ranked.filter(one => ranked.find(other => isSame(one, other)) === one).slice(0, MOST_PROPOSALS)
}

/** A number in the text and the name of the payer can mean the same order. */
function isSame(one: Proposal, other: Proposal): boolean {
  const said = ({ parts, sameAs }: Proposal) => `${sameAs} ${parts.map(({ orderId }) => orderId)}`
  return said(one) === said(other)
}

const KINDS_BEST_FIRST: ProposalKind[] = ['noted', 'exact', 'differs', 'number', 'name', 'paid']

/** One order, or several that are paid together. */
function exactOnes(orders: readonly Candidate[], amount: number): Proposal[] {
  const single = orders.filter(({ due }) => due === amount)
  if (single.length > 0)
    return single.map(({ id }) => ({ kind: 'exact', parts: [{ orderId: id, amount }], sameAs: null }))
  const owed = orders.filter(({ due }) => due > 0)
  const isSum = owed.length > 1 && owed.length <= MOST_PARTS && owed.reduce((sum, { due }) => sum + due, 0) === amount
  return isSum
    ? [{ kind: 'exact', parts: owed.map(({ id, due }) => ({ orderId: id, amount: due })), sameAs: null }]
    : []
}

/** A transfer of the shop that came back says what the shop wrote on it. */
function isOwnRefund(reference: string): boolean {
  const plain = reference.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return LANGUAGES.some(language => {
    const words = inLanguage(language, () => t('Refund order {id}', { id: '' }))
    return plain.includes(words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  })
}

/** Says whether the payer shares a part of three letters or more with one of the names. */
function isNamed(payer: string | null, names: readonly string[]): boolean {
  const wordsOf = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  const words = new Set(names.flatMap(wordsOf))
  return wordsOf(payer ?? '').some(word => words.has(word))
}

const CUSTOMER_NAMES = sql`array_remove(
  array[(select user_name from users where users.id = orders.owner_id), delivery_address ->> 'name'],
  null)`

async function findCandidates(db: Db, ids: readonly number[]): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Candidate>`
    select id, ${DUE} as due, currency, ${CUSTOMER_NAMES} as names from orders where id = any(${ids}::bigint[]) order by id limit 100
  `.execute(db)
  return rows
}

/** Finds orders whose whole total is due. An order that costs less by now is found by its reference. */
async function findOfAmount(db: Db, { amount, currency }: IncomingRow): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, ${DUE} as due, currency, ${CUSTOMER_NAMES} as names from orders
    where total = ${amount} and currency = ${currency} and ${IS_DUE} and ${DUE} = ${amount} order by id desc limit 100
  `.execute(db)
  return rows
}

/** Transfers of the same amount that a person has noted within some days, and that no entry of a statement is said to be. */
async function findNoted(db: Db, { id, amount, currency, bookedOn, payer, reference }: IncomingRow) {
  const { rows } = await sql<{ id: string; orderIds: number[] }>`
    select t.id, array(select distinct order_id from incoming_transfer_parts p where p.transfer_id = t.id order by 1) as "orderIds"
    from incoming_transfers t
    where t.amount = ${amount} and t.currency = ${currency} and t.entry_key is null and t.state = 'booked' and t.id <> ${id}
      and not exists (select from incoming_transfers known where known.same_as = t.id)
      and coalesce(t.booked_on, t.noted_at::date) between ${bookedOn}::date - 10 and ${bookedOn}::date + 40
      and (t.payer is null or t.payer = ${payer} or t.reference is null or t.reference = ${reference})
    order by t.id limit ${MOST_PROPOSALS}
  `.execute(db)
  return rows
}
