/**
 * A file of transfers for the bank: CustomerCreditTransferInitiationV09, pain.001.001.09 of ISO 20022, as the European Payments Council
 * profiles it for SEPA Credit Transfers (EPC132-08, Customer-to-PSP Implementation Guidelines): service level SEPA, charges shared (SLEV),
 * amounts in EUR, accounts by IBAN alone.
 */
import { sepaText } from '../transfers-in/sepa-text.ts'

type SepaFile = {
  /** Banks refuse a second file with the same one. */
  id: string
  createdAt: Date
  /** The shop's. */
  debtor: { name: string; iban: string; bic: string }
  /** The day on which the bank shall send them, as YYYY-MM-DD. */
  day: string
  transfers: readonly SepaTransfer[]
}

type SepaTransfer = {
  /** The refund's. It comes back on the statement. */
  id: string
  /** Amount in cents. */
  amount: number
  holder: string
  iban: string
  bic: string | null
  reference: string
}

export function writePain001({ id, createdAt, debtor, day, transfers }: SepaFile): string {
  const sum = decimalOf(transfers.reduce((total, { amount }) => total + amount, 0))
  const totals = `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const name = textOf(debtor.name, LONGEST_NAME)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>${nameOf(id)}</MsgId><CreDtTm>${createdAt.toISOString()}</CreDtTm>${totals}<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>${nameOf(id)}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${totals}
<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>
<Dbtr><Nm>${name}</Nm></Dbtr>
<DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct>
<DbtrAgt><FinInstnId>${debtor.bic ? `<BICFI>${debtor.bic}</BICFI>` : '<Othr><Id>NOTPROVIDED</Id></Othr>'}</FinInstnId></DbtrAgt>
<ChrgBr>SLEV</ChrgBr>
${transfers.map(transferXml).join('\n')}
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`
}

function transferXml({ id, amount, holder, iban, bic, reference }: SepaTransfer): string {
  const agent = bic ? `<CdtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></CdtrAgt>` : ''
  const sum = `<Amt><InstdAmt Ccy="EUR">${decimalOf(amount)}</InstdAmt></Amt>`
  return `<CdtTrfTxInf><PmtId><EndToEndId>${nameOf(id)}</EndToEndId></PmtId>${sum}${agent}
<Cdtr><Nm>${textOf(holder, LONGEST_NAME)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
<RmtInf><Ustrd>${textOf(reference, LONGEST_REFERENCE)}</Ustrd></RmtInf></CdtTrfTxInf>`
}

/** Limits of `Nm` and `Ustrd` in the XML schema of that profile (EPC132-08, 2023 version 1.0, SCT C2PSP). */
const LONGEST_NAME = 70
const LONGEST_REFERENCE = 140

/** A UUID is a character too long for Max35Text. */
function nameOf(id: string): string {
  return id.replaceAll('-', '')
}

function decimalOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** None of the characters of SEPA but `'` means anything in XML, and that one only in attributes. */
function textOf(text: string, longest: number): string {
  return sepaText(text, longest) || 'NOTPROVIDED'
}
