/*
 * Reads camt.053 (statement), camt.054 (notification) and camt.052 (report) in all their versions, from camt.05x.001.02
 * on. Sources: ISO 20022, "Bank-to-Customer Cash Management", Message Definition Reports of 2009 (.02) to 2024 (.13).
 * What the versions write differently:
 *
 * - `Sts` is a code until .07, and has the code in `Cd` from .08 on;
 * - a party has its name in `Nm` until .07, and in `Pty/Nm` from .08 on;
 * - the amount of a part of an entry is in `AmtDtls/TxAmt/Amt` in .02, and in `Amt` from .03 on.
 *
 * The parser is strict, and knows no entities but the five of XML: a file that is cut off or has a document type is refused.
 */
import { createRequire } from 'node:module'
import { type Entry, MOST_ENTRIES, minorUnits, referenceIn, type Statement, UnreadableStatement } from './entry.ts'

/** Loads the package with the first statement: at rest it would take 4 MB of each process. */
const load = createRequire(import.meta.url)

type Node = { name: string; currency: string | undefined; text: string; children: Node[] }

const DEEPEST = 40

/** @throws UnreadableStatement */
export function readCamt(xml: string): Statement {
  const root = parse(xml)
  const [message] = root.name === 'Document' ? root.children : [root]
  const statements = message && all(message, 'Stmt').concat(all(message, 'Ntfctn'), all(message, 'Rpt'))
  if (!statements?.length)
    throw new UnreadableStatement('This XML file is no bank statement: it has no camt.053, camt.054 or camt.052.')
  const found: Statement = { format: 'camt', entries: [], leftOut: 0 }
  for (const statement of statements) {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''
    for (const entry of all(statement, 'Ntry')) {
      const incoming = readEntry(entry, account)
      found.entries.push(...incoming)
      if (incoming.length === 0) found.leftOut++
      if (found.entries.length > MOST_ENTRIES)
        throw new UnreadableStatement(`More than ${MOST_ENTRIES} entries are too many for one file.`)
    }
  }
  return found
}

function parse(xml: string): Node {
  const { SaxesParser } = load('saxes') as typeof import('saxes')
  const parser = new SaxesParser({ xmlns: true })
  const open: Node[] = []
  let root: Node | undefined
  parser.on('error', error => {
    throw new UnreadableStatement(`This XML file is damaged: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new UnreadableStatement('A bank statement has no document type.')
  })
  parser.on('opentag', ({ local, attributes }) => {
    const node: Node = { name: local, currency: attributes.Ccy?.value, text: '', children: [] }
    open.at(-1)?.children.push(node)
    root ??= node
    if (open.push(node) > DEEPEST) throw new UnreadableStatement('This XML file is nested too deeply.')
  })
  parser.on('text', text => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('cdata', text => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root!
}

/**
 * Reads the incoming transfers of an entry: several in a batch; none in a debit, a reversal or an entry that is not
 * booked.
 */
function readEntry(entry: Node, account: string): Entry[] {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK'
  // Whichever way a reversal goes, no customer has paid by it.
  const isReversal = /^(true|1)$/.test(textAt(entry, 'RvslInd') ?? '')
  if (status !== 'BOOK' || isReversal || textAt(entry, 'CdtDbtInd') !== 'CRDT') return []
  const { amount, currency } = amountOf(entry)
  if (amount === 0) return []
  const entryReference = referenceIn(textAt(entry, 'AcctSvcrRef'))
  const parts = all(entry, 'NtryDtls').flatMap(details => all(details, 'TxDtls'))
  const common = { account, currency, bookedOn: dayOf(entry) }
  const batch = entryReference ? { reference: entryReference, total: amount } : undefined
  if (isSplit(parts, { amount, currency }))
    return parts
      .filter(isCredit)
      .map(part => ({ ...common, ...detailsOf(entry, [part]), amount: partAmount(part)!.amount, batch }))
  return [{ ...common, ...detailsOf(entry, parts, entryReference), amount, batch }]
}

/** Each part has its amount, in the currency of the entry, and together they are the entry. Otherwise the entry is shown as one. */
function isSplit(parts: readonly Node[], { amount, currency }: { amount: number; currency: string }): boolean {
  if (parts.length < 2) return false
  const amounts = parts.map(part => {
    const own = partAmount(part)
    return own?.currency === currency && own.amount > 0 ? own.amount * (isCredit(part) ? 1 : -1) : Number.NaN
  })
  return amounts.reduce((sum, one) => sum + one, 0) === amount
}

function isCredit(part: Node): boolean {
  return textAt(part, 'CdtDbtInd') !== 'DBIT'
}

function partAmount(part: Node): { amount: number; currency: string } | undefined {
  const node = at(part, 'Amt') ? part : at(part, 'AmtDtls', 'TxAmt')
  return node && amountOf(node)
}

function amountOf(node: Node): { amount: number; currency: string } {
  const amount = at(node, 'Amt')
  const currency = amount?.currency ?? ''
  if (!amount || !/^[A-Z]{3}$/.test(currency)) throw new UnreadableStatement('An entry has no amount with a currency.')
  return { amount: minorUnits(amount.text, currency), currency }
}

function detailsOf(entry: Node, parts: readonly Node[], entryReference?: string) {
  const first = parts[0] ?? entry
  const payer = at(first, 'RltdPties', 'Dbtr') ?? at(first, 'RltdPties', 'UltmtDbtr')
  const account = at(first, 'RltdPties', 'DbtrAcct', 'Id')
  const texts = parts.flatMap(part => [
    ...all(part, 'RmtInf').flatMap(info => [
      ...all(info, 'Ustrd').map(({ text }) => text),
      ...all(info, 'Strd').map(one => textAt(one, 'CdtrRefInf', 'Ref')),
    ]),
    referenceIn(textAt(part, 'Refs', 'EndToEndId')),
  ])
  const more = [...parts.map(part => textAt(part, 'AddtlTxInf')), textAt(entry, 'AddtlNtryInf')]
  const said = texts.filter(Boolean)
  return {
    payer: payer && (textAt(payer, 'Pty', 'Nm') ?? textAt(payer, 'Nm')),
    payerAccount: account && (textAt(account, 'IBAN') ?? textAt(account, 'Othr', 'Id')),
    reference: [...new Set(said.length > 0 ? said : more.filter(Boolean))].join(' '),
    bankReference:
      (parts.length === 1 ? referenceIn(textAt(first, 'Refs', 'AcctSvcrRef')) : undefined) ?? entryReference,
    isReturn: parts.some(part => at(part, 'RtrInf')),
  }
}

/** A day, or the day of a moment as the bank writes it. */
function dayOf(entry: Node): string {
  const date = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const text = (date && (textAt(date, 'Dt') ?? textAt(date, 'DtTm'))) ?? ''
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  if (!day || Number.isNaN(Date.parse(day))) throw new UnreadableStatement('An entry has no day of booking.')
  return day
}

function all(node: Node, name: string): Node[] {
  return node.children.filter(child => child.name === name)
}

function at(node: Node, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((found, name) => found?.children.find(child => child.name === name), node)
}

function textAt(node: Node, ...path: string[]): string | undefined {
  return at(node, ...path)?.text.trim() || undefined
}
