/** The transfers that the shop has to make at its bank: one by one, or as a file for many. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { empty, section } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { count, money, spokenTime, time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { listOpenFiles, type OpenFile } from '../../payments/transfers-out/file.ts'
import { listTransfers, type TransferOut } from '../../payments/transfers-out/queries.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { ROW_FORMS, TRANSFERS_PAGE, transferRow } from './transfer-rows.ts'

/** The boxes are beside the transfers, and belong to the form by their attribute `form`. */
const boxes: Field<Text> = { name: 'refundIds.*', label: 'Transfer', type: 'checkbox' }

const sendMany = step<Text>({
  id: 'sent-many',
  at: `${TRANSFERS_PAGE}/sent`,
  api: '/api/admin/refund-transfers/sent',
  fields: [boxes],
  button: 'I have sent the ticked ones',
  confirm: "Did you make these transfers at your bank? Each customer gets an email. You can't undo this.",
  once: true,
  go: TRANSFERS_PAGE,
  done: 'Marked as sent. Each customer gets an email.',
})

const makeFile: Form<Text> = step<Text>({
  id: 'file',
  at: `${TRANSFERS_PAGE}/file`,
  api: '/api/admin/transfer-files',
  button: 'Make a file for the bank',
  once: true,
  go: TRANSFERS_PAGE,
  done: 'The file is ready. Download it, and upload it at your bank.',
  outdatedBy: ['not_for_a_file', 'reauthentication_required'],
})

const fileSent = step<Text>({
  id: 'file-sent',
  at: `${TRANSFERS_PAGE}/files/:file/sent`,
  api: '/api/admin/transfer-files/:file/sent',
  button: 'I have sent this file',
  confirm: "Did your bank take this file? Each customer gets an email. You can't undo this.",
  once: true,
  go: TRANSFERS_PAGE,
  done: 'Marked as sent. Each customer gets an email.',
})

const discard = removal<Text>({
  id: 'discard-file',
  at: `${TRANSFERS_PAGE}/files/:file/discard`,
  api: '/api/admin/transfer-files/:file',
  button: 'Discard this file',
  confirm:
    'Discard this file? Do that only if your bank has not made its transfers: they can then be paid in another way.',
  go: TRANSFERS_PAGE,
  done: 'The file is discarded.',
})

/** Accounts that money goes to, and the file that sends it, need a second factor of the last ten minutes. */
const confirm = confirmForm(`${TRANSFERS_PAGE}/confirm`)

export function transferPages(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: TRANSFERS_PAGE,
    forms: [...ROW_FORMS, sendMany, makeFile, fileSent, discard, confirm],
    async render(visitor, request, refused) {
      const states = explainConfirmation(refused)
      const paging = readPaging(request)
      const [transfers, files] = await Promise.all([listTransfers(db, paging), listOpenFiles(db)])
      const show = formsOf(visitor, states)
      const isReady = transfers.items.some(({ iban, fileId }) => iban && !fileId)
      return consolePage({
        title: 'Transfers to make',
        visitor,
        states,
        main: html`<p class="crumb"><a href="/admin/payments">${t('Payments')}</a></p><h1>${t('Transfers to make')}</h1>
          <p class="soft">${t(
            'This money came by bank transfer, so it goes back by one. Make the transfers at your bank, and say here that you have sent them: only then customers are told.',
          )}</p>
          ${confirmation(confirm, visitor, refused)}
          ${isReady && html`<div class="row">${show(makeFile)}${show(sendMany)}</div>`}
          ${
            files.length > 0 &&
            section(
              'files',
              'Files for the bank',
              files.map(file => fileRow(visitor, states, file)),
            )
          }
          ${renderList(request, {
            ...transfers,
            paging,
            nouns: ['transfer', 'transfers'],
            none: empty('No transfers to make', 'Refunds of money that came by bank transfer appear here.'),
            show: rows =>
              html`${rows.map((row, n) =>
                transferRow(
                  row,
                  rowFormsOf(visitor, states, { id: row.id }),
                  tickOf(row, n),
                  ({ id }) => states[id]?.params?.id === row.id,
                ),
              )}`,
          })}`,
      })
    },
  })
}

function tickOf({ id, iban, orderId, fileId }: TransferOut, n: number): Html {
  return html`${
    iban &&
    !fileId &&
    html`<input type="checkbox" form="sent-many" name="refundIds.${n}" value="${id}"
    aria-label="${t('Transfer for order #{id}', { id: orderId })}">`
  }`
}

function fileRow(visitor: Visitor, states: FormStates, { id, createdAt, transfers, amount }: OpenFile): Html {
  const show = rowFormsOf(visitor, states, { file: id })
  const about = t('of {reference}', { reference: spokenTime(createdAt) })
  return html`<div class="card"><p>${t('{total} transfers', {
    total: count(transfers),
    count: transfers,
  })}, ${money(amount, 'EUR')}, ${rich('made {time}', { time: time(createdAt) })}</p>
    <div class="row"><a class="button" href="/api/admin/transfer-files/${id}.xml"
      download>${t('Download')}</a>${show(fileSent, {}, about)}${show(discard, {}, about)}</div></div>`
}
