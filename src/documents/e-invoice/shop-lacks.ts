/** Finds the facts that a shop has to enter for e-invoices in a profile, before its next document lacks them. */

import { inLanguageFor } from '../../shop/in-words.ts'
import type { EInvoiceProfile } from '../../shop/invoice-settings.ts'
import type { Shop } from '../../shop/settings.ts'
import { sellerOf as factsOfSeller } from '../facts/parties.ts'
import type { EInvoice } from './e-invoice.ts'
import type { LackedFact } from './lacking.ts'
import { sellerOf } from './parties.ts'
import { inProfile } from './profiles.ts'

/** The facts that no buyer can give. */
export function lackedByShop(shop: Shop, profile: EInvoiceProfile): LackedFact[] {
  const written = inProfile(exampleOf(shop), profile)
  return 'lacks' in written ? written.lacks.filter(fact => !fact.startsWith('buyer_')) : []
}

/** An invoice over nothing, for a business in the country of the shop. */
function exampleOf(shop: Shop): EInvoice {
  const { country, currency, vatRule } = shop
  const vat = vatRule === 'none' ? ({ category: 'E', rate: 0 } as const) : ({ category: 'S', rate: 100 } as const)
  return {
    ...{ number: '1', issuedOn: '2026-01-01', type: '380', currency, buyerReference: '1' },
    seller: sellerOf({ seller: inLanguageFor(shop.languages[0], shop, () => factsOfSeller(shop)) }),
    buyer: { name: 'Buyer', address: { country, city: 'Town', postcode: '1' } },
    delivery: { day: '2026-01-01' },
    ...{ allowances: [], charges: [], lines: [] },
    totals: { lines: 0, allowances: 0, charges: 0, net: 0, tax: 0, gross: 0, paid: 0, due: 0 },
    taxes: [{ ...vat, base: 0, tax: 0 }],
  }
}
