/** The receipt of a withdrawal: what was received, and when. */
import { t } from '../../words/words.ts'
import { type Block, formatSecond, hello, type Letter, type MailShop, plainName } from './letter.ts'

type WithdrawalForMail = {
  name: string
  email: string
  orderNumber: string
  items: string | null
  orderId: number | null
  isVerified: boolean
}

/**
 * Anybody can have this sent to any address. So what was typed is in it only for the verified owner of such an order, and what could
 * be a link for nobody. For all others the number is digits, and the rest "as you have written them".
 */
export function withdrawalReceipt(found: WithdrawalForMail, at: Date, shop: MailShop): Letter {
  const { email, orderNumber, items } = found
  const isOwner = found.orderId !== null && found.isVerified
  const name = isOwner ? plainName(found.name) : ''
  const number =
    /^#?\d{1,15}$/.test(orderNumber) || (isOwner && /^[#\p{L}\d -]{1,40}$/u.test(orderNumber)) ? orderNumber : '–'
  const received = formatSecond(at, shop)
  const isPlain = isOwner && items !== null && !/[./@:\\]\S/.test(items)
  const goods = items === null ? t('All items of the order') : isPlain ? items : t('As you have written them.')
  return {
    subject: t('We have received your withdrawal'),
    preview: received,
    heading: t('We have received your withdrawal'),
    before: [
      `${hello(name)}\n${t('this is the receipt of your withdrawal from a contract. Please keep it. We look at it, and tell you by email how it goes on.')}`,
    ],
    facts: [
      {
        kind: 'facts',
        rows: [
          [t('Received'), received],
          [t('Order number'), number],
          [t('Items'), goods],
          [t('From'), name ? `${name} <${email}>` : email],
        ],
      } satisfies Block,
    ],
    after: [],
    last: [{ kind: 'note', text: t("If this wasn't you, reply to this email.") }],
    reason: t('You get this email because somebody entered your address in our form for withdrawals.'),
    values: { 'withdrawal.received': received },
  }
}
