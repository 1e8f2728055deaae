/** An entry of a bank statement that brings money, and what makes it the same entry in every file that has it. */
import { createHash } from 'node:crypto'
import { decimalsOf } from '../../pages/assets/form-rules.js'

export type Entry = {
  /** The account of the shop: an IBAN, or as the bank writes it. */
  account: string
  /** Amount in minor units. */
  amount: number
  currency: string
  /** Day when the bank booked it: `2026-11-02`. */
  bookedOn: string
  payer: string | undefined
  payerAccount: string | undefined
  reference: string
  /** The bank's reference of this transfer, and of the whole entry that it is a part of, with its sum. */
  bankReference: string | undefined
  batch: { reference: string; total: number } | undefined
  /** A transfer of the shop that came back: it pays no order. */
  isReturn: boolean
}

/** A file as read: the entries that bring money, and how many do not. */
export type Statement = { format: 'camt' | 'mt940'; entries: Entry[]; leftOut: number }

/** A file that is no statement, or one that is damaged. The message says why. */
export class UnreadableStatement extends Error {}

/** More are refused: a person looks at each. */
export const MOST_ENTRIES = 10_000

/** Words that banks write where they have no reference. */
const NO_REFERENCE = /^(NONREF|NOTPROVIDED|NICHT ANGEGEBEN|0+|-*)$/i

export function referenceIn(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed && !NO_REFERENCE.test(trimmed) ? trimmed : undefined
}

/**
 * Identifies each entry for a unique key of the database: by the account, the bank's reference, the day and the amount.
 * Where the bank gives no reference, payer and text replace it. Entries that agree in all this differ by the number of
 * the occurrence in the file. `NtryRef` of camt is left out: many banks count the lines of a file there, and two files
 * count differently.
 */
export function keysOf(entries: readonly Entry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(entry => {
    const { account, bankReference, batch, bookedOn, amount, currency } = entry
    const reference = bankReference ?? batch?.reference ?? `-${textHash(entry)}`
    const key = [plainAccount(account), reference, bookedOn, amount, currency].join('/')
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return occurrence === 1 ? key : `${key}/${occurrence}`
  })
}

/** Names the entry of the bank of which a transfer is a part. Another file can have the same entry in one sum. */
export function batchKeyOf({ account, batch, bookedOn, currency }: Entry): string | null {
  return batch ? [plainAccount(account), batch.reference, bookedOn, batch.total, currency].join('/') : null
}

/** Letters and digits only: files break lines and write codewords differently. */
function textHash({ reference, payer, payerAccount }: Entry): string {
  const text = [reference, payer, payerAccount]
    .join(' ')
    .replaceAll(/(?:SVWZ|EREF|KREF)\+/g, '')
    .toUpperCase()
  return createHash('sha256')
    .update(text.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .digest('hex')
    .slice(0, 16)
}

/** A German account is written as bank code and number in MT940, and as IBAN in camt, where the same digits follow the check digits. */
function plainAccount(account: string): string {
  const [, bank, number] = /^(\d{8})\/(\d{1,10})$/.exec(account) ?? []
  if (bank && number) return bank + number.padStart(10, '0')
  const plain = account.replaceAll(/\s/g, '').toUpperCase()
  return /^DE\d{20}$/.test(plain) ? plain.slice(4) : plain
}

/** `5.50`, or `5,5` as in MT940, in minor units of the currency. @throws UnreadableStatement */
export function minorUnits(text: string, currency: string): number {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  const decimals = decimalsOf(currency)
  const digits = fraction.replace(/0+$/, '')
  if (whole === undefined || digits.length > decimals)
    throw new UnreadableStatement(`“${text}” is no amount in ${currency}.`)
  const minor = Number(whole + digits.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(minor)) throw new UnreadableStatement(`The amount ${text} is too large.`)
  return minor
}
