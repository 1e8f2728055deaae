/*
 * Reads MT940 by `mt940js` (docs/decisions/050-bank-statements.md), which knows the fields and checks their sum against
 * the balances. Sources: SWIFT Standards, Category 9, MT 940 Customer Statement Message, fields 61 (marks C, D, RC, RD)
 * and 86; Deutsche Kreditwirtschaft, DFÜ-Abkommen, Anlage 3, chapter 8.2.4: field 86 in subfields, ?20 to ?29 and ?60
 * to ?63 for the text in pieces of 27 characters, ?31 account, ?32 and ?33 name, and codewords like EREF+ and SVWZ+ at
 * the beginning of a piece.
 */
import { Parser, type Transaction } from 'mt940js'
import { DAY } from '../../time.ts'
import { type Entry, MOST_ENTRIES, minorUnits, referenceIn, type Statement, UnreadableStatement } from './entry.ts'

/** @throws UnreadableStatement */
export function readMt940(text: string): Statement {
  const found: Statement = { format: 'mt940', entries: [], leftOut: 0 }
  for (const statement of parse(text)) {
    const { accountIdentification, transactions } = statement
    for (const transaction of transactions) {
      const { amount, isReversal } = transaction
      if (isReversal || !(amount > 0)) found.leftOut++
      else found.entries.push(readEntry(transaction, accountIdentification.trim()))
    }
    if (found.entries.length > MOST_ENTRIES)
      throw new UnreadableStatement(`More than ${MOST_ENTRIES} entries are too many for one file.`)
  }
  return found
}

function parse(text: string) {
  try {
    const statements = new Parser().parse(text.trim())
    if (statements.length > 0) return statements
  } catch (error) {
    // The parser names what is wrong in its own words, and stumbles over a file of another kind.
    if (/^(Mandatory tag|Sum of lines|Unknown tag|Currency markers|Inconsistent|No)/.test((error as Error).message))
      throw new UnreadableStatement(`This MT940 file is damaged: ${(error as Error).message}.`)
  }
  throw new UnreadableStatement('This file is no bank statement: neither camt.053, camt.054 nor MT940.')
}

function readEntry(
  { date, entryDate, amount, currency, reference, bankReference, details, structuredDetails }: Transaction,
  account: string,
): Entry {
  const fields = structuredDetails ?? {}
  const isGerman = 'gvc' in fields
  const named = isGerman ? {} : fields
  const purpose = isGerman ? germanPurpose(fields) : [named.EREF, named.REMI].filter(Boolean).join(' ') || details
  const payer = isGerman ? [fields['32'], fields['33']].filter(Boolean).join('') : (named.NAME ?? named.ORDP)
  const text = purpose.replaceAll('\n', '')
  const own = referenceIn(reference)
  const bank = referenceIn(bankReference)
  return {
    account,
    // Two decimals of a number in floating point are exact to far more than a bank account holds.
    amount: minorUnits(amount.toFixed(5), currency),
    currency,
    bookedOn: bookingDay(date, entryDate).toISOString().slice(0, 10),
    payer: payer?.trim() || undefined,
    payerAccount: fields['31']?.trim() || named.IBAN || undefined,
    reference: [text.trim(), own && !text.includes(own) ? own : ''].filter(Boolean).join(' '),
    bankReference: bank,
    batch: bank ? { reference: bank, total: minorUnits(amount.toFixed(5), currency) } : undefined,
    // Returns of the shop's own transfers are recognized by their text (src/orders/bank/proposals.ts).
    isReturn: false,
  }
}

/** Pieces are joined as they are: a word that is longer than a piece goes on in the next one. */
function germanPurpose(fields: Record<string, string>): string {
  const keys = [...Array.from({ length: 10 }, (_, n) => String(20 + n)), '60', '61', '62', '63']
  return keys.map(key => fields[key] ?? '').join('')
}

/** The day of booking has no year in the file. `mt940js` gives it the year of the value date, also over New Year. */
function bookingDay(value: Date, entry: Date | null | undefined): Date {
  if (!entry) return value
  const distance = entry.getTime() - value.getTime()
  if (Math.abs(distance) < 180 * DAY) return entry
  return new Date(Date.UTC(entry.getUTCFullYear() + (distance < 0 ? 1 : -1), entry.getUTCMonth(), entry.getUTCDate()))
}
