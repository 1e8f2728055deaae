/** The draft order of sample emails. */
import type { DraftForMail } from '../letters/draft-letters.ts'
import type { MailShop } from '../messages/letter.ts'
import { SAMPLE_TIME } from './sample-order.ts'

export function draftFor({ url }: MailShop): DraftForMail {
  return {
    items: [{ productId: 1, sku: 'LAMP-0001', name: 'Desk lamp', quantity: 2, unitPrice: 2450, lineTotal: 4900 }],
    currency: 'EUR',
    costs: {
      itemsTotal: 4900,
      discountTotal: 400,
      deliveryTotal: 490,
      total: 4990,
      netTotal: 4193,
      reverseCharge: false,
      taxes: [{ rate: 19, net: 4193, tax: 797, gross: 4990 }],
      taxCountry: 'DE',
      delivery: null,
    },
    message: '',
    link: `${url}/draft-order?token=…`,
    expiresAt: SAMPLE_TIME,
  }
}
