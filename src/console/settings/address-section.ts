/** The part of the page about emails with the addresses that wait for their reader, or do not count because of who entered them. */
import type { listAddresses } from '../../accounts/staff/shop-addresses.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { AddressSetting } from '../../shop/settings.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'

const EMAILS_PAGE = '/admin/settings/emails'
const ADDRESS_FORMS_AT = `${EMAILS_PAGE}/addresses/:id`
const API = '/api/admin/settings/addresses/:id'
const renewal = { api: `${API}/renew`, go: EMAILS_PAGE, once: true, outdatedBy: ['reauthentication_required'] }

const sendAgain = step({
  ...renewal,
  at: `${ADDRESS_FORMS_AT}/send-again`,
  button: 'Send again',
  done: 'Sent again. The link works for 3 days from now on.',
})

const takeOver = step({
  ...renewal,
  at: `${ADDRESS_FORMS_AT}/take-over-address`,
  button: 'Take over',
  done: 'The address is yours now.',
})

const withdraw = removal({
  at: `${ADDRESS_FORMS_AT}/withdraw-address`,
  api: API,
  button: 'Withdraw',
  go: EMAILS_PAGE,
  done: 'Withdrawn. Nothing goes to that address.',
})

export const ADDRESS_FORMS: readonly Form[] = [sendAgain, takeOver, withdraw]

const LABELS: Record<AddressSetting, PlainText> = { replyTo: 'Answers go to', orderEmail: 'New orders' }

type Row = Awaited<ReturnType<typeof listAddresses>>[number]

export function addressSection(visitor: Visitor, rows: readonly Row[], states: FormStates): Html | false {
  const shown = rows.filter(({ confirmedAt, mayCount }) => confirmedAt === null || !mayCount)
  if (shown.length === 0) return false
  return section(
    'addresses',
    'Not in use yet',
    html`<ul class="letters">${shown.map(row => addressCard(visitor, row, states))}</ul>`,
    { look: 'card form-card' },
  )
}

function addressCard(
  visitor: Visitor,
  { id, setting, address, confirmedAt, askedBy, askedAt }: Row,
  states: FormStates,
): Html {
  const show = rowFormsOf(visitor, states, { id })
  const waits = confirmedAt === null
  const because = waits
    ? 'An email with a link went there. Until its reader confirms, everything goes where it went before.'
    : 'Whoever entered it may no longer change it, so everything goes to the address for questions of customers.'
  return html`<li><p class="row apart"><strong class="as-written"><bdi>${address}</bdi></strong>
    ${badge(waits ? 'Waits for confirmation' : 'Paused', 'warn')}</p>
    <p class="soft">${t(LABELS[setting])}, ${askedBy ?? t('a former user')}, ${time(askedAt)}. ${t(because)}</p>
    <div class="row">${show(waits ? sendAgain : takeOver, {}, `: ${address}`)}${show(withdraw, {}, `: ${address}`)}</div></li>`
}
