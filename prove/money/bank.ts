/**
 * The bank of the shop. It keeps a list of its own of what came and what went, writes it as camt.053.001.08, and takes files of transfers
 * as pain.001.001.09. It is written from ISO 20022 and from the profile of the European Payments Council (EPC132-08, 2023 version 1.0), and
 * uses nothing of Semel.
 */
import { SaxesParser } from 'saxes'

export type BankEntry = {
  /** Its number on the list of the bank. */
  number: number
  sign: 'CRDT' | 'DBIT'
  /** Amount in cents. */
  amount: number
  /** The other side. */
  name: string
  iban: string
  text: string
  /** The reference that the sender gives the transfer. */
  endToEndId: string
  day: string
}

type Node = { name: string; text: string; currency: string | undefined; children: Node[] }

export class Bank {
  readonly entries: BankEntry[] = []
  readonly #iban: string
  readonly #files = new Set<string>()

  constructor(iban: string) {
    this.#iban = iban
  }

  /** A customer's transfer arrives. */
  receive(transfer: { amount: number; name: string; iban: string; text: string }): BankEntry {
    return this.#keep({ sign: 'CRDT', endToEndId: 'NOTPROVIDED', ...transfer })
  }

  /** Somebody types a transfer into the page of the bank. */
  send(transfer: { amount: number; name: string; iban: string; text: string }): BankEntry {
    return this.#keep({ sign: 'DBIT', endToEndId: 'NOTPROVIDED', ...transfer })
  }

  /** Makes the transfers of a file, all or none. @throws Error with the reason of a refusal */
  execute(pain001: string): BankEntry[] {
    const file = at(parse(pain001), 'CstmrCdtTrfInitn')
    const [header, payment] = [at(file, 'GrpHdr'), at(file, 'PmtInf')]
    const messageId = text(header, 'MsgId')
    if (messageId.length > 35 || this.#files.has(messageId)) throw new Error(`The file ${messageId} was sent before.`)
    if (text(payment, 'DbtrAcct', 'Id', 'IBAN') !== this.#iban) throw new Error('This is not your account.')
    if (text(payment, 'PmtMtd') !== 'TRF' || text(payment, 'PmtTpInf', 'SvcLvl', 'Cd') !== 'SEPA')
      throw new Error('These are no SEPA credit transfers.')
    const orders = all(payment, 'CdtTrfTxInf').map(readOrder)
    const sum = orders.reduce((total, { amount }) => total + amount, 0)
    for (const part of [header, payment])
      if (Number(text(part, 'NbOfTxs')) !== orders.length || centsOf(text(part, 'CtrlSum')) !== sum)
        throw new Error('Number or sum of the transfers differ.')
    if (new Set(orders.map(({ endToEndId }) => endToEndId)).size < orders.length)
      throw new Error('Two transfers have one name.')
    this.#files.add(messageId)
    return orders.map(order => this.#keep({ sign: 'DBIT', ...order }))
  }

  /** All that was booked up to now, so two statements overlap. */
  statement(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>STATEMENT${this.entries.length}</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${this.#iban}</IBAN></Id></Acct>
${this.entries.map(entryXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
  }

  #keep(entry: Omit<BankEntry, 'number' | 'day'>): BankEntry {
    const kept = { ...entry, number: this.entries.length + 1, day: new Date().toISOString().slice(0, 10) }
    this.entries.push(kept)
    return kept
  }
}

function readOrder(order: Node): Omit<BankEntry, 'number' | 'day' | 'sign'> {
  const money = at(order, 'Amt', 'InstdAmt')
  const iban = text(order, 'CdtrAcct', 'Id', 'IBAN')
  if (money.currency !== 'EUR') throw new Error('SEPA knows euros only.')
  if (!isIban(iban)) throw new Error(`${iban} is no account.`)
  const [name, reference] = [text(order, 'Cdtr', 'Nm'), text(order, 'RmtInf', 'Ustrd')]
  if (name.length > 70 || reference.length > 140) throw new Error('A name or a reference is too long.')
  return {
    amount: centsOf(money.text),
    iban,
    name,
    text: reference,
    endToEndId: text(order, 'PmtId', 'EndToEndId'),
  }
}

function entryXml({ number, sign, amount, name, iban, text, endToEndId, day }: BankEntry): string {
  const [party, account] = sign === 'CRDT' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  return `<Ntry><Amt Ccy="EUR">${(amount / 100).toFixed(2)}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>B${number}</AcctSvcrRef><NtryDtls><TxDtls>
<Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><RltdPties><${party}><Pty><Nm>${name}</Nm></Pty></${party}>
<${account}><Id><IBAN>${iban}</IBAN></Id></${account}></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>
</TxDtls></NtryDtls></Ntry>`
}

/** ISO 13616: moved by four characters, with letters as two digits, the remainder of 97 is 1. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map(letter => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

function centsOf(decimal: string): number {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new Error(`${decimal} is no amount in euros.`)
  return Number(whole + fraction.padEnd(2, '0'))
}

function parse(xml: string): Node {
  const parser = new SaxesParser({ xmlns: true })
  const root: Node = { name: '', text: '', currency: undefined, children: [] }
  const open = [root]
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ local, attributes }) => {
    const node: Node = { name: local, text: '', currency: attributes.Ccy?.value, children: [] }
    open.at(-1)!.children.push(node)
    open.push(node)
  })
  parser.on('text', text => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return at(root, 'Document')
}

function all(node: Node, name: string): Node[] {
  return node.children.filter(child => child.name === name)
}

function at(node: Node, ...path: string[]): Node {
  return path.reduce((found, name) => {
    const [child] = all(found, name)
    if (!child) throw new Error(`${name} is missing in ${found.name}.`)
    return child
  }, node)
}

function text(node: Node, ...path: string[]): string {
  return at(node, ...path).text.trim()
}
