/** Writes the email with the link of a draft order, as the draft is when the email leaves. */
import type { AppContext } from '../../context.ts'
import type { EventPayloads } from '../../events/announce.ts'
import { draftLinkPath } from '../../orders/drafts/link.ts'
import { findDraft, stateOf } from '../../orders/drafts/queries.ts'
import { type ShownDraft, showForCustomer } from '../../orders/drafts/show.ts'
import { money } from '../../pages/format.ts'
import { costRows, taxRows } from '../../pricing/cost-rows.ts'
import { readSeller } from '../../pricing/seller.ts'
import { t } from '../../words/words.ts'
import { formatTime, hello, type Letter, type MailShop } from '../messages/letter.ts'

export function draftLetters({ db, clock, serviceKey, baseUrl }: AppContext) {
  return {
    'draft_order.sent': async (
      { draftOrderId }: EventPayloads['draft_order.sent'],
      { name }: { name: string },
      shop: MailShop,
    ): Promise<Letter | undefined> => {
      const now = clock.now()
      const draft = await findDraft(db, draftOrderId)
      const path = draft && draftLinkPath(serviceKey, draft)
      // It was withdrawn, confirmed or changed back meanwhile, or its time was over before the relay took emails again.
      if (!draft || !path || stateOf(draft, now) !== 'sent') return undefined
      const shown = await showForCustomer(db, draft, { seller: await readSeller(db, now), now })
      return draftOrderSent({ ...shown, link: baseUrl() + path, expiresAt: draft.expires_at! }, name, shop)
    },
  }
}

export type DraftForMail = Pick<ShownDraft, 'items' | 'currency' | 'costs' | 'message'> & {
  link: string
  expiresAt: Date
}

/** The address of the delivery is on the page alone: nobody has verified that the reader is the customer. */
export function draftOrderSent(draft: DraftForMail, userName: string, shop: MailShop): Letter {
  const { items, currency, costs, message, link, expiresAt } = draft
  const total = money(costs.total, currency)
  const until = formatTime(expiresAt, shop)
  const text = t(
    'as agreed, we have prepared an order for you. Please look at it, and confirm it by {until}. Nothing is ordered before.',
    { until },
  )
  return {
    subject: t('Your order at {name}: please confirm', { name: shop.name }),
    preview: t('{total}. Nothing is ordered before you confirm.', { total }),
    heading: t('Please confirm your order'),
    before: [`${hello(userName)}\n${text}`],
    facts: [
      ...(message ? [{ kind: 'quote' as const, text: message }] : []),
      {
        kind: 'items',
        items: items.map(({ sku, name, quantity, unitPrice, lineTotal }) => ({
          name,
          detail: `${sku}, ${quantity} × ${money(unitPrice, currency)}`,
          amount: money(lineTotal, currency),
        })),
        total,
      },
      { kind: 'facts', rows: [...costRows(costs, currency), ...taxRows(costs, currency)] },
      { kind: 'button', label: t('Look at the order'), address: link },
    ],
    after: [
      {
        kind: 'note',
        text: t('You have ordered nothing? Then do nothing: without your confirmation, nothing is ordered.'),
      },
    ],
    reason: t('You get this email because you ordered from us by telephone or in person.'),
    values: { 'draft.total': total, 'draft.until': until },
  }
}
