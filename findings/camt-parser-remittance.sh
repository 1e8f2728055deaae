#!/usr/bin/env bash
# camt-parser 1.1.0 drops the text of a transfer, its amount inside a batch, and the payer.
#
# One would guess: a reader of camt.053.001.08 returns the unstructured remittance information (Ustrd), the amount of each transaction of a
# batch (TxDtls/Amt), and the debtor, whom version 08 puts below `Pty`.
# What happens: of two transfers booked as one entry only the end-to-end ids and a structured reference are left; nothing is raised.
# Source: ISO 20022 camt.053.001.08, EntryTransaction10 (Amt, RltdPties, RmtInf) and TransactionParties6 (Dbtr/Pty); camt-parser 1.1.0.
# Hurts: shops that match transfers with orders: the order's number is in the text, and each order has its own amount.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund camt-parser@1.1.0
cat > read.mjs <<'JS'
import * as camt from 'camt-parser'
const transfer = (id, amount, text) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
const day = '<Dt>2026-11-02</Dt>'
const { statements: [{ transactions: [entry] }] } = await camt.parseCamt053(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-03T00:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-03T00:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>${day}</Dt></Bal>
<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>${day}</BookgDt><ValDt>${day}</ValDt>
<BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
<NtryDtls>${transfer('A', '20.00', 'ORDER 1043')}${transfer('B', '30.00', 'ORDER 1044')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`)
console.log(JSON.stringify(entry.details.map(one => ({
  id: one.references.endToEndId,
  amount: one.amountDetails.transactionAmount.value,
  parties: one.relatedParties,
  text: one.remittanceInformation ?? null,
}))))
JS
echo "camt-parser $(node -p 'require("./node_modules/camt-parser/package.json").version'), node $(node --version)"
seen=$(node read.mjs); echo "$seen"
expected='[{"id":"A","amount":"","parties":{},"text":null},{"id":"B","amount":"","parties":{},"text":null}]'
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.'; exit 1; }
