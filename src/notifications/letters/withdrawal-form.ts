/** The model form on which consumers withdraw, filled in as far as the shop knows it. */
import type { Attachment } from '../../mail/message.ts'
import { t } from '../../words/words.ts'
import { formatDay, type MailShop } from '../messages/letter.ts'

type Seller = Pick<MailShop, 'legal' | 'timeZone'> & { email: string }

/**
 * Writes the form of Directive 2011/83/EU, Annex I, part B; Articles 6(1)(h) and 8(7) want it on a durable medium. It says nothing that
 * the buyer wrote, because a stranger may have entered the address of the email.
 * @returns undefined while nobody has said who sells
 */
export function withdrawalForm(
  { id, placedAt }: { id: number; placedAt: Date },
  { legal, email, timeZone }: Seller,
): Attachment | undefined {
  if (legal === '') return undefined
  const lines = [
    t('Model withdrawal form'),
    t('(Complete and return this form only if you wish to withdraw from the contract.)'),
    `— ${t('To {seller}:', { seller: [legal, email].filter(Boolean).join(', ') })}`,
    `— ${t('I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*):')}`,
    `(${t('Order {id}', { id: String(id) })})`,
    `— ${t('Ordered on (*)/received on (*):')} ${formatDay(placedAt, { timeZone })}/`,
    `— ${t('Name of consumer(s):')}`,
    `— ${t('Address of consumer(s):')}`,
    `— ${t('Signature of consumer(s) (only if this form is notified on paper):')}`,
    `— ${t('Date:')}`,
    t('(*) Delete as appropriate.'),
  ]
  return {
    name: 'withdrawal-form.txt',
    type: 'text/plain; charset=utf-8',
    content: Buffer.from(`${lines.join('\n\n')}\n`),
  }
}
