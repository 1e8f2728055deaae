/** The address book of a customer, as staff see it. */
import { type Html, html } from '../../html/html.ts'
import type { KeptAddress } from '../../orders/address-book/kept-address.ts'
import { addressPart, phoneFact } from '../../orders/components.ts'
import { badge, table } from '../../pages/components.ts'
import { t } from '../../words/words.ts'

export function bookSection(kept: readonly KeptAddress[]): Html | false {
  if (kept.length === 0) return false
  return html`<h2>${t('Address book')}</h2>${table(
    'Address book',
    [
      { label: 'Label', cell: ({ label }) => html`<bdi>${label ?? '–'}</bdi>` },
      { label: 'Address', cell: ({ address }) => addressPart(address) },
      { label: 'Phone', cell: ({ address }) => phoneFact(address)[0]?.[1] ?? '–' },
      {
        label: 'Default',
        cell: one => html`${one.isDeliveryDefault && badge('Deliveries')} ${one.isBillingDefault && badge('Invoices')}`,
      },
    ],
    kept,
  )}`
}
