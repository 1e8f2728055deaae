#!/usr/bin/env bash
# iso20022.js 0.0.15 changes references, and hides reversals, of a valid camt.053 statement.
#
# One would guess: the parser of a bank statement keeps an end-to-end id as the text that it is (ISO 20022, Max35Text), and
#   <RvslInd>true</RvslInd> is read as a reversal.
# What happens: the id 0001043 becomes the number 1043, and `reversal` is false, because the text "true" is read as a boolean
#   and compared with a text.
# Source: camt.053.001.02, NtryDtls/TxDtls/Refs/EndToEndId (Max35Text) and Ntry/RvslInd (TrueFalseIndicator); iso20022.js 0.0.15.
# Hurts: shops that match transfers by reference ("Order 0001043"), and everybody who books a returned credit as money.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund iso20022.js@0.0.15
cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'
const account = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></Svcr></Acct>'
const balance = code => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>`
const entry = `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-02</Dt></ValDt><AcctSvcrRef>A1</AcctSvcrRef><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls><Refs><EndToEndId>0001043</EndToEndId></Refs><RmtInf><Ustrd>Order 0001043</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-02T20:00:00Z</CreDtTm></GrpHdr>
  <Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-02T20:00:00Z</CreDtTm><FrToDt><FrDtTm>2026-11-02T00:00:00Z</FrDtTm><ToDtTm>2026-11-02T20:00:00Z</ToDtTm></FrToDt>
  ${account}${balance('OPBD')}${balance('CLBD')}${entry}</Stmt></BkToCstmrStmt></Document>`
const [read] = CashManagementEndOfDayReport.fromXML(xml).statements[0].entries
console.log(JSON.stringify({ endToEndId: read.transactions[0].endToEndId, reversal: read.reversal }))
JS
echo "iso20022.js $(node -p 'require("./node_modules/iso20022.js/package.json").version'), node $(node --version)"
seen=$(node read.mjs); echo "$seen"
[ "$seen" = '{"endToEndId":1043,"reversal":false}' ] || { echo 'The behaviour has changed.'; exit 1; }
