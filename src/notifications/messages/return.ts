/** The letters about a return: each step once. */
import { money } from '../../pages/format.ts'
import type { ReturnRow } from '../../returns/queries.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type Block, type Fact, hello, type Letter, type MailShop } from './letter.ts'
import { aboutOrder, isDue, type OrderForMail, orderButton } from './order.ts'

export type ReturnForMail = Pick<
  ReturnRow,
  'state' | 'items' | 'answer' | 'label' | 'goodsTotal' | 'credited' | 'currency'
>

type Step = ReturnRow['state']

const SUBJECT = {
  requested: 'We have received your return request for order #{id}',
  approved: 'Your return for order #{id} is approved',
  received: 'Your return for order #{id} has arrived',
  closed: 'Your return for order #{id} is closed',
  declined: 'Your return for order #{id} is declined',
} as const satisfies Record<Step, Text>

const SAYS = {
  requested: 'you want to send back a part of order #{id}. We look at it, and tell you by email how it goes on.',
  approved: 'you can send back these items of order #{id}.',
  received: 'these items of order #{id} are here again. We check them, and tell you what you get back.',
  closed: 'your return for order #{id} is closed.',
  declined: 'we cannot take back these items of order #{id}.',
} as const satisfies Record<Step, Text>

/** @param step the one that the email is about: the return may have moved on since */
export function returnLetter(
  step: Step,
  found: ReturnForMail,
  order: OrderForMail,
  userName: string,
  shop: MailShop,
): Letter {
  const { id } = order
  const subject = t(SUBJECT[step], { id })
  return {
    subject,
    preview: found.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
    heading: subject,
    before: [`${hello(userName)}\n${t(SAYS[step], { id })}`],
    facts: [
      itemsOf(found),
      ...where(step, found, shop),
      ...answerOf(step, found),
      ...creditOf(step, found, order),
      orderButton(order, shop),
    ],
    after: [],
    ...aboutOrder(order, shop),
  }
}

function itemsOf({ items }: ReturnForMail): Block {
  return { kind: 'facts', rows: items.map(({ sku, name, quantity }) => [sku, `${quantity} × ${name}`]) }
}

/** The label, or the address of the shop. */
function where(step: Step, { label }: ReturnForMail, { returnAddress }: MailShop): Block[] {
  if (step !== 'approved') return []
  if (label) return [{ kind: 'button', label: t('Print the label'), address: label }]
  return returnAddress ? [{ kind: 'facts', rows: [[t('Send it to'), returnAddress]] }] : []
}

/** Nobody had paid: the customer owes less. */
function creditOf(step: Step, { credited, currency }: ReturnForMail, order: OrderForMail): Block[] {
  if (step !== 'closed' || credited === null) return []
  const rows: Fact[] = [[t('Taken off your invoice'), money(credited, currency)]]
  return [
    {
      kind: 'facts',
      rows: isDue(order) ? [...rows, [t('Still to pay'), money(order.due, currency)]] : rows,
    },
  ]
}

function answerOf(step: Step, { answer }: ReturnForMail): Block[] {
  return answer && (step === 'approved' || step === 'declined') ? [{ kind: 'quote', text: answer }] : []
}
