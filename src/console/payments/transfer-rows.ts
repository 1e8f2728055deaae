/** One transfer that the shop has to make: what to type into the page of the bank, and what it waits for. */
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, copyButton, facts } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { decimal, money, time } from '../../pages/format.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import { qr } from '../../pages/graphics/qr.ts'
import { transferCode } from '../../payments/transfers-in/transfer-code.ts'
import type { TransferOut } from '../../payments/transfers-out/queries.ts'
import { isInSepa } from '../../payments/transfers-out/transfer.ts'
import { groupedIban, ibanMistake } from '../../shop/setting-rules.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'

export const TRANSFERS_PAGE = '/admin/payments/transfers'
const outdatedBy = ['wrong_refund_state', 'refund_account_changed', 'transfer_in_file', 'reauthentication_required']

const setAccount = edit<Text>({
  id: 'account',
  at: `${TRANSFERS_PAGE}/:id/account`,
  method: 'PUT',
  api: '/api/admin/refund-transfers/:id/account',
  fields: [
    { name: 'iban', label: 'IBAN', type: 'text', required: true, autocomplete: 'off' },
    { name: 'holder', label: 'Account holder', type: 'text', required: true },
    {
      name: 'bic',
      label: 'BIC',
      type: 'text',
      width: 'medium',
      hint: 'Only for banks outside of the European Economic Area.',
    },
  ],
  button: 'Save account',
  look: 'quiet',
  go: TRANSFERS_PAGE,
  done: 'Account saved.',
  outdatedBy,
})

const askAgain = step<Text>({
  id: 'ask',
  at: `${TRANSFERS_PAGE}/:id/ask`,
  api: '/api/admin/refund-transfers/:id/ask',
  button: 'Ask the customer again',
  once: true,
  go: TRANSFERS_PAGE,
  done: 'The link is on its way to the customer.',
  outdatedBy,
})

const markSent = step<Text>({
  id: 'sent',
  at: `${TRANSFERS_PAGE}/:id/sent`,
  api: '/api/admin/refund-transfers/:id/sent',
  fields: [
    { name: 'iban', label: 'IBAN', type: 'hidden' },
    { name: 'fileId', label: 'File', type: 'hidden', empty: 'omit' },
  ],
  button: 'I have sent it',
  look: 'primary',
  confirm: "Did you make this transfer at your bank? The customer gets an email. You can't undo this.",
  once: true,
  go: TRANSFERS_PAGE,
  done: 'Marked as sent. The customer gets an email.',
  outdatedBy,
})

const waive = step<Text>({
  id: 'waive',
  at: `${TRANSFERS_PAGE}/:id/waive`,
  api: '/api/admin/refund-transfers/:id/waive',
  fields: [
    {
      name: 'reason',
      label: 'How the customer said so',
      type: 'text',
      required: true,
      hint: 'For example: on the phone on Monday. Only the shop reads this.',
    },
  ],
  button: 'The customer does not want it',
  look: 'quiet',
  confirm: 'Is nobody to send this money? It stays with the shop, and a credit note for it is taken back.',
  once: true,
  go: TRANSFERS_PAGE,
  done: 'Noted. Nobody has to send this money.',
  outdatedBy,
})

export const ROW_FORMS: readonly Form<Text>[] = [setAccount, askAgain, markSent, waive]

/** @param isSent whether a form of this row was just sent: what is folded away then is open, with its question or its error */
export function transferRow(transfer: TransferOut, show: ShowForm, tick: Html, isSent: (form: Form) => boolean): Html {
  const { orderId, amount, currency, holder, iban, bic, createdAt, reason, fileId } = transfer
  const about = t('for order #{id}', { id: orderId })
  const payer = payerIban(transfer)
  const account = { iban: iban || payer ? groupedIban(iban ?? payer!) : '', holder, bic: bic ?? '' }
  return html`<section class="card" aria-label="${t('Transfer for order #{id}', { id: orderId })}">
    <div class="row apart"><h2>${tick} ${rich('{sum} for {order}', {
      sum: money(amount, currency),
      order: html`<a href="/admin/orders/${orderId}">${t('order #{id}', { id: orderId })}</a>`,
    })}</h2><span class="row">${waitBadges(transfer)}</span></div>
    <p class="soft">${rich('Owed since {time}', { time: time(createdAt) })}${reason && html` · <bdi>${reason}</bdi>`}</p>
    ${iban ? whatToType(transfer, iban) : missing(transfer)}
    ${
      fileId
        ? html`<p class="soft">${t(
            'It is in a file for the bank. Do not make it by hand, or it is paid twice. Its account cannot change.',
          )}</p>`
        : accountForms(show, { account, about, iban, isSent: isSent(setAccount) })
    }
    ${iban && show(markSent, { iban, fileId: fileId ?? '' }, about)}
    ${
      !fileId &&
      html`<details${isSent(waive) && html` open`}><summary>${t('No refund after all')}</summary>
      ${show(waive, {}, about)}</details>`
    }
  </section>`
}

function waitBadges({ iban, fileId }: TransferOut): Html {
  if (fileId) return badge('In a file', 'info')
  return iban ? badge('Ready', 'good') : badge('Waits for the IBAN', 'warn')
}

function whatToType({ holder, bic, reference, amount, currency, fileId }: TransferOut, iban: string): Html {
  const code =
    !fileId &&
    currency === 'EUR' &&
    isInSepa(iban) &&
    transferCode({ holder, iban, bic, reference, amount: decimal(amount, currency) })
  const copied = (text: string, label: PlainText) => copyButton(text, label, t('of {reference}', { reference }))
  return html`<div class="both">${facts([
    ['Account holder', html`<bdi>${holder}</bdi> ${copied(holder, 'Copy name')}`],
    ['IBAN', html`<code>${groupedIban(iban)}</code> ${copied(iban, 'Copy IBAN')}`],
    ...(bic ? [['BIC', html`<code>${bic}</code>`] as const] : []),
    ['Amount', money(amount, currency)],
    ['Reference', html`<code>${reference}</code> ${copied(reference, 'Copy reference')}`],
  ])}
  ${code && html`<details><summary>${t('Code for your banking app')}</summary>${qr(code, t('This transfer as a code'))}</details>`}</div>`
}

/** Banks of some countries name no IBAN. */
function payerIban({ payerAccount }: TransferOut): string | undefined {
  return payerAccount && !ibanMistake(payerAccount) ? payerAccount : undefined
}

function missing(transfer: TransferOut): Html {
  const { askedAt } = transfer
  return html`<p class="notice">${
    askedAt
      ? rich('The customer was asked for the account by email on {time}.', { time: time(askedAt) })
      : t('Nobody has asked the customer for the account yet.')
  } ${t('You can also enter it yourself.')}${
    payerIban(transfer) && ` ${t('Below is the account that the payment came from.')}`
  }</p>`
}

type Account = { account: Record<string, string>; about: string; iban: string | null; isSent: boolean }

function accountForms(show: ShowForm, { account, about, iban, isSent }: Account): Html {
  const form = show(setAccount, account, about)
  return html`<details${(!iban || isSent) && html` open`}><summary>${
    iban ? t('Change the account') : t('Enter the account')
  }</summary>${form}</details>
    ${!iban && show(askAgain, {}, about)}`
}
